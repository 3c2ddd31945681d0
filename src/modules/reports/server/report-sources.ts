import type { Clock } from "#base/server/clock.ts";
import type { AdAccountsFacade } from "#modules/ad-accounts/server/ad-accounts.facade.ts";
import type { BillingFacade } from "#modules/billing/server/billing.facade.ts";
import type { CampaignsFacade } from "#modules/campaigns/server/campaigns.facade.ts";
import type { FiguresFacade } from "#modules/figures/server/figures.facade.ts";
import type { PaymentsFacade } from "#modules/payments/server/payments.facade.ts";
import type { StoresFacade } from "#modules/stores/server/stores.facade.ts";
import type { WalletFacade } from "#modules/wallet/server/wallet.facade.ts";
import { toProofInvoices } from "./proof-invoices.ts";
import type { ReportsDeps } from "./reports.routes.ts";

type Sources = {
  systemClock: Clock;
  figures: FiguresFacade;
  payments: Pick<PaymentsFacade, "listExpiringCards">;
  wallet: WalletFacade;
  billing: Pick<BillingFacade, "streamInvoices">;
  stores: StoresFacade;
  adAccounts: AdAccountsFacade;
  campaigns: CampaignsFacade;
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
}: Sources): ReportsDeps {
  return {
    systemClock,
    figures,
    campaigns,
    stores,

    async setupState(ctx) {
      const connected = await stores.listConnectedStores(ctx);
      const { has_started } = await campaigns.loadCampaignsOverview(ctx);
      return { is_connected: connected.length > 0, has_campaigns: has_started };
    },
    ownsCampaign: async (ctx, campaignId) => (await campaigns.findCampaigns(ctx, [campaignId])).length > 0,
    findOnPlatform: campaigns.findOnPlatform,
    bindAdPlatform: adAccounts.bindAdPlatform,
    campaignAds: campaigns.listCampaignAds,
    planCampaigns: campaigns.listPlanCampaignIds,

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
