import { useTranslation } from "react-i18next";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { LineChart } from "#base/web/charts/line-chart.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { RelativeTime } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { useNow } from "#base/web/runtime/now.ts";
import classes from "./figures.module.css";
import type { Figures } from "./reports.queries.ts";

/** Sales and spend by Riyadh day; days that still change are hatched, and the time of the last poll is shown. */
export function SalesChart({ figures, title }: { figures: Pick<Figures, "days" | "as_of">; title?: string }) {
  const { t } = useTranslation("reports");
  const format = useFormat();
  const name = title ?? t("chart_title");
  const today = toRiyadhDay(useNow(60));
  const days = sinceFirst(figures.days);
  return (
    <Card
      title={name}
      aside={
        <span className={classes.asOf}>
          {figures.as_of === null ? (
            t(days.some(({ has_data }) => has_data) ? "as_of_partly" : "as_of_none")
          ) : (
            <>
              {t("as_of")} <RelativeTime at={figures.as_of} />
            </>
          )}
        </span>
      }
    >
      <LineChart
        title={name}
        series={[
          { key: "sales", name: t("sales_short"), tone: "palm", filled: true },
          { key: "spend", name: t("spend"), tone: "clay" },
        ]}
        points={days.map((day) => ({
          key: day.day,
          label: format.date(`${day.day}T09:00:00Z`, "full"),
          short: format.date(`${day.day}T09:00:00Z`, "short"),
          // A day without reported figures is no data, which is not zero.
          values: day.has_data ? [day.sales_placed_halalas, day.spend_halalas] : [null, null],
          immature: !day.is_settled,
          unfinished: day.day === today,
        }))}
        valueText={(halalas) => t("currency", { amount: format.riyals(Math.round(halalas)) })}
        axisText={(halalas, step) => format.number(halalas / 100, step % 100 === 0 ? 0 : 2)}
      />
    </Card>
  );
}

/** Days shown while there are no figures at all. */
const emptyDays = 7;

/** Starts at the first day with figures, so that a young account's days do not follow a month of nothing. */
function sinceFirst<Day extends { has_data: boolean }>(days: readonly Day[]): Day[] {
  const first = days.findIndex(({ has_data }) => has_data);
  return days.slice(first < 0 ? -emptyDays : first);
}
