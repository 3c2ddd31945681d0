import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { NoData } from "#base/web/kit/page.tsx";
import { Figure } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import type { CustomFiguresPage } from "./custom.queries.ts";

type Unit = CustomFiguresPage["measures"][number]["unit"];

/** A measure's value in its unit; a dash where there is nothing to divide by. */
export function Value({ value, unit }: { value: number | null | undefined; unit: Unit }) {
  const { t } = useTranslation("base");
  if (value === null || value === undefined) return <NoData label={t("no_data")} />;
  if (unit === "halalas" || unit === "price") return <Money halalas={value} />;
  return unit === "ratio" ? <Figure value={value} decimals={2} after="×" /> : <Figure value={value} />;
}

/** The same as plain text, for charts: whole, and short for an axis. */
export function useValueText(unit: Unit) {
  const { t } = useTranslation("reports");
  const format = useFormat();
  const isMoney = unit === "halalas" || unit === "price";
  return {
    whole: (value: number) =>
      isMoney
        ? t("currency", { amount: format.riyals(Math.round(value)) })
        : format.number(value, unit === "ratio" ? 2 : 0),
    axis: (value: number, step: number) =>
      isMoney ? format.number(value / 100, step % 100 === 0 ? 0 : 2) : format.number(value, step < 1 ? 2 : 0),
  };
}

/** A breakdown's part as it is read: a day in words, a month by its name, a name as it was written. */
export function usePartText() {
  const format = useFormat();
  return (breakdown: CustomFiguresPage["by"][number]["breakdown"], part: { id: string; name: string }) => {
    const noon = `${part.id}T09:00:00Z`;
    if (breakdown === "day" || breakdown === "week") return format.date(noon, "day");
    return breakdown === "month" ? format.month(noon) : part.name;
  };
}
