import { useState } from "react";
import { getItem, setItem } from "#base/web/runtime/storage.ts";
import type { TableColumn } from "../../contract/report-table.calls.ts";
import type { TableTab } from "../../contract/report-tabs.ts";

const toStorageKey = (tab: TableTab) => `rawaj.reports.columns.${tab}`;

/**
 * The columns that this browser shows of a tab, in the table's order; kept until they are chosen anew. Hidden ones are
 * stored, so that a new column is seen.
 */
export function useColumnChoice(tab: TableTab, columns: readonly TableColumn[]) {
  const [hidden, setHidden] = useState<readonly string[]>(() =>
    (getItem(toStorageKey(tab)) ?? "").split(" "),
  );
  const hide = (next: readonly string[]) => {
    setItem(toStorageKey(tab), next.length === 0 ? null : next.join(" "));
    setHidden(next);
  };
  const shown = columns.filter(({ metric }) => !hidden.includes(metric));
  return {
    shown: shown.length === 0 ? columns.slice(0, 1) : shown,
    toggle: (metric: string) =>
      hide(hidden.includes(metric) ? hidden.filter((one) => one !== metric) : [...hidden, metric]),
    reset: () => hide([]),
  };
}
