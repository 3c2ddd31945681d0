import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { fold } from "#base/shared/fold.ts";
import { checkAd } from "../contract/check-ad.ts";
import { checkNewCampaign } from "../contract/check-new-campaign.ts";
import { type Problem, within, wrong } from "../contract/problem.ts";
import type { AdFields, CampaignFields, NewCampaign } from "../contract/shapes.ts";
import type { CampaignsDeps, MediaFile, MediaReader } from "./deps.ts";
import type { CampaignRecord } from "./records.ts";
import { requireCapabilities } from "./refuse-problems.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "stores"> & { media: MediaReader };

/** All problems of a new campaign: those the form shows, and those that only the server can know. */
export const findNewCampaignProblems =
  (deps: Deps) =>
  async (ctx: ReadContext, body: NewCampaign): Promise<Problem[]> => {
    const limits = requireCapabilities(deps.adAccounts, body);
    const account = await deps.adAccounts.findLinkedAdAccount(ctx, body.ad_account_id);
    const media = await findFiles(deps)(ctx, body);
    const known = {
      now: ctx.now,
      places: await deps.stores.listRegisteredHosts(ctx),
      ...toAccountFacts(account),
      media,
    };
    const checkFiles = ({ ads }: NewCampaign["ad_groups"][number], at: number) =>
      ads.flatMap((ad, index) =>
        within(`ad_groups.${at}.ads.${index}.`, checkFile(ad, media.get(ad.media_id ?? "") ?? null)),
      );
    return [
      ...checkAccount(account?.platform, body),
      ...checkNewCampaign(body, limits, known),
      ...(limits.media.length > 0 ? body.ad_groups.flatMap(checkFiles) : []),
      ...(await findStoreProblems(deps)(ctx, body)),
      ...(await findNameProblems(ctx, body.name)),
    ];
  };

/** The files of all its ads, each read once. */
const findFiles =
  (deps: Deps) =>
  async (ctx: ReadContext, { ad_groups: groups }: NewCampaign): Promise<Map<string, MediaFile>> => {
    const ids = new Set(groups.flatMap(({ ads }) => ads.flatMap(({ media_id }) => media_id ?? [])));
    const files = new Map<string, MediaFile>();
    for (const id of ids) {
      const file = await deps.media.findMediaFile(ctx, id);
      if (file) files.set(id, file);
    }
    return files;
  };

/** What the checks know of an ad account that is linked. */
export const toAccountFacts = (account: AccountFacts | null | undefined) =>
  account
    ? {
        hasPixel: account.has_pixel,
        currency: account.currency,
        profiles: account.profiles.map(({ id }) => id),
      }
    : {};
type AccountFacts = { has_pixel: boolean; currency: string; profiles: readonly { id: string }[] };

export function checkAccount(
  linkedPlatform: CampaignFields["platform"] | undefined,
  { ad_account_id, platform }: Pick<CampaignFields, "ad_account_id" | "platform">,
): Problem[] {
  if (linkedPlatform === undefined)
    return wrong(ad_account_id !== "", "campaigns.ad_account_not_linked", "ad_account_id", { platform });
  return wrong(linkedPlatform !== platform, "campaigns.platform_mismatch", "platform", { platform });
}

/** A store that is not this merchant's is not found. */
export const findStoreProblems =
  ({ stores }: Pick<Deps, "stores">) =>
  async (ctx: ReadContext, { store_id: storeId }: Pick<CampaignFields, "store_id">): Promise<Problem[]> => {
    if (storeId === null) return [];
    const own = await stores.listConnectedStores(ctx);
    return wrong(!own.some(({ id }) => id === storeId), "base.not_found", "store_id");
  };

/** Whether another campaign of the merchant has the name, however it is spelled. A unique index decides races. */
export async function findNameProblems(
  { db, actor }: ReadContext,
  name: string,
  ownId: string | null = null,
): Promise<Problem[]> {
  const used = await db.maybeOne(sql`
    select id from campaigns.campaigns where merchant_id = ${actor.merchantId} and name_folded = ${fold(name)}
      and status <> 'deleted' and id is distinct from ${ownId}`);
  return wrong(used !== undefined, "campaigns.name_used", "name");
}

type AdInput = {
  campaign: Pick<CampaignRecord, "platform" | "placements" | "ad_account_id">;
  fields: AdFields;
};

/**
 * All problems of an ad: its texts, link and media against the platform's limits, its profile against the account's. The
 * media must be the merchant's own.
 */
export const findAdProblems =
  (deps: Deps) =>
  async (ctx: ReadContext, { campaign, fields }: AdInput): Promise<Problem[]> => {
    const limits = requireCapabilities(deps.adAccounts, campaign);
    const places = await deps.stores.listRegisteredHosts(ctx);
    const file = await findFile(deps)(ctx, fields);
    const { profiles } = toAccountFacts(
      await deps.adAccounts.findLinkedAdAccount(ctx, campaign.ad_account_id),
    );
    const known = { places, ...(file ? { media: file } : {}), ...(profiles ? { profiles } : {}) };
    return [...checkAd(fields, limits, known), ...(limits.media.length > 0 ? checkFile(fields, file) : [])];
  };

const findFile =
  ({ media }: Deps) =>
  async (ctx: ReadContext, { media_id: id }: AdFields): Promise<MediaFile | null> =>
    id === null ? null : ((await media.findMediaFile(ctx, id)) ?? null);

const checkFile = ({ media_id: id }: AdFields, file: MediaFile | null): Problem[] =>
  wrong(id !== null && file === null, "campaigns.media_not_found", "media_id");
