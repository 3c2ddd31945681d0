import { useTranslation } from "react-i18next";
import { addDays, type RiyadhDay, startOfRiyadhDay } from "#base/shared/riyadh-day.ts";
import { useFormat } from "#base/web/runtime/format.ts";
import { OpenRows } from "./open-rows.tsx";

/** A day or month that opens to its orders. */
export function DayName({ day }: { day: string }) {
  const format = useFormat();
  const { t } = useTranslation("reports_tabs");
  const isMonth = day.length === 7;
  const from = (isMonth ? `${day}-01` : day) as RiyadhDay;
  const to = isMonth ? lastOfMonth(from) : from;
  const start = startOfRiyadhDay(from);
  return (
    <OpenRows to={{ tab: "orders", from, to }}>
      {isMonth
        ? format.month(start)
        : t("weekday_day", { weekday: format.weekday(start, "long"), day: format.date(start, "short") })}
    </OpenRows>
  );
}

/** The day before the next month begins. */
function lastOfMonth(first: RiyadhDay): RiyadhDay {
  const next = addDays(first, 31);
  return addDays(`${next.slice(0, 7)}-01` as RiyadhDay, -1);
}
