import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { getDirection, useLanguage } from "../runtime/preferences.ts";
import classes from "./heat-map.module.css";

type Head = { key: string; name: string; label?: string };

type Props = {
  label: string;
  /** What the rows are, above them. */
  corner: string;
  rows: readonly Head[];
  /** Written from left to right in both languages, as time is. */
  columns: readonly Head[];
  /** Null is no data, which is not zero. */
  value: (row: string, column: string) => number | null;
  valueText: (value: number) => string;
};

const steps = 5;

/**
 * A table whose cells are darker the larger their value; a legend says how. The rows' names stand where reading begins:
 * on the right in Arabic, though the columns go from left to right. Arrow keys move through the cells, and the
 * cell's row, column and value are written below it.
 */
export function HeatMap({ label, corner, rows, columns, value, valueText }: Props) {
  const { t } = useTranslation("base");
  const rtl = getDirection(useLanguage()) === "rtl";
  const [at, setAt] = useState({ row: 0, column: 0 });
  const [isShown, setShown] = useState(false);
  const body = useRef<HTMLTableElement>(null);
  const values = rows.map((row) => columns.map((column) => value(row.key, column.key)));
  const most = Math.max(0, ...values.flat().map((one) => one ?? 0));
  const toStep = (one: number | null) =>
    one === null || one === 0 || most === 0 ? 0 : Math.ceil((one / most) * steps);
  const write = (one: number | null) => (one === null ? t("no_data") : valueText(one));
  const chosen = values[at.row]?.[at.column] ?? null;

  const move = (event: KeyboardEvent) => {
    const [down, right] = moves[event.key] ?? [0, 0];
    if (down === 0 && right === 0) return;
    event.preventDefault();
    const row = Math.min(rows.length - 1, Math.max(0, at.row + down));
    const column = Math.min(columns.length - 1, Math.max(0, at.column + right));
    setAt({ row, column });
    body.current?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`)?.focus();
  };

  return (
    <figure className={classes.figure}>
      <div className={classes.scroll} dir="ltr">
        <table
          ref={body}
          className={classes.map}
          aria-label={label}
          onKeyDown={move}
          onPointerLeave={() => setShown(false)}
          onBlur={() => setShown(false)}
        >
          <thead>
            <tr>
              {inReadingOrder(
                rtl,
                <th key="corner" scope="col">
                  <span className="visually-hidden">{corner}</span>
                </th>,
                columns.map((column) => (
                  <th key={column.key} scope="col">
                    {column.name}
                  </th>
                )),
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, down) => (
              <tr key={row.key}>
                {inReadingOrder(
                  rtl,
                  <th key="name" scope="row">
                    <bdi>{row.name}</bdi>
                  </th>,
                  columns.map((column, right) => (
                    <td
                      key={column.key}
                      data-cell={`${down}:${right}`}
                      data-step={toStep(values[down]?.[right] ?? null)}
                      tabIndex={at.row === down && at.column === right ? 0 : -1}
                      onFocus={() => {
                        setAt({ row: down, column: right });
                        setShown(true);
                      }}
                      onPointerEnter={() => {
                        setAt({ row: down, column: right });
                        setShown(true);
                      }}
                    >
                      <span className="visually-hidden">{write(values[down]?.[right] ?? null)}</span>
                    </td>
                  )),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <figcaption className={classes.caption}>
        <span aria-hidden className={classes.reading}>
          {isShown ? (
            <>
              <bdi>{rows[at.row]?.name}</bdi>{" "}
              <bdi dir="ltr">{columns[at.column]?.label ?? columns[at.column]?.name}</bdi>:{" "}
              <strong>{write(chosen)}</strong>
            </>
          ) : null}
        </span>
        <span className={classes.legend} dir="ltr" aria-hidden>
          <bdi>{write(0)}</bdi>
          {Array.from({ length: steps + 1 }, (_, step) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a scale have no other name
            <i key={step} data-step={step} />
          ))}
          <bdi>{write(most)}</bdi>
        </span>
      </figcaption>
    </figure>
  );
}

const inReadingOrder = (rtl: boolean, head: ReactNode, cells: readonly ReactNode[]): ReactNode[] =>
  rtl ? [...cells, head] : [head, ...cells];

const moves: Record<string, readonly [down: number, right: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};
