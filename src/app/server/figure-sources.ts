import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import type { AdAccountsFacade } from "#modules/ad-accounts/server/ad-accounts.facade.ts";
import type { CampaignsFacade } from "#modules/campaigns/server/campaigns.facade.ts";
import type { CountOrderDeps } from "#modules/reports/server/count-order.ts";
import type { MeasuredAccount } from "#modules/reports/server/poll-account.ts";
import type { ReportsJobsDeps } from "#modules/reports/server/reports.jobs.ts";
import type { ReportsDeps } from "#modules/reports/server/reports.routes.ts";
import type { StoresFacade } from "#modules/stores/server/stores.facade.ts";
import type { TrackingFacade } from "#modules/tracking/server/tracking.facade.ts";
import type { WalletFacade } from "#modules/wallet/server/wallet.facade.ts";

type Modules = {
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

/** The sources of the reports' figures: each lower module's data mapped to the reports' types. */
export function figureSources(modules: Modules): ReportsDeps & ReportsJobsDeps & CountOrderDeps {
  const { db, log, systemClock, worldClock, wallet, stores, tracking, adAccounts, campaigns } = modules;

  return {
    db,
    log,
    systemClock,
    worldClock,
    wallet,
    orderFacts: stores.orderFacts,
    findAttribution: tracking.findAttribution,

    findPlatform: async (from, campaignId) =>
      (await campaigns.findCampaign(from, campaignId))?.platform ?? null,

    async accountsToMeasure(from, ranAfter) {
      const open = await campaigns.listCampaignsWithOpenFigures(from, ranAfter);
      const accounts = open.map(({ merchant_id: merchantId, ad_account_id: adAccountId, platform }) => ({
        merchantId,
        adAccountId,
        platform,
      }));
      return [...new Map(accounts.map((account) => [account.adAccountId, account])).values()];
    },
    async measuredAccount(from, merchantId, adAccountId, ranAfter): Promise<MeasuredAccount | null> {
      const account = await adAccounts.linkedAdAccount(from, merchantId, adAccountId);
      if (account?.status !== "linked") return null;
      const open = await campaigns.listCampaignsWithOpenFigures(from, ranAfter, { merchantId, adAccountId });
      const ads = await campaigns.listAdsOnPlatform(
        from,
        open.map(({ id }) => id),
      );
      const { platform, name, currency, time_zone: timeZone } = account;
      return {
        ...{ merchantId, adAccountId, platform, name, currency, timeZone },
        campaigns: open.flatMap(({ id, platform_id, may_spend_since, starts_at }) =>
          platform_id
            ? [{ campaignId: id, platformCampaignId: platform_id, startsAt: may_spend_since ?? starts_at }]
            : [],
        ),
        ads: new Map(
          ads.map(({ platform_id, id, campaign_id }) => [platform_id, { adId: id, campaignId: campaign_id }]),
        ),
      };
    },
    readerFor: adAccounts.bindAdPlatform,

    async setupState(from, merchantId) {
      const connected = await stores.connectedStores(from, merchantId);
      const { has_any } = await campaigns.loadCampaignsOverview(from, merchantId);
      return { is_connected: connected.length > 0, has_campaigns: has_any };
    },
    async measuredAccountIds(from, merchantId, ranAfter) {
      const open = await campaigns.listCampaignsWithOpenFigures(from, ranAfter, { merchantId });
      return [...new Set(open.map(({ ad_account_id }) => ad_account_id))];
    },
    ownsCampaign: async (from, merchantId, campaignId) =>
      (await campaigns.findCampaigns(from, merchantId, [campaignId])).length > 0,

    async walletOutlook(from, merchantId) {
      const { level, ends_on } = await wallet.loadOutlook(from, merchantId);
      return { is_empty: level === "out", ends_on };
    },
    lostStores: async (from, merchantId) =>
      (await stores.connectedStores(from, merchantId))
        .filter(({ status }) => status === "lost")
        .map(({ id, name }) => ({ id, name })),
    lostAdAccounts: adAccounts.lostAdAccounts,
    expiringAccess: (from, merchantId) => adAccounts.expiringAccess(from, merchantId, systemClock.now()),
    failedCampaigns: async (from, merchantId) =>
      (await campaigns.loadCampaignsOverview(from, merchantId)).failed,
  };
}
