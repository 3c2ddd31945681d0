import type { ReactNode } from "react";
import type { DateStyle } from "../runtime/dates.ts";
import { keepOrder, useFormat } from "../runtime/format.ts";
import { useNow } from "../runtime/now.ts";
import { useCalendar } from "../runtime/preferences.ts";
import classes from "./text.module.css";

/** A figure, phone number, link or code inside a sentence: always left to right, in its own isolate. */
export function Ltr({ children }: { children: ReactNode }) {
  return <bdi dir="ltr">{typeof children === "string" ? keepOrder(children) : children}</bdi>;
}

/** Text a person wrote, in its own direction. A handle among Arabic words keeps its sign before it. */
export function UserText({ children }: { children: ReactNode }) {
  const words = typeof children === "string" ? children.replace(/(?<=^|[\s(])@(?=\w)/g, "\u200E@") : children;
  return <bdi dir="auto">{words}</bdi>;
}

/** A person's text on one line that is cut at the text's own end: an Arabic name in an English list keeps its first words. */
export function UserLine({ children }: { children: string }) {
  return (
    <bdi dir="auto" className={classes.line}>
      {children}
    </bdi>
  );
}

/** A plain count or ratio: `decimals` 0 by default, `after` for a unit such as ×. */
export function Figure({
  value,
  decimals = 0,
  after = "",
}: {
  value: number;
  decimals?: number;
  after?: string;
}) {
  const format = useFormat();
  return <bdi dir="ltr" className="figures">{`${format.number(value, decimals)}${after}`}</bdi>;
}

/** Whole seconds that are left, as minutes and seconds: "1:05". */
export function TimeLeft({ seconds }: { seconds: number }) {
  const format = useFormat();
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return (
    <bdi dir="ltr" className="figures" data-testid="countdown">
      {`${format.number(minutes)}:${rest < 10 ? format.number(0) : ""}${format.number(rest)}`}
    </bdi>
  );
}

/** A day in Riyadh, Gregorian: "21 نوفمبر 2026"; with the Hijri one behind it where the reader chose so and it is not short. */
export function DateText({ at, style = "day" }: { at: string | Date; style?: DateStyle }) {
  const format = useFormat();
  const hasHijri = useCalendar() === "both" && style !== "short";
  return (
    <time dateTime={iso(at)}>
      {format.date(at, style)}
      {hasHijri ? <bdi className={classes.hijri}> ({format.hijri(at)})</bdi> : null}
    </time>
  );
}

/** A time of day in Riyadh: "9:00 ص". */
export function TimeText({ at }: { at: string | Date }) {
  return <time dateTime={iso(at)}>{useFormat().time(at)}</time>;
}

/**
 * "قبل 3 دقائق" of something that has happened, by the product's clock; the whole date is in its title. An event may be
 * ahead of this screen's clock, which only responses correct: a past event is never shown as "in 2 minutes".
 */
export function RelativeTime({ at }: { at: string | Date }) {
  const format = useFormat();
  const now = useNow(30);
  const since = new Date(Math.max(now.getTime(), new Date(at).getTime()));
  return (
    <time dateTime={iso(at)} title={`${format.date(at, "full")}، ${format.time(at)}`}>
      {format.relative(at, since)}
    </time>
  );
}

const iso = (at: string | Date) => new Date(at).toISOString();
