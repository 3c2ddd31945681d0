import { useTranslation } from "react-i18next";
import { addDays, daysBetween, type RiyadhDay, startOfRiyadhDay } from "#base/shared/riyadh-day.ts";
import { LineChart } from "#base/web/charts/line-chart.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import type { ReportTable } from "../../contract/report-table.calls.ts";
import { getColumn, readMetric } from "./read-metric.ts";

type Props = { table: ReportTable; title: string; metrics: readonly [string, string] };

/** Two amounts by day; days that still change are hatched. A day without figures is a gap, never a zero. */
export function DaysChart({ table, title, metrics }: Props) {
  const { t } = useTranslation("reports");
  const format = useFormat();
  const byDay = new Map(table.rows.map((row) => [row.key, row]));
  return (
    <LineChart
      title={title}
      series={metrics.map((metric, at) => ({
        key: metric,
        name: getColumn(table, metric)?.name ?? "",
        tone: at === 0 ? "palm" : "clay",
        filled: at === 0,
      }))}
      points={listDays(table).map((day) => ({
        key: day,
        label: format.date(startOfRiyadhDay(day), "full"),
        short: format.date(startOfRiyadhDay(day), "short"),
        values: metrics.map((metric) => readMetric(table, byDay.get(day)?.values ?? null, metric)),
        immature: day >= table.unsettled_from,
      }))}
      valueText={(halalas) => t("currency", { amount: format.riyals(Math.round(halalas)) })}
      axisText={(halalas, step) => format.number(halalas / 100, step % 100 === 0 ? 0 : 2)}
    />
  );
}

/** Fewer days than this make no line. */
const fewestDays = 7;

/** The period's days, from the first with figures on: a young store's two days do not follow a month of nothing. */
function listDays({ period, rows }: ReportTable): RiyadhDay[] {
  const [from, to] = [period.from as RiyadhDay, period.to as RiyadhDay];
  const first = rows.map(({ key }) => key).sort()[0] as RiyadhDay | undefined;
  const count = daysBetween(from, to) + 1;
  const skipped =
    first && first > from ? Math.max(0, Math.min(daysBetween(from, first), count - fewestDays)) : 0;
  return Array.from({ length: count - skipped }, (_, at) => addDays(from, skipped + at));
}
