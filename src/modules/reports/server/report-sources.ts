import type { Clock } from "#base/server/clock.ts";
import type { Messages } from "#base/server/messages.ts";
import type { AdAccountsFacade } from "#modules/ad-accounts/server/ad-accounts.facade.ts";
import type { BillingFacade } from "#modules/billing/server/billing.facade.ts";
import type { CampaignsFacade } from "#modules/campaigns/server/campaigns.facade.ts";
import type { FiguresFacade } from "#modules/figures/server/figures.facade.ts";
import type { PaymentsFacade } from "#modules/payments/server/payments.facade.ts";
import type { SeasonsFacade } from "#modules/seasons/server/seasons.facade.ts";
import type { StoresFacade } from "#modules/stores/server/stores.facade.ts";
import type { TrackingFacade } from "#modules/tracking/server/tracking.facade.ts";
import type { WalletFacade } from "#modules/wallet/server/wallet.facade.ts";
import { whyHomeIsEmpty } from "./load-reports.ts";
import { toProofInvoices } from "./proof-invoices.ts";
import type { ReportsDeps } from "./reports.routes.ts";
import { cacheAudience } from "./tables/audience-cache.ts";

type Sources = {
  systemClock: Clock;
  figures: FiguresFacade;
  payments: Pick<PaymentsFacade, "listExpiringCards">;
  wallet: WalletFacade;
  billing: Pick<BillingFacade, "streamInvoices">;
  stores: StoresFacade;
  adAccounts: AdAccountsFacade;
  campaigns: CampaignsFacade;
  seasons: SeasonsFacade;
  tracking: Pick<TrackingFacade, "readAttribution">;
  messages: Messages;
};

/** What the screens of figures show beside them: each lower module's data mapped to the reports' types. */
export function reportSources({
  systemClock,
  figures,
  payments,
  wallet,
  billing,
  stores,
  adAccounts,
  campaigns,
  seasons,
  tracking,
  messages,
}: Sources): Omit<ReportsDeps, "custom"> {
  const setupState: ReportsDeps["setupState"] = async (ctx) => {
    const connected = await stores.listConnectedStores(ctx);
    const { has_started } = await campaigns.loadCampaignsOverview(ctx);
    return { is_connected: connected.length > 0, has_campaigns: has_started };
  };
  return {
    systemClock,
    figures,
    campaigns,
    stores,
    seasons,
    tracking,
    messages,
    setupState,
    wallet,
    readAudience: cacheAudience({
      systemClock,
      findOnPlatform: campaigns.findOnPlatform,
      bindAdPlatform: adAccounts.bindAdPlatform,
    }),
    whyEmpty: whyHomeIsEmpty({ figures, setupState }),
    ownsCampaign: async (ctx, campaignId) => (await campaigns.findCampaigns(ctx, [campaignId])).length > 0,
    findCampaigns: campaigns.findCampaigns,
    storeCampaignIds: (ctx, storeId) => campaigns.listCampaignIds(ctx, { storeId }),
    findOnPlatform: campaigns.findOnPlatform,
    bindAdPlatform: adAccounts.bindAdPlatform,
    campaignAds: campaigns.listCampaignAds,
    planCampaigns: campaigns.listPlanCampaigns,

    findEntry: wallet.findEntry,
    findLedgerMonth: wallet.findLedgerMonth,
    streamLedgerEntries: wallet.streamLedgerEntries,
    streamInvoices: (ctx, month) => toProofInvoices(billing.streamInvoices(ctx, month)),
    async findCampaign(ctx, campaignId) {
      const [found] = await campaigns.findCampaigns(ctx, [campaignId]);
      return found && { id: found.id, name: found.name, platform: found.platform };
    },

    async walletOutlook(ctx) {
      const { level, ends_on } = await wallet.loadOutlook(ctx);
      return { is_empty: level === "out", ends_on };
    },
    walletNotices: wallet.loadNotices,
    expiringCards: payments.listExpiringCards,
    lostStores: async (ctx) =>
      (await stores.listConnectedStores(ctx))
        .filter(({ status }) => status === "lost")
        .map(({ id, name }) => ({ id, name })),
    lostAdAccounts: adAccounts.listLostAdAccounts,
    expiringAccess: adAccounts.listExpiringAccess,
    failedCampaigns: (ctx) => campaigns.loadCampaignsOverview(ctx),
  };
}
