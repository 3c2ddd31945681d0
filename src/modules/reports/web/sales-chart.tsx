import { useTranslation } from "react-i18next";
import { useFormat } from "#base/web/format.ts";
import { LineChart } from "#base/web/line-chart.tsx";
import { Card } from "#base/web/page.tsx";
import { RelativeTime } from "#base/web/text.tsx";
import classes from "./figures.module.css";
import type { Figures } from "./use-figures.ts";

/** Sales and spend by Riyadh day; days that still change are hatched, and it says when it was last read. */
export function SalesChart({ figures, title }: { figures: Pick<Figures, "days" | "as_of">; title?: string }) {
  const { t } = useTranslation("reports");
  const format = useFormat();
  const name = title ?? t("chart_title");
  const first = figures.days.findIndex(hasFigures);
  return (
    <Card
      title={name}
      aside={
        <span className={classes.asOf}>
          {figures.as_of === null ? (
            t("as_of_none")
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
        points={figures.days.map((day, index) => ({
          key: day.day,
          label: format.date(`${day.day}T09:00:00Z`, "full"),
          short: format.date(`${day.day}T09:00:00Z`, "short"),
          // Before the first figure nothing had run: no data, which is not zero. A quiet day after it is a zero.
          values: index < first ? [null, null] : [day.sales_placed_halalas, day.spend_halalas],
          immature: !day.is_settled,
        }))}
        valueText={(halalas) => `${format.riyals(Math.round(halalas))} ${t("currency")}`}
        axisText={(halalas) => format.number(Math.round(halalas / 100))}
      />
    </Card>
  );
}

const hasFigures = (day: Figures["days"][number]): boolean =>
  day.impressions > 0 || day.spend_halalas > 0 || day.orders_placed > 0;
