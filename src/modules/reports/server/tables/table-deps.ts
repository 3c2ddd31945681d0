import type { ReadContext } from "#base/server/context.ts";
import type { Messages } from "#base/server/messages.ts";
import type { Language } from "#base/shared/language.ts";
import type { Period } from "#base/shared/period.ts";
import type { CampaignsFacade } from "#modules/campaigns/server/campaigns.facade.ts";
import type { FiguresFacade } from "#modules/figures/server/figures.facade.ts";
import type { StoresFacade } from "#modules/stores/server/stores.facade.ts";
import type { WalletFacade } from "#modules/wallet/server/wallet.facade.ts";
import type { ReportScope } from "../../contract/report-scope.ts";
import type { TableBreakdown, TableEmptiness, TableNote } from "../../contract/report-tabs.ts";
import type { loadAudience } from "../load-audience.ts";
import type { TabContent } from "./report-table.ts";
import type { PeriodDeps } from "./resolve-period.ts";

export type TableDeps = PeriodDeps & {
  figures: FiguresFacade;
  campaigns: Pick<CampaignsFacade, "findCampaigns" | "listCampaignIds" | "listAds">;
  stores: Pick<StoresFacade, "listStoreNames" | "listProductNames">;
  wallet: Pick<WalletFacade, "sumSettledSpend" | "sumFees" | "listAdSpendMonths" | "adSpendInvoicing">;
  /** Who saw a campaign, as its platform says it; kept for ten minutes. */
  readAudience: ReturnType<typeof loadAudience>;
  messages: Messages;
  /** Why there are no figures at all; null when there are some. */
  whyEmpty(ctx: ReadContext): Promise<TableEmptiness>;
};

/** A scope as the tabs read it. */
export type ResolvedScope = Pick<ReportScope, "store_id" | "city" | "platform"> & {
  language: Language;
  by: TableBreakdown;
  period: Period;
  compared: Period | null;
  /** The campaigns that are left by the filters; null where they leave out none. */
  campaignIds: readonly string[] | null;
  /** Those of them that lead to the chosen store: what they cost is the store's. */
  spendCampaignIds: readonly string[] | null;
};

/** Loads one tab. Its notes say what a reader has to know of its figures. */
export type LoadTab = (
  deps: TableDeps,
  ctx: ReadContext,
  scope: ResolvedScope,
) => Promise<TabContent & { notes: TableNote[] }>;
