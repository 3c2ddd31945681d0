import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { RiyalSign } from "#base/web/kit/money.tsx";
import type { ListColumn, SortKey } from "../../contract/enums.ts";
import type { ListRow, ListTotals } from "../../contract/list.ts";
import classes from "./campaigns-table.module.css";
import { NameCell, NoFigures } from "./cells.tsx";
import { isFigureColumn } from "./list-columns.ts";
import type { ListState } from "./list-state.ts";
import { OnOff } from "./on-off.tsx";
import { RowMenu } from "./row-menu.tsx";
import { SelectPage, SelectRow } from "./select-boxes.tsx";
import { type CellContext, tableColumns, toHead } from "./table-columns.tsx";
import type { Selection } from "./use-selection.ts";

export type ListProps = {
  rows: readonly ListRow[];
  totals: ListTotals | null;
  columns: readonly ListColumn[];
  context: CellContext;
  selection: Selection;
  sorting: Pick<ListState, "sort" | "order">;
  onSort: (sorting: Pick<ListState, "sort" | "order">) => void;
  onDuplicate: (row: ListRow) => void;
  /** Old rows stay, faded, while new ones are loading. */
  isBusy: boolean;
};

/** The list on a wide screen. Its head and the sums of all that it finds stay in sight while the rows scroll. */
export function CampaignsTable(props: ListProps) {
  const { t } = useTranslation(["campaigns_list", "campaigns"]);
  const { rows, totals, columns, context, selection, isBusy } = props;
  return (
    <div className={classes.frame} aria-busy={isBusy}>
      <table className={classes.table}>
        <caption className="visually-hidden">{t("campaigns:title")}</caption>
        <thead>
          <tr>
            <th scope="col" className={classes.select}>
              <span className="visually-hidden">{t("select")}</span>
              <SelectPage selection={selection} />
            </th>
            <HeadCell {...props} sort="name" label={t("campaigns:columns.name")} />
            {columns.map((column) => {
              const { name, sort } = toHead(column, context.counted);
              return (
                <HeadCell
                  key={column}
                  {...props}
                  sort={sort}
                  label={t(`campaigns:columns.${name}`)}
                  column={column}
                />
              );
            })}
            <th scope="col">
              <span className="visually-hidden">{t("campaigns:columns.actions")}</span>
            </th>
          </tr>
          {totals ? <TotalsRow columns={columns} totals={totals} context={context} /> : null}
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={row.id} row={row} {...props} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type HeadProps = Pick<ListProps, "sorting" | "onSort"> & {
  label: string;
  sort?: SortKey | undefined;
  column?: ListColumn;
};

function HeadCell({ label, sort, column, sorting, onSort }: HeadProps) {
  const { t } = useTranslation("base");
  const order = sort !== undefined && sorting.sort === sort ? sorting.order : null;
  const words = (
    <>
      {label} {column && tableColumns[column].isMoney ? <RiyalSign /> : null}
    </>
  );
  const Icon = order === "asc" ? IconArrowUp : IconArrowDown;
  return (
    <th
      scope="col"
      data-column={column ?? "name"}
      aria-sort={order === null ? undefined : order === "asc" ? "ascending" : "descending"}
    >
      {sort ? (
        <button
          type="button"
          className={classes.sort}
          title={t("sort_by", { column: label })}
          onClick={() => onSort({ sort, order: order === "desc" ? "asc" : "desc" })}
        >
          {words}
          {order ? <Icon size={15} aria-hidden /> : null}
        </button>
      ) : (
        words
      )}
    </th>
  );
}

/** The sums of all pages, with the change against the days before. */
function TotalsRow({
  columns,
  totals,
  context,
}: Pick<ListProps, "columns" | "context"> & { totals: ListTotals }) {
  const { t } = useTranslation("campaigns_list");
  return (
    <tr className={classes.totals}>
      <th scope="row" colSpan={2}>
        {t("sum_of", { count: totals.campaigns })}
        <small>{t("active_of_them", { count: totals.active })}</small>
      </th>
      {columns.map((column) => (
        <td key={column} data-column={column}>
          <div className={classes.stack}>{tableColumns[column].total?.(totals, context)}</div>
        </td>
      ))}
      <td />
    </tr>
  );
}

function TableRow({ row, columns, context, selection, onDuplicate }: ListProps & { row: ListRow }) {
  return (
    <tr className={classes.row} data-campaign={row.id} data-selected={selection.has(row.id)}>
      <td className={classes.select}>
        <SelectRow row={row} selection={selection} />
      </td>
      <td data-column="name">
        <div className={classes.lead}>
          <OnOff row={row} />
          <NameCell row={row} />
        </div>
      </td>
      <Cells row={row} columns={columns} context={context} />
      <td className={classes.menu}>
        <RowMenu row={row} onDuplicate={onDuplicate} />
      </td>
    </tr>
  );
}

/** Without figures their columns are one cell that says why. */
function Cells({ row, columns, context }: Pick<ListProps, "columns" | "context"> & { row: ListRow }) {
  const first = columns.find(isFigureColumn);
  const figureCount = columns.filter(isFigureColumn).length;
  return columns.map((column) => {
    if (row.figures === null && isFigureColumn(column))
      return column === first ? (
        <td key={column} colSpan={figureCount}>
          <NoFigures row={row} />
        </td>
      ) : null;
    return (
      <td key={column} data-column={column}>
        {tableColumns[column].cell(row, context)}
      </td>
    );
  });
}
