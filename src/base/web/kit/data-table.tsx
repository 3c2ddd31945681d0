// biome-ignore-all lint/a11y/noRedundantRoles: cards on a phone are display: block, which makes browsers forget table roles
import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import classes from "./data-table.module.css";

/** `main` is the column that names the row: a card's heading on a phone. `figure` columns have tabular digits. */
export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  kind?: "main" | "figure" | "actions" | "plain";
  sortable?: boolean;
};
export type Sorting = { key: string; direction: "asc" | "desc" };

type Props<Row> = {
  /** The table's caption, for screen readers. */
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  sorting?: Sorting;
  /** The server sorts and paginates; the table only requests it. */
  onSort?: (sorting: Sorting) => void;
  /** Old rows stay, faded, while new ones are loading. */
  busy?: boolean;
};

/** A table that becomes cards on a phone: same cells, each with its column's name beside it. */
export function DataTable<Row>({ caption, columns, rows, rowKey, sorting, onSort, busy }: Props<Row>) {
  return (
    <div className={classes.frame} aria-busy={busy ?? false}>
      <table className={classes.table} role="table">
        <caption className="visually-hidden">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} sorting={sorting} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowKey(row)} role="row" className={classes.row}>
              {columns.map((column) => (
                <td
                  key={column.key}
                  role="cell"
                  data-kind={column.kind ?? "plain"}
                  className={column.kind === "figure" ? "figures" : undefined}
                >
                  {column.kind === "main" || column.kind === "actions" ? null : (
                    <span className={classes.name} aria-hidden>
                      {column.header}
                    </span>
                  )}
                  <div className={classes.value}>{column.cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type HeaderProps<Row> = {
  column: Column<Row>;
  sorting: Sorting | undefined;
  onSort: ((sorting: Sorting) => void) | undefined;
};

function HeaderCell<Row>({ column, sorting, onSort }: HeaderProps<Row>) {
  const { t } = useTranslation("base");
  const direction = sorting?.key === column.key ? sorting.direction : null;
  const words =
    column.kind === "actions" ? <span className="visually-hidden">{column.header}</span> : column.header;
  if (!column.sortable || !onSort)
    return (
      <th role="columnheader" scope="col">
        {words}
      </th>
    );
  const Icon = direction === null ? IconArrowsSort : direction === "asc" ? IconArrowUp : IconArrowDown;
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={direction === null ? "none" : direction === "asc" ? "ascending" : "descending"}
    >
      <button
        type="button"
        className={classes.sort}
        title={t("sort_by", { column: column.header })}
        onClick={() => onSort({ key: column.key, direction: direction === "desc" ? "asc" : "desc" })}
      >
        {words}
        <Icon size={15} aria-hidden />
      </button>
    </th>
  );
}
