import { Button } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { RiyalSign } from "#base/web/kit/money.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { useIsAtLeast } from "#base/web/runtime/screen.ts";
import type { ReportTable, TableColumn, TableRow } from "../../contract/report-table.calls.ts";
import type { TableTab } from "../../contract/report-tabs.ts";
import { ByChoice } from "./by-choice.tsx";
import { useColumnChoice } from "./column-choice.ts";
import { ColumnsMenu } from "./columns-menu.tsx";
import { MetricHelp } from "./metric-help.tsx";
import { isMoney, ReportValue, ValueChange } from "./report-value.tsx";
import classes from "./tabs.module.css";
import type { UseTab } from "./use-tab.ts";

type Props = {
  tab: TableTab;
  title: string;
  table: ReportTable;
  view: UseTab;
  name: (row: TableRow) => ReactNode;
  /** Amounts with their halalas. */
  exact?: boolean;
  /** Whether a row still changes. */
  isUnsettled?: (row: TableRow) => boolean;
};

/** Columns of a card on a phone; the others are chosen by their menu. */
const cardColumns = 6;

/**
 * A tab's rows: the sums first, under the head, then one row each, with the change against the days before. Cards on a
 * phone. A column's head sorts, and explains its metric.
 */
export function ReportTableView({ tab, title, table, view, name, exact = false, isUnsettled }: Props) {
  const { t } = useTranslation("reports_tabs");
  const choice = useColumnChoice(tab, table.columns);
  const isWide = useIsAtLeast("tablet");
  const columns = isWide ? choice.shown : choice.shown.slice(0, cardColumns);
  const { fetchNextPage, isFetchingNextPage, isPlaceholderData: isBusy } = view.table;
  const shared = { table, columns, exact };
  return (
    <Card
      title={title}
      aside={
        <div className={classes.tools}>
          <ByChoice options={view.options} value={view.by} onChange={view.setBy} />
          <ColumnsMenu columns={table.columns} choice={choice} />
        </div>
      }
    >
      <div className={classes.tableFrame} aria-busy={isBusy}>
        <table className={classes.table} data-cards={!isWide}>
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t(`by.${view.by}`)}</th>
              {columns.map((column) => (
                <HeadCell key={column.metric} column={column} view={view} />
              ))}
            </tr>
          </thead>
          <tbody>
            <tr className={classes.totals}>
              <th scope="row">{t("sum_of", { count: table.count })}</th>
              <Cells {...shared} values={table.total} before={table.total_before} />
            </tr>
            {table.rows.map((row) => (
              <tr key={row.key} className={isUnsettled?.(row) ? classes.unsettled : undefined}>
                <th scope="row">{name(row)}</th>
                <Cells {...shared} values={row.values} before={row.before} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {table.next ? (
        <div className={classes.more}>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t("more_rows")}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}

function HeadCell({ column: { metric, unit, name }, view }: { column: TableColumn; view: UseTab }) {
  const { t } = useTranslation("base");
  const order = view.sorting.sort === metric ? (view.sorting.order ?? "desc") : null;
  const Icon = order === "asc" ? IconArrowUp : IconArrowDown;
  return (
    <th scope="col" aria-sort={order === null ? undefined : order === "asc" ? "ascending" : "descending"}>
      <span className={classes.head}>
        <button
          type="button"
          className={classes.sort}
          title={t("sort_by", { column: name })}
          onClick={() => view.setSort(metric)}
        >
          {name} {isMoney(unit) ? <RiyalSign /> : null}
          {order ? <Icon size={15} aria-hidden /> : null}
        </button>
        <MetricHelp metric={metric} name={name} />
      </span>
    </th>
  );
}

type CellsProps = {
  table: ReportTable;
  columns: readonly TableColumn[];
  exact: boolean;
  values: readonly (number | null)[];
  before: readonly (number | null)[] | null;
};

function Cells({ table, columns, exact, values, before }: CellsProps) {
  return columns.map((column) => {
    const at = table.columns.indexOf(column);
    const value = values[at] ?? null;
    return (
      <td key={column.metric}>
        <span className={classes.cellName} aria-hidden>
          {column.name} {isMoney(column.unit) ? <RiyalSign /> : null}
        </span>
        <span className={classes.cell}>
          <ReportValue value={value} unit={column.unit} exact={exact} />
          <ValueChange metric={column.metric} now={value} before={before?.[at]} />
        </span>
      </td>
    );
  });
}
