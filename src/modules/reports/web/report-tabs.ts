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
};
