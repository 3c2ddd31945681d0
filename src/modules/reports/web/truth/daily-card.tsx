import { IconInfoCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { LineChart } from "#base/web/charts/line-chart.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import type { TruthReport } from "../../contract/truth.calls.ts";
import classes from "./truth.module.css";

/** The claim as a thin grey line above what was delivered; days that are not settled are hatched. */
export function DailyCard({ report: { days, totals } }: { report: TruthReport }) {
  const { t } = useTranslation("reports_truth");
  const format = useFormat();
  const hasClaims = totals.claimed !== null;
  const unsettled = days.filter(({ is_settled }) => !is_settled).length;
  return (
    <Card title={t("daily")}>
      <LineChart
        title={t("daily")}
        series={[
          { key: "delivered", name: t("delivered"), tone: "palm", filled: true },
          ...(hasClaims ? [{ key: "claimed", name: t("claimed"), tone: "ink" as const }] : []),
        ]}
        points={days.map((day) => ({
          key: day.day,
          label: format.date(`${day.day}T09:00:00Z`, "full"),
          short: format.date(`${day.day}T09:00:00Z`, "short"),
          values: [day.delivered_halalas, ...(hasClaims ? [day.claimed_halalas] : [])],
          immature: !day.is_settled,
        }))}
        valueText={(halalas) => t("currency", { amount: format.riyals(Math.round(halalas)) })}
        axisText={(halalas, step) => format.number(halalas / 100, step % 100 === 0 ? 0 : 2)}
      />
      {unsettled > 0 ? (
        <p className={classes.unsettled}>
          <IconInfoCircle size={20} aria-hidden />
          <span>
            <strong>{t("unsettled", { count: unsettled })}</strong> {t("unsettled_words")}
          </span>
        </p>
      ) : null}
    </Card>
  );
}
