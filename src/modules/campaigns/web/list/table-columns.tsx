import type { ReactNode } from "react";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { Figure } from "#base/web/kit/text.tsx";
import { readSales } from "#modules/figures/contract/counted-sales.ts";
import type { CountedOrders } from "#modules/merchants/contract/enums.ts";
import type { ListColumn, SortKey } from "../../contract/enums.ts";
import type { ListRow, ListTotals } from "../../contract/list.ts";
import { Change, Riyals, Times } from "./amounts.tsx";
import { BudgetCell } from "./budget-cell.tsx";
import { CostCell, DaysCell, PaceBar, ReturnCell, TodayCell } from "./cells.tsx";
import { DatesCell } from "./dates-cell.tsx";
import { columnNames } from "./list-columns.ts";

/** What cells need besides their row; `counted`: which orders are sales, orders and the return that is judged. */
export type CellContext = {
  counted: CountedOrders;
  usualShare: number | null;
  to: RiyadhDay;
  today: RiyadhDay;
};

type Counted = Pick<CellContext, "counted">;

export type TableColumn = {
  sort?: SortKey;
  /** The heading names riyals. */
  isMoney?: boolean;
  cell(row: ListRow, context: CellContext): ReactNode;
  /** In the totals row; none where nothing adds up. */
  total?(totals: ListTotals, context: Counted): ReactNode;
};

const toReturnColumn = (of: CountedOrders): TableColumn => ({
  sort: `roas_${of}`,
  cell: (row, { counted }) => <ReturnCell row={row} of={of} counted={counted} />,
  total: ({ totals, previous }) => {
    const [now, before] = [readSales(totals, of).roas, readSales(previous, of).roas];
    return (
      <>
        <Times value={now} />
        <Change now={now} before={before} better="up" />
      </>
    );
  },
});

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
    cell: ({ figures }, { counted }) => <Figure value={figures ? readSales(figures, counted).orders : 0} />,
    total: ({ totals, previous }, { counted }) => {
      const [now, before] = [readSales(totals, counted).orders, readSales(previous, counted).orders];
      return (
        <>
          <Figure value={now} />
          <Change now={now} before={before} better="up" />
        </>
      );
    },
  },
  sales: {
    isMoney: true,
    cell: ({ figures }, { counted }) => (
      <Riyals halalas={figures ? readSales(figures, counted).halalas : null} />
    ),
    total: ({ totals, previous }, { counted }) => {
      const [now, before] = [readSales(totals, counted).halalas, readSales(previous, counted).halalas];
      return (
        <>
          <Riyals halalas={now} />
          <Change now={now} before={before} better="up" />
        </>
      );
    },
  },
  roas_placed: toReturnColumn("placed"),
  roas_delivered: toReturnColumn("delivered"),
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

/** The name of a column in the list's texts, and what it sorts by: of the counted orders where the column shows them. */
export function toHead(column: ListColumn, counted: CountedOrders) {
  if (column !== "orders" && column !== "sales") return { name: column, sort: tableColumns[column].sort };
  const name = columnNames[counted][column];
  return { name, sort: name };
}
