import { type KeyboardEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#base/web/runtime/format.ts";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import {
  type HourPlan,
  isInPlan,
  paintHours,
  type WeekHour,
} from "#modules/ad-accounts/contract/hour-plan.ts";
import { toInstant } from "./hour-plan-text.ts";
import classes from "./hours.module.css";
import { moveCursor } from "./move-cursor.ts";
import { toPlace, usePainting } from "./use-painting.ts";

type Props = {
  plan: HourPlan;
  /** The hours shown, in order: a phone shows a quarter of the day at a time. */
  hours: readonly number[];
  onChange: (plan: HourPlan) => void;
};
const weekdays = [0, 1, 2, 3, 4, 5, 6];

/**
 * Days by hours, painted by dragging sideways or pressing; a day's or an hour's name turns all of it. Arrows move, the
 * space bar turns an hour, and with Shift the arrows paint.
 */
export function HourGrid({ plan, hours, onChange }: Props) {
  const { t } = useTranslation("campaigns");
  const format = useFormat();
  const { table, cursor, press } = useCursor({ plan, hours, onChange });
  const { begin, handlers } = usePainting(plan, onChange);
  const [first = 0, last = 23] = [hours[0], hours.at(-1)];
  /** Shows all of a rectangle, or hides it where all of it is shown. */
  const turn = (from: WeekHour, to: WeekHour) => {
    const shown = paintHours(plan, { from, to, isOn: true });
    onChange(shown === plan ? paintHours(plan, { from, to, isOn: false }) : shown);
  };
  return (
    <table ref={table} className={classes.grid} aria-label={t("hours.grid")} {...handlers}>
      <thead>
        <tr>
          <td />
          {hours.map((hour) => (
            <th key={hour} scope="col">
              <button
                type="button"
                className={classes.head}
                aria-label={t("hours.turn_hour", { hour: format.time(toInstant(0, hour)) })}
                onClick={() => turn({ weekday: 0, hour }, { weekday: 6, hour })}
              >
                {format.number(hour % 12 === 0 ? 12 : hour % 12)}
              </button>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weekdays.map((weekday) => (
          <tr key={weekday}>
            <th scope="row">
              <button
                type="button"
                className={classes.head}
                onClick={() => turn({ weekday, hour: first }, { weekday, hour: last })}
              >
                {format.weekday(toInstant(weekday, 0), "short")}
              </button>
            </th>
            {hours.map((hour) => {
              const at = { weekday, hour };
              return (
                <td key={hour}>
                  <button
                    type="button"
                    className={classes.hour}
                    data-at={toPlace(at)}
                    tabIndex={toPlace(cursor) === toPlace(at) ? 0 : -1}
                    aria-pressed={isInPlan(plan, at)}
                    aria-label={t("hours.at", {
                      day: format.weekday(toInstant(weekday, 0), "long"),
                      hour: format.time(toInstant(weekday, hour)),
                    })}
                    onPointerDown={(event) => begin(event, at)}
                    // By the keyboard or a screen reader: a pointer has painted already.
                    onClick={(event) => event.detail === 0 && turn(at, at)}
                    onKeyDown={(event) => press(event, at)}
                  />
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The one hour that Tab reaches, moved by arrows; with Shift they paint what it is. */
function useCursor({ plan, hours, onChange }: Props) {
  const isRtl = useLanguage() === "ar";
  const table = useRef<HTMLTableElement>(null);
  const [first = 0, last = 23] = [hours[0], hours.at(-1)];
  const [cursor, setCursor] = useState<WeekHour>({ weekday: 0, hour: first });
  const press = (event: KeyboardEvent, at: WeekHour) => {
    const next = moveCursor(at, event.key, { isRtl, first, last });
    if (!next) return;
    event.preventDefault();
    if (event.shiftKey) onChange(paintHours(plan, { from: at, to: next, isOn: isInPlan(plan, at) }));
    setCursor(next);
    table.current?.querySelector<HTMLElement>(`[data-at="${toPlace(next)}"]`)?.focus();
  };
  return { table, cursor, press };
}
