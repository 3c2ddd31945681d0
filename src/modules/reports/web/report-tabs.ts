import { type ComponentType, lazy } from "react";
import { preloadMessages } from "#base/web/runtime/i18n.ts";
import type { ReportScope } from "../contract/report-scope.ts";
import type { ReportTab } from "../contract/report-tabs.ts";

/** Every tab's component: what the scope narrows it to is all it is given. `from` and `to` are always set. */
export type TabProps = { scope: ReportScope };

/** A tab whose file and texts are loaded when it is first opened. */
const lazyTab = (load: () => Promise<ComponentType<TabProps>>, ...texts: string[]) =>
  lazy(async () => {
    const [Tab] = await Promise.all([load(), preloadMessages(texts)]);
    return { default: Tab };
  });

/**
 * The tabs that exist, by their name in the address; the order is that of `reportTabs`, and a tab without a component is
 * not shown.
 */
export const tabComponents: Partial<Record<ReportTab, ComponentType<TabProps>>> = {
  overview: lazyTab(async () => (await import("./tabs/overview-tab.tsx")).OverviewTab, "reports_tabs"),
  campaigns: lazyTab(async () => (await import("./tabs/campaigns-tab.tsx")).CampaignsTab, "reports_tabs"),
  ads: lazyTab(async () => (await import("./tabs/ads-tab.tsx")).AdsTab, "reports_tabs"),
  products: lazyTab(async () => (await import("./tabs/products-tab.tsx")).ProductsTab, "reports_tabs"),
  cities: lazyTab(async () => (await import("./tabs/cities-tab.tsx")).CitiesTab, "reports_tabs"),
  hours: lazyTab(async () => (await import("./tabs/hours-tab.tsx")).HoursTab, "reports_tabs"),
  audience: lazyTab(async () => (await import("./tabs/audience-tab.tsx")).AudienceTab, "reports_tabs"),
  orders: lazyTab(async () => (await import("./orders/orders-tab.tsx")).OrdersTab, "reports_orders"),
  truth: lazyTab(
    async () => (await import("./truth/truth-tab.tsx")).TruthTab,
    "reports_truth",
    "tracking_restatements",
  ),
  money: lazyTab(async () => (await import("./tabs/money-tab.tsx")).MoneyTab, "reports_tabs"),
};
