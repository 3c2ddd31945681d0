import type { ReactNode } from "react";
import classes from "./bar-list.module.css";

type Bar = { key: string; name: ReactNode; value: number; text: ReactNode };

/** The largest rows as bars, each with its name and value: a list to screen readers. */
export function BarList({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const widest = Math.max(0, ...bars.map(({ value }) => value));
  return (
    <ol className={classes.bars} aria-label={label}>
      {bars.map(({ key, name, value, text }) => (
        <li key={key}>
          <span>{name}</span>
          <span>{text}</span>
          <span className={classes.track} aria-hidden>
            <span
              className={classes.bar}
              style={{ inlineSize: `${widest > 0 ? (Math.max(0, value) / widest) * 100 : 0}%` }}
            />
          </span>
        </li>
      ))}
    </ol>
  );
}
