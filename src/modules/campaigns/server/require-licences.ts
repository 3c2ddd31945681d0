import type { Context, ReadContext } from "#base/server/context.ts";
import { type Sql, sql } from "#base/server/db/db.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { findLicenceProblem } from "../contract/ad-law.ts";
import { type Problem, within } from "../contract/problem.ts";
import {
  checkLicences,
  findAdvisedWords,
  findLicenceNeeds,
  type LicenceNeed,
} from "../domain/ad-licences.ts";
import type { AdTexts } from "../domain/shown-texts.ts";
import { type AdLicenceRecord, listLicences } from "./ad-licences.store.ts";
import { auditChange } from "./campaigns.audit.ts";
import type { CampaignsDeps } from "./deps.ts";
import type { AdRecord, CampaignRecord } from "./records.ts";
import { refuseProblems, requireCapabilities } from "./refuse-problems.ts";

/*
 * The gate of the ad law (`contract/ad-law-rules.ts`): an ad with words that need a licence is started, or worded anew
 * while it runs, under a licence of the merchant that is valid on that Riyadh day. When a licence ends, `licence-ends.ts`
 * pauses what needed it. Words that the law advises against go out by the merchant's decision, which is recorded.
 */

type Deps = Pick<CampaignsDeps, "adAccounts">;
type Campaign = Pick<CampaignRecord, "id" | "platform" | "placements">;
export type LicensedAd = AdTexts & { id: string };

/** What is missing for a campaign's ads, which licences serve them, and what of them the law advises against. */
export type LicenceCheck = { problems: Problem[]; uses: LicenceUse[]; advice: Advice[] };
type FoundWords = { id: string; field: string; words: string[] };
type LicenceUse = { licence: AdLicenceRecord; ads: FoundWords[] };
type Advice = { rule: string; ads: FoundWords[] };

/** The merchant's licences that are valid today, the one that ends last first. */
export async function loadValidLicences(ctx: ReadContext): Promise<AdLicenceRecord[]> {
  const today = toRiyadhDay(ctx.now);
  return (await listLicences(ctx)).filter((one) => findLicenceProblem(one, today) === null);
}

/** The problems' fields are those of the ads, with `toPrefix` before them. */
export const matchLicences =
  ({ adAccounts }: Deps) =>
  (
    campaign: Campaign,
    { ads, valid }: { ads: readonly LicensedAd[]; valid: readonly AdLicenceRecord[] },
    toPrefix = (id: string) => `ads.${id}.`,
  ): LicenceCheck => {
    const limits = requireCapabilities(adAccounts, campaign);
    const kinds = new Set(valid.map(({ kind }) => kind));
    const needs = ads.map((ad) => ({ id: ad.id, found: findLicenceNeeds(ad, limits) }));
    const served = (kind: LicenceNeed["kind"]) =>
      needs.flatMap(({ id, found }) =>
        found.filter((need) => need.kind === kind).map(({ field, words }) => ({ id, field, words })),
      );
    const advised = ads.flatMap((ad) =>
      findAdvisedWords(ad, limits).map(({ rule, ...found }) => ({ rule, ad: { id: ad.id, ...found } })),
    );
    return {
      problems: needs.flatMap(({ id, found }) => within(toPrefix(id), checkLicences(found, kinds))),
      uses: [...kinds].flatMap((kind) => {
        const licence = valid.find((one) => one.kind === kind);
        const servedAds = served(kind);
        return licence && servedAds.length > 0 ? [{ licence, ads: servedAds }] : [];
      }),
      advice: [...Map.groupBy(advised, ({ rule }) => rule)].map(([rule, found]) => ({
        rule,
        ads: found.map(({ ad }) => ad),
      })),
    };
  };

/**
 * Records under which licence ads went out, its number and last day as they were, and which advice the merchant passed
 * over; both with the words.
 */
export async function recordAdLaw(
  ctx: Context,
  campaignId: string,
  { uses, advice }: Pick<LicenceCheck, "uses" | "advice">,
): Promise<void> {
  for (const { rule, ads } of advice)
    await auditChange(ctx, "ad_law.advice_passed_over", rule, { after: { campaign_id: campaignId, ads } });
  for (const { licence, ads } of uses) {
    const { id, kind, number, ends_on } = licence;
    await auditChange(ctx, "ad_licence.used", id, {
      after: { campaign_id: campaignId, kind, number, ends_on, ads },
    });
  }
}

/** Refuses ads that need a licence and have none; records the licences that serve, and the advice passed over. */
export const requireLicences =
  (deps: Deps) =>
  async (
    ctx: Context,
    campaign: Campaign,
    ads: readonly LicensedAd[],
    toPrefix?: (id: string) => string,
  ): Promise<void> => {
    const valid = await loadValidLicences(ctx);
    const check = matchLicences(deps)(campaign, { ads, valid }, toPrefix);
    refuseProblems(check.problems);
    await recordAdLaw(ctx, campaign.id, check);
  };

type AdRow = Pick<
  AdRecord,
  "id" | "campaign_id" | "headline" | "more_headlines" | "body" | "description" | "more_descriptions"
>;
export type AdToRun = LicensedAd & { campaign_id: string };

/** The ads that run once these campaigns do: a start takes those along that were never started. */
export const listAdsToRun = (ctx: ReadContext, campaignIds: readonly string[]): Promise<AdToRun[]> =>
  listAds(
    ctx,
    sql`ads.campaign_id = any(${[...campaignIds]}::text[])
      and (ad_groups.status = 'active' or (ad_groups.status = 'created' and campaigns.status = 'created'))
      and (ads.status = 'active' or (ads.status = 'created' and campaigns.status = 'created'))`,
  );

/** The ads that run once this ad group does. */
export const listGroupAdsToRun = (ctx: ReadContext, adGroupId: string): Promise<AdToRun[]> =>
  listAds(
    ctx,
    sql`ads.ad_group_id = ${adGroupId}
      and (ads.status = 'active' or (ads.status = 'created' and ad_groups.status = 'created'))`,
  );

async function listAds({ db, actor }: ReadContext, condition: Sql): Promise<AdToRun[]> {
  const rows = await db.many<AdRow>(sql`
    select ads.id, ads.campaign_id, ads.headline, ads.more_headlines, ads.body, ads.description,
      ads.more_descriptions
    from campaigns.ads
    join campaigns.ad_groups on ad_groups.id = ads.ad_group_id
    join campaigns.campaigns on campaigns.id = ads.campaign_id
    where ${condition} and ads.merchant_id = ${actor.merchantId} order by ads.id`);
  return rows.map(({ body, ...row }) => ({ ...row, text: body }));
}
