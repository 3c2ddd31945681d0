import { useTranslation } from "react-i18next";
import { type RiyadhDay, startOfRiyadhDay } from "#base/shared/riyadh-day.ts";
import { useFormat } from "#base/web/runtime/format.ts";
import type { ReportPeriod } from "../../contract/report-table.calls.ts";

type Days = Pick<ReportPeriod, "from" | "to">;

/** "from 1 to 22 November 2026": in words, because digits with a dash between them turn round in Arabic. */
export function usePeriodText() {
  const { t } = useTranslation("reports_frame");
  const format = useFormat();
  return ({ from, to }: Days): string => {
    const [first, last] = [from, to].map((day) => startOfRiyadhDay(day as RiyadhDay)) as [Date, Date];
    if (from === to) return format.date(last);
    const isOneYear = from.slice(0, 4) === to.slice(0, 4);
    return t("from_to", { from: format.date(first, isOneYear ? "short" : "day"), to: format.date(last) });
  };
}

/** The same days in the Hijri calendar; empty where it does not reach. */
export function useHijriText() {
  const { t } = useTranslation("reports_frame");
  const format = useFormat();
  return ({ hijri_from: first, hijri_to: last }: ReportPeriod): string => {
    if (!first || !last) return "";
    const write = ({ month, day }: typeof first) =>
      t("hijri_day", { day: format.number(day), month: t(`hijri_months.${month}`) });
    const end = t("hijri_full", { date: write(last), year: last.year });
    if (first.year === last.year && first.month === last.month && first.day === last.day) return end;
    const start =
      first.year === last.year ? write(first) : t("hijri_full", { date: write(first), year: first.year });
    return t("from_to", { from: start, to: end });
  };
}
