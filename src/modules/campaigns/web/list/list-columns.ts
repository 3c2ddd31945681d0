import { useState } from "react";
import { getItem, setItem } from "#base/web/runtime/storage.ts";
import type { CountedOrders } from "#modules/merchants/contract/enums.ts";
import { type ListColumn, listColumns } from "../../contract/enums.ts";

/** The keys of the names of sales, orders and return, in the texts of the list's columns; the sort keys are the same. */
export const columnNames = {
  placed: { orders: "orders", sales: "sales", roasShort: "roas_placed_short" },
  delivered: { orders: "orders_delivered", sales: "sales_delivered", roasShort: "roas_delivered_short" },
} as const satisfies Record<CountedOrders, object>;

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
