import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { type ReportTab, reportTabs } from "../../contract/report-tabs.ts";
import { tabComponents } from "../report-tabs.ts";
import classes from "./frame.module.css";
import { type ReportState, toReportSearch } from "./report-state.ts";

/** The row of tabs: links that keep the period and the filters. */
export function TabRow({ state }: { state: ReportState }) {
  const { t } = useTranslation("reports_frame");
  const row = useRef<HTMLElement>(null);
  // On a phone the row is wider than the screen: the chosen tab is scrolled into view.
  useEffect(() => {
    const chosen = row.current?.querySelector(`[data-tab="${state.tab}"]`);
    chosen?.scrollIntoView?.({ inline: "center", block: "nearest" });
  }, [state.tab]);
  return (
    <nav ref={row} className={classes.tabs} aria-label={t("tabs_label")}>
      {reportTabs.filter(isShown).map((tab) => (
        <Link
          key={tab}
          to="/reports"
          search={toReportSearch(withTab(state, tab)) as never}
          resetScroll={false}
          // The router takes an address without a tab as part of every other: only this row knows which is chosen.
          activeOptions={{ exact: true, includeSearch: true }}
          className={classes.tab}
          data-tab={tab}
          aria-current={tab === state.tab ? "page" : undefined}
        >
          {t(`tabs.${tab}`)}
        </Link>
      ))}
    </nav>
  );
}

export const isShown = (tab: ReportTab): boolean => tab in tabComponents;

/** Another tab has other rows, so its order is its own. */
function withTab({ by: _, sort: __, order: ___, ...state }: ReportState, tab: ReportTab): ReportState {
  return { ...state, tab };
}
