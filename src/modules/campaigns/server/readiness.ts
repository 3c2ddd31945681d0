import type { ReadContext } from "#base/server/context.ts";
import { sql, together } from "#base/server/db/db.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import { isStoreOpen } from "../domain/store-open.ts";
import type { CampaignsDeps } from "./deps.ts";
import type { AdRecord, CampaignRecord } from "./records.ts";
import { refuseProblems } from "./refuse-problems.ts";
import { type LicenceCheck, listAdsToRun, loadValidLicences, matchLicences } from "./require-licences.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "stores">;

/** What must be there for campaigns to run: their ads, their ad accounts, open stores, and licences for their words. */
export type Readiness = {
  withAds: ReadonlySet<string>;
  linkedAccounts: ReadonlySet<string>;
  openStores: readonly { id: string }[];
  /** By campaign. */
  licences: ReadonlyMap<string, LicenceCheck>;
};

/** Reads it for several campaigns of the merchant: each ad account, and all that they share, once. */
export const loadReadiness =
  ({ adAccounts, stores }: Deps) =>
  async (ctx: ReadContext, campaigns: readonly CampaignRecord[]): Promise<Readiness> => {
    const accountIds = [...new Set(campaigns.map(({ ad_account_id }) => ad_account_id))];
    const ids = campaigns.map(({ id }) => id);
    const [withAds, ads, valid, openStores, ...accounts] = await together(
      listWithAds(ctx, ids),
      listAdsToRun(ctx, ids),
      loadValidLicences(ctx),
      stores.listOpenStores(ctx),
      ...accountIds.map((id) => adAccounts.findLinkedAdAccount(ctx, id)),
    );
    const linkedAccounts = new Set(accountIds.filter((_, index) => accounts[index]));
    const adsByCampaign = Map.groupBy(ads, ({ campaign_id }) => campaign_id);
    const match = matchLicences({ adAccounts });
    const licences = new Map(
      campaigns.map((campaign) => [
        campaign.id,
        match(campaign, { ads: adsByCampaign.get(campaign.id) ?? [], valid }),
      ]),
    );
    return { withAds, linkedAccounts, openStores, licences };
  };

/**
 * Refuses a campaign that has no ad, no linked ad account, no open store, no licence for words of its ads, or whose
 * schedule is over at `now`.
 */
export function refuseIfNotReady(campaign: CampaignRecord, readiness: Readiness, now: Date): void {
  const { id, platform, ad_account_id, store_id, ends_at } = campaign;
  if (ends_at !== null && ends_at <= now) campaignsRefusals.refuse("campaigns.schedule_over", {}, "ends_at");
  if (!readiness.withAds.has(id)) campaignsRefusals.refuse("campaigns.ad_missing");
  if (!readiness.linkedAccounts.has(ad_account_id))
    campaignsRefusals.refuse("campaigns.ad_account_not_linked", { platform });
  if (!isStoreOpen(store_id, readiness.openStores)) campaignsRefusals.refuse("campaigns.store_closed");
  refuseProblems(readiness.licences.get(id)?.problems ?? []);
}

/** Those of the campaigns that have an ad that has not ended, in an ad group that has not ended. */
async function listWithAds(
  { db, actor }: ReadContext,
  campaignIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.many<Pick<AdRecord, "campaign_id">>(sql`
    select distinct ads.campaign_id from campaigns.ads
    join campaigns.ad_groups on ad_groups.id = ads.ad_group_id
    where ads.campaign_id = any(${[...campaignIds]}::text[]) and ads.merchant_id = ${actor.merchantId}
      and ads.status not in ('archived', 'deleted') and ad_groups.status not in ('archived', 'deleted')`);
  return new Set(rows.map(({ campaign_id }) => campaign_id));
}
