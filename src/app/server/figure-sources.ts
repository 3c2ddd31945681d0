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
    findOrderFacts: stores.findOrderFacts,
    findAttribution: tracking.findAttribution,

    findPlatform: async ({ db }, campaignId) =>
      (await campaigns.findCampaign(db, campaignId))?.platform ?? null,

    async accountsToMeasure(db, { ranAfter }) {
      const open = await campaigns.listCampaignsWithOpenFigures(db, { since: ranAfter });
      const accounts = open.map(({ merchant_id: merchantId, ad_account_id: adAccountId, platform }) => ({
        merchantId,
        adAccountId,
        platform,
      }));
      return [...new Map(accounts.map((account) => [account.adAccountId, account])).values()];
    },
    async measuredAccount(ctx, { adAccountId, ranAfter }): Promise<MeasuredAccount | null> {
      const account = await adAccounts.findLinkedAdAccount(ctx, adAccountId);
      if (account?.status !== "linked") return null;
      const { merchantId } = ctx.actor;
      const open = await campaigns.listCampaignsWithOpenFigures(ctx.db, {
        since: ranAfter,
        merchantId,
        adAccountId,
      });
      const ads = await campaigns.listAdsOnPlatform(
        ctx.db,
        open.map(({ id }) => id),
      );
      const { platform, name, currency, time_zone: timeZone } = account;
      return {
        ...{ adAccountId, platform, name, currency, timeZone },
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

    async setupState(ctx) {
      const connected = await stores.listConnectedStores(ctx);
      const { has_any } = await campaigns.loadCampaignsOverview(ctx);
      return { is_connected: connected.length > 0, has_campaigns: has_any };
    },
    async measuredAccountIds({ db, actor }, { ranAfter }) {
      const { merchantId } = actor;
      const open = await campaigns.listCampaignsWithOpenFigures(db, { since: ranAfter, merchantId });
      return [...new Set(open.map(({ ad_account_id }) => ad_account_id))];
    },
    ownsCampaign: async (ctx, campaignId) => (await campaigns.findCampaigns(ctx, [campaignId])).length > 0,

    async walletOutlook(ctx) {
      const { level, ends_on } = await wallet.loadOutlook(ctx);
      return { is_empty: level === "out", ends_on };
    },
    lostStores: async (ctx) =>
      (await stores.listConnectedStores(ctx))
        .filter(({ status }) => status === "lost")
        .map(({ id, name }) => ({ id, name })),
    lostAdAccounts: adAccounts.listLostAdAccounts,
    expiringAccess: adAccounts.listExpiringAccess,
    failedCampaigns: async (ctx) => (await campaigns.loadCampaignsOverview(ctx)).failed,
  };
}
