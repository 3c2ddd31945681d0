import type { ReactNode } from "react";
import classes from "./waterfall.module.css";
import { toSteps } from "./waterfall-steps.ts";

/** `total`: a bar from zero. `in` and `out`: a bar from where the row above ended; the amount of `out` is positive. */
export type WaterfallRow = {
  key: string;
  kind: "total" | "in" | "out";
  name: ReactNode;
  amount: number;
  /** A quieter line under the name. */
  note?: ReactNode;
};

type Props = { label: string; rows: WaterfallRow[]; amountText: (row: WaterfallRow) => ReactNode };

/**
 * How one amount becomes another: what is added and taken, one row each, in the reading direction. A list of names and
 * amounts to screen readers.
 */
export function Waterfall({ label, rows, amountText }: Props) {
  const steps = toSteps(rows);
  return (
    <ol className={classes.rows} aria-label={label}>
      {rows.map((row, index) => (
        <li key={row.key} className={classes.row} data-kind={row.kind}>
          <span className={classes.name}>
            {row.name}
            {row.note ? <small className={classes.note}>{row.note}</small> : null}
          </span>
          <span className={classes.track} aria-hidden>
            <span
              className={classes.bar}
              style={{
                marginInlineStart: `${(steps[index]?.from ?? 0) * 100}%`,
                inlineSize: `${(steps[index]?.size ?? 0) * 100}%`,
              }}
            />
          </span>
          <span className={classes.amount}>{amountText(row)}</span>
        </li>
      ))}
    </ol>
  );
}
