import { ActionIcon } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { addMonths, getMonthWeeks, getWeekday } from "#base/shared/calendar.ts";
import { addDays, type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { useFormat } from "../runtime/format.ts";
import { useNow } from "../runtime/now.ts";
import { getDirection, useLanguage } from "../runtime/preferences.ts";
import classes from "./day-calendar.module.css";

type Props = {
  value: RiyadhDay | null;
  min?: RiyadhDay | undefined;
  max?: RiyadhDay | undefined;
  onChoose: (day: RiyadhDay) => void;
};

/** A month to choose a day from: arrows move by days and weeks, Page Up and Down by months, Enter chooses. */
// biome-ignore lint/style/noDefaultExport: React.lazy takes a default export
export default function DayCalendar({ value, min, max, onChoose }: Props) {
  const { t } = useTranslation("base");
  const format = useFormat();
  const isRtl = getDirection(useLanguage()) === "rtl";
  const today = toRiyadhDay(useNow(60));
  const inBounds = (day: RiyadhDay) => (min && day < min ? min : max && day > max ? max : day);
  const [at, setAt] = useState(() => inBounds(value ?? today));
  const grid = useRef<HTMLTableElement>(null);
  const [byKey, setByKey] = useState(true);
  // The current day has the focus at first, and keys move it; the buttons that change the month keep it.
  useEffect(() => {
    if (byKey) grid.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus();
  }, [at, byKey]);

  const go = (to: RiyadhDay, isKey = false) => {
    setByKey(isKey);
    setAt(inBounds(to));
  };
  const press = (event: KeyboardEvent) => {
    const to = moves[event.key]?.(at, isRtl ? -1 : 1);
    if (!to) return;
    event.preventDefault();
    go(to, true);
  };
  const weeks = getMonthWeeks(at);
  const Earlier = isRtl ? IconChevronRight : IconChevronLeft;
  const Later = isRtl ? IconChevronLeft : IconChevronRight;
  return (
    <div className={classes.calendar}>
      <div className={classes.head}>
        <ActionIcon
          variant="subtle"
          size="lg"
          aria-label={t("earlier_month")}
          onClick={() => go(addMonths(at, -1))}
        >
          <Earlier size={20} aria-hidden />
        </ActionIcon>
        <strong aria-live="polite">{format.month(at)}</strong>
        <ActionIcon
          variant="subtle"
          size="lg"
          aria-label={t("later_month")}
          onClick={() => go(addMonths(at, 1))}
        >
          <Later size={20} aria-hidden />
        </ActionIcon>
      </div>
      <table ref={grid} className={classes.grid}>
        <caption className="visually-hidden">{format.month(at)}</caption>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" abbr={format.weekday(day, "long")}>
                {format.weekday(day, "short")}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day}>
                  <button
                    type="button"
                    data-day={day}
                    className={classes.day}
                    data-other={day.slice(0, 7) !== at.slice(0, 7)}
                    aria-label={format.date(day, "full")}
                    aria-pressed={day === value}
                    aria-current={day === today ? "date" : undefined}
                    disabled={inBounds(day) !== day}
                    tabIndex={day === at ? 0 : -1}
                    data-autofocus={day === at || undefined}
                    onKeyDown={press}
                    onClick={() => onChoose(day)}
                  >
                    {format.number(Number(day.slice(8)))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/**
 * The day that a key leads to; `ahead` is the day to the right: the next one, or the one before in right-to-left text.
 */
const moves: Record<string, (from: RiyadhDay, ahead: number) => RiyadhDay> = {
  ArrowRight: (from, ahead) => addDays(from, ahead),
  ArrowLeft: (from, ahead) => addDays(from, -ahead),
  ArrowDown: (from) => addDays(from, 7),
  ArrowUp: (from) => addDays(from, -7),
  Home: (from) => addDays(from, -getWeekday(from)),
  End: (from) => addDays(from, 6 - getWeekday(from)),
  PageUp: (from) => addMonths(from, -1),
  PageDown: (from) => addMonths(from, 1),
};
