import type { ReactNode } from "react";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { Figure } from "#base/web/kit/text.tsx";
import { getDeliveredReturn } from "#modules/figures/contract/delivered-return.ts";
import type { ListColumn, SortKey } from "../../contract/enums.ts";
import type { ListRow, ListTotals } from "../../contract/list.ts";
import { Change, Riyals, Times } from "./amounts.tsx";
import { BudgetCell } from "./budget-cell.tsx";
import { CostCell, DaysCell, DeliveredCell, PaceBar, TodayCell } from "./cells.tsx";
import { DatesCell } from "./dates-cell.tsx";

/** What cells need besides their row. */
export type CellContext = { usualShare: number | null; to: RiyadhDay; today: RiyadhDay };

export type TableColumn = {
  sort?: SortKey;
  /** The heading names riyals. */
  isMoney?: boolean;
  cell(row: ListRow, context: CellContext): ReactNode;
  /** In the totals row; none where nothing adds up. */
  total?(totals: ListTotals): ReactNode;
};

/** The columns that can be chosen, each with its cell and what it adds up to. */
export const tableColumns: Record<ListColumn, TableColumn> = {
  budget: {
    sort: "budget",
    isMoney: true,
    cell: (row) => <BudgetCell row={row} />,
    total: ({ daily_budget_halalas }) => <Riyals halalas={daily_budget_halalas} />,
  },
  today: {
    isMoney: true,
    cell: (row, { usualShare }) => <TodayCell row={row} usualShare={usualShare} />,
    total: ({ spend_today_halalas, daily_budget_halalas, usual_share_today }) => (
      <PaceBar spent={spend_today_halalas} budget={daily_budget_halalas} usualShare={usual_share_today} />
    ),
  },
  spend: {
    sort: "spend",
    isMoney: true,
    cell: ({ figures }) => <Riyals halalas={figures?.spend_halalas ?? null} />,
    total: ({ totals, previous }) => (
      <>
        <Riyals halalas={totals.spend_halalas} />
        <Change now={totals.spend_halalas} before={previous.spend_halalas} />
      </>
    ),
  },
  orders: {
    sort: "orders",
    cell: ({ figures }) => <Figure value={figures?.orders_placed ?? 0} />,
    total: ({ totals, previous }) => (
      <>
        <Figure value={totals.orders_placed} />
        <Change now={totals.orders_placed} before={previous.orders_placed} better="up" />
      </>
    ),
  },
  sales: {
    sort: "sales",
    isMoney: true,
    cell: ({ figures }) => <Riyals halalas={figures?.sales_placed_halalas ?? null} />,
    total: ({ totals, previous }) => (
      <>
        <Riyals halalas={totals.sales_placed_halalas} />
        <Change now={totals.sales_placed_halalas} before={previous.sales_placed_halalas} better="up" />
      </>
    ),
  },
  roas_placed: {
    sort: "roas_placed",
    cell: ({ figures }) => <Times value={figures?.roas_placed ?? null} />,
    total: ({ totals, previous }) => (
      <>
        <Times value={totals.roas_placed} />
        <Change now={totals.roas_placed} before={previous.roas_placed} better="up" />
      </>
    ),
  },
  roas_delivered: {
    sort: "roas_delivered",
    cell: (row) => <DeliveredCell row={row} />,
    total: ({ totals, previous }) => (
      <>
        <Times value={getDeliveredReturn(totals)} />
        <Change now={getDeliveredReturn(totals)} before={getDeliveredReturn(previous)} better="up" />
      </>
    ),
  },
  cost_per_order: {
    sort: "cost_per_order",
    isMoney: true,
    cell: (row) => <CostCell row={row} />,
    total: ({ totals, previous }) => (
      <>
        <Riyals halalas={totals.cost_per_order_halalas} decimals />
        <Change now={totals.cost_per_order_halalas} before={previous.cost_per_order_halalas} better="down" />
      </>
    ),
  },
  days: { cell: (row, { to, today }) => <DaysCell row={row} to={to} today={today} /> },
  dates: { sort: "start", cell: (row) => <DatesCell row={row} /> },
};
