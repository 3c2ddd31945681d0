import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import type { AdAccountsFacade } from "#modules/ad-accounts/server/ad-accounts.facade.ts";
import type { CampaignsFacade } from "#modules/campaigns/server/campaigns.facade.ts";
import type { CountOrderDeps } from "#modules/reports/server/count-order.ts";
import type { MeasuredCampaign } from "#modules/reports/server/read-figures.ts";
import type { ReportsJobsDeps } from "#modules/reports/server/reports.jobs.ts";
import type { ReportsDeps } from "#modules/reports/server/reports.routes.ts";
import type { StoresFacade } from "#modules/stores/server/stores.facade.ts";
import type { TrackingFacade } from "#modules/tracking/server/tracking.facade.ts";
import type { WalletFacade } from "#modules/wallet/server/wallet.facade.ts";

type Rooms = {
  db: Db;
  log: Log;
  systemClock: Clock;
  worldClock: Clock;
  wallet: WalletFacade;
  stores: StoresFacade;
  tracking: TrackingFacade;
  adAccounts: AdAccountsFacade;
  campaigns: CampaignsFacade;
};

/** Where the reports take their figures from: each lower room in the reports' own words. */
export function figureSources(rooms: Rooms): ReportsDeps & ReportsJobsDeps & CountOrderDeps {
  const { db, log, systemClock, worldClock, wallet, stores, tracking, adAccounts, campaigns } = rooms;

  return {
    db,
    log,
    worldClock,
    wallet,
    orderFacts: stores.orderFacts,
    attributionOf: tracking.attributionOf,

    async campaignsToMeasure(from, ranAfter) {
      const open = await campaigns.campaignsWithOpenFigures(from, ranAfter);
      return open.map(({ id }) => ({ campaignId: id }));
    },
    async measuredCampaign(from, campaignId): Promise<MeasuredCampaign | null> {
      const campaign = await campaigns.campaignOf(from, campaignId);
      if (!campaign?.platform_id) return null;
      const ads = await campaigns.adsOnPlatform(from, campaignId);
      return {
        merchantId: campaign.merchant_id,
        campaignId,
        adAccountId: campaign.ad_account_id,
        platformCampaignId: campaign.platform_id,
        startsAt: campaign.may_spend_since ?? campaign.starts_at,
        ads: new Map(ads.map(({ platform_id, id }) => [platform_id, id])),
      };
    },
    readerFor: adAccounts.workWith,

    async standing(from, merchantId) {
      const connected = await stores.connectedStores(from, merchantId);
      const { has_any } = await campaigns.standingOf(from, merchantId);
      return { is_connected: connected.length > 0, has_campaigns: has_any };
    },
    ownsCampaign: async (from, merchantId, campaignId) =>
      (await campaigns.campaignsFor(from, merchantId, [campaignId])).length > 0,

    async walletOutlook(from, merchantId) {
      const { level, ends_on } = await wallet.outlookOf(from, merchantId);
      return { is_empty: level === "out", ends_on };
    },
    lostStores: async (from, merchantId) =>
      (await stores.connectedStores(from, merchantId))
        .filter(({ status }) => status === "lost")
        .map(({ id, name }) => ({ id, name })),
    lostAdAccounts: adAccounts.lostAdAccounts,
    endingPermissions: (from, merchantId) =>
      adAccounts.endingPermissions(from, merchantId, systemClock.now()),
    failedCampaigns: async (from, merchantId) => (await campaigns.standingOf(from, merchantId)).failed,
  };
}
