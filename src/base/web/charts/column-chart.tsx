import classes from "./column-chart.module.css";

type Column = {
  key: string;
  /** Written below the column where there is room for it. */
  short: string | null;
  /** The column in words: "6 pm: 12 clicks". */
  text: string;
  value: number;
};

/** A few dozen counts as columns, from left to right in both languages; a list to screen readers. */
export function ColumnChart({ label, columns }: { label: string; columns: readonly Column[] }) {
  const highest = Math.max(0, ...columns.map(({ value }) => value));
  return (
    <ol className={classes.chart} dir="ltr" aria-label={label}>
      {columns.map(({ key, short, text, value }) => (
        <li key={key} title={text}>
          <span className="visually-hidden">{text}</span>
          <span className={classes.frame} aria-hidden>
            <span
              className={classes.column}
              data-highest={(value > 0 && value === highest) || undefined}
              style={{ blockSize: `${highest > 0 ? (value / highest) * 100 : 0}%` }}
            />
          </span>
          <span className={classes.short} aria-hidden>
            {short}
          </span>
        </li>
      ))}
    </ol>
  );
}
