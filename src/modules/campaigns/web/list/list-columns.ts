import { useState } from "react";
import { getItem, setItem } from "#base/web/runtime/storage.ts";
import { type ListColumn, listColumns } from "../../contract/enums.ts";

const storageKey = "rawaj.campaigns.columns";
/** The dates are on each campaign's page; a row has room for them where somebody wants them. */
const usual: readonly ListColumn[] = listColumns.filter((column) => column !== "dates");

/** The columns this browser shows, in the table's order; kept until they are chosen anew. */
export function useColumnChoice() {
  const [chosen, setChosen] = useState(readChoice);
  const choose = (next: readonly ListColumn[]) => {
    const ordered = listColumns.filter((column) => next.includes(column));
    setItem(storageKey, ordered.join(" "));
    setChosen(ordered);
  };
  return {
    chosen,
    toggle: (column: ListColumn) =>
      choose(chosen.includes(column) ? chosen.filter((one) => one !== column) : [...chosen, column]),
    choose,
    reset: () => choose(usual),
  };
}

function readChoice(): readonly ListColumn[] {
  const stored = getItem(storageKey);
  return stored === null ? usual : listColumns.filter((column) => stored.split(" ").includes(column));
}

const figureColumns = new Set<ListColumn>([
  "spend",
  "orders",
  "sales",
  "roas_placed",
  "roas_delivered",
  "cost_per_order",
]);
/** A column of the period's figures: a campaign without figures has none of them. */
export const isFigureColumn = (column: ListColumn): boolean => figureColumns.has(column);
