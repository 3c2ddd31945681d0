import type { ReadContext } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { type Period, type PeriodQuery, toPastPeriod } from "#base/shared/period.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { CampaignAd } from "#modules/campaigns/server/campaigns.facade.ts";
import { salesMetrics } from "#modules/figures/contract/counted-sales.ts";
import { computeMetrics, listSums } from "#modules/figures/server/figures.facade.ts";
import type { Breakdown, PlanBreakdown } from "../contract/breakdowns.ts";
import type { BreakdownRow } from "../contract/reports.calls.ts";
import type { PlanDeps } from "./load-plan-report.ts";
import type { CampaignDeps } from "./load-reports.ts";

export type BreakdownDeps = CampaignDeps &
  PlanDeps & {
    /** Deleted ones included. */
    campaignAds(ctx: ReadContext, campaignIds: readonly string[]): Promise<CampaignAd[]>;
  };
type Answer = Period & { is_complete: boolean; rows: BreakdownRow[] };
/** The campaigns whose figures are split; the platform is null where it need not be told apart. */
type Subject = Period & { campaigns: readonly { id: string; platform: Platform | null }[] };

const shownMetrics = ["impressions", "clicks", "spend_halalas", "cpc_halalas", "cpm_halalas"] as const;
const soldMetrics = [...salesMetrics, "cost_per_order_halalas"] as const;
const sums = listSums([...shownMetrics, ...soldMetrics]);
type Sums = { [Name in (typeof sums)[number]]: number };

/** A campaign's figures by ad group, ad or hour; refuses `base.not_found` for one that is not the merchant's. */
export const loadBreakdown =
  (deps: BreakdownDeps) =>
  async (
    ctx: ReadContext,
    { campaignId, by, ...query }: PeriodQuery & { campaignId: string; by: Breakdown },
  ): Promise<Answer> => {
    if (!(await deps.ownsCampaign(ctx, campaignId))) return baseRefusals.refuse("base.not_found");
    const campaigns = [{ id: campaignId, platform: null }];
    return splitBy(deps, ctx, by, { campaigns, ...toPastPeriod(query, ctx.now) });
  };

/** A plan's figures summed over its platforms; refuses `base.not_found` for one that is not the merchant's. */
export const loadPlanBreakdown =
  (deps: BreakdownDeps) =>
  async (
    ctx: ReadContext,
    { planId, by, ...query }: PeriodQuery & { planId: string; by: PlanBreakdown },
  ): Promise<Answer> => {
    const campaigns = await deps.planCampaigns(ctx, planId);
    if (campaigns.length === 0) return baseRefusals.refuse("base.not_found");
    return splitBy(deps, ctx, by, { campaigns, ...toPastPeriod(query, ctx.now) });
  };

async function splitBy(
  deps: BreakdownDeps,
  ctx: ReadContext,
  by: PlanBreakdown,
  { campaigns, ...period }: Subject,
): Promise<Answer> {
  const subject = { campaigns, ...period };
  const rows = await {
    platform: splitByPlatform,
    ad_group: splitByAd("ad_group"),
    ad: splitByAd("ad"),
    hour: splitByHour,
  }[by](deps, ctx, subject);
  return { ...period, is_complete: by !== "hour" || (await isWhole(deps, ctx, subject, rows)), rows };
}

async function splitByPlatform({ figures }: BreakdownDeps, ctx: ReadContext, subject: Subject) {
  const byCampaign = await figures.query(ctx, {
    measures: sums,
    by: ["campaign"],
    filter: toFilter(subject),
  });
  const platforms = new Map(subject.campaigns.map(({ id, platform }) => [id, platform ?? ""]));
  return toRows(
    byCampaign,
    ({ campaign_id }) => platforms.get(campaign_id) ?? "",
    () => noLabel,
  );
}

/** By ad or by ad group: figures are counted by ad. */
const splitByAd =
  (by: "ad" | "ad_group") =>
  async ({ figures, campaignAds }: BreakdownDeps, ctx: ReadContext, subject: Subject) => {
    const byAd = await figures.query(ctx, { measures: sums, by: ["ad"], filter: toFilter(subject) });
    const campaignIds = subject.campaigns.map(({ id }) => id);
    const ads = new Map((await campaignAds(ctx, campaignIds)).map((ad) => [ad.id, ad]));
    const platforms = new Map(subject.campaigns.map(({ id, platform }) => [id, platform]));
    return toRows(
      byAd,
      ({ ad_id }) => (by === "ad" ? ad_id : (ads.get(ad_id)?.ad_group_id ?? "")),
      ({ ad_id }) => {
        const ad = ads.get(ad_id);
        return { ...toLabel(by, ad), platform: (ad && platforms.get(ad.campaign_id)) ?? null };
      },
    );
  };

type Label = Pick<BreakdownRow, "name" | "media_id" | "is_deleted" | "platform">;
const noLabel: Label = { name: null, media_id: null, is_deleted: false, platform: null };

function toLabel(by: "ad" | "ad_group", ad: CampaignAd | undefined) {
  if (!ad) return { name: null, media_id: null, is_deleted: true };
  return by === "ad"
    ? { name: ad.name, media_id: ad.media_id, is_deleted: ad.is_deleted }
    : { name: ad.ad_group_name, media_id: null, is_deleted: ad.is_ad_group_deleted };
}

/** One row for each key, highest spend first. */
function toRows<Part extends Sums>(
  parts: readonly Part[],
  toKey: (part: Part) => string,
  toLabel: (part: Part) => Label,
): BreakdownRow[] {
  const rows = [...Map.groupBy(parts, toKey)].map(([key, group]): BreakdownRow => {
    const total = Object.fromEntries(sums.map((sum) => [sum, addUp(group.map((part) => part[sum]))]));
    const [first] = group;
    return {
      key,
      ...(first ? toLabel(first) : noLabel),
      ...computeMetrics(shownMetrics, total),
      sold: computeMetrics(soldMetrics, total),
    };
  });
  return rows.sort((one, other) => other.spend_halalas - one.spend_halalas || (one.key < other.key ? -1 : 1));
}

async function splitByHour({ figures }: BreakdownDeps, ctx: ReadContext, subject: Subject) {
  const hours = await figures.loadHourFigures(ctx, toFilter(subject));
  return hours.map(
    ({ hour, ...measured }): BreakdownRow => ({ key: String(hour), ...noLabel, ...measured, sold: null }),
  );
}

/** Hours are known of recent days; a day that was read as a whole has none. */
async function isWhole(
  { figures }: BreakdownDeps,
  ctx: ReadContext,
  subject: Subject,
  rows: readonly BreakdownRow[],
): Promise<boolean> {
  const measures = ["spend_halalas"] as const;
  const [whole] = await figures.query(ctx, { measures, by: [], filter: toFilter(subject) });
  return addUp(rows.map(({ spend_halalas }) => spend_halalas)) >= (whole?.spend_halalas ?? 0);
}

const toFilter = ({ campaigns, from, to }: Subject) => ({
  from,
  to,
  campaignIds: campaigns.map(({ id }) => id),
});

const addUp = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
