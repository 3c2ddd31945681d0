import { useTranslation } from "react-i18next";
import { RiyalSign } from "#base/web/kit/money.tsx";
import { NoData } from "#base/web/kit/page.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import type { TableColumn } from "../../contract/report-table.calls.ts";

export type MetricUnit = TableColumn["unit"];
export const isMoney = (unit: MetricUnit): boolean => unit === "halalas" || unit === "price";

/**
 * Writes a metric's value in its unit, without the riyal sign, which stands once in the column's head. Amounts are whole
 * riyals unless `exact`; prices always have their halalas.
 */
export function useValueText() {
  const format = useFormat();
  return (value: number, unit: MetricUnit, exact = false): string => {
    if (unit === "ratio") return `${format.number(value, 2)}×`;
    if (unit === "share") return format.percent(value, 1);
    if (unit === "price" || (unit === "halalas" && exact)) return format.riyals(value);
    return format.number(unit === "halalas" ? Math.round(value / 100) : value);
  };
}

/** A value in a cell; null is no data, which is not zero. `signed`: with the riyal sign, where no column's head has it. */
export function ReportValue({
  value,
  unit,
  exact = false,
  signed = false,
}: {
  value: number | null;
  unit: MetricUnit;
  exact?: boolean;
  signed?: boolean;
}) {
  const { t } = useTranslation("base");
  const write = useValueText();
  if (value === null) return <NoData label={t("no_data")} />;
  return (
    <bdi dir="ltr" className="figures">
      {signed && isMoney(unit) ? (
        <>
          <RiyalSign />
          {"\u00a0"}
        </>
      ) : null}
      {write(value, unit, exact)}
    </bdi>
  );
}

/** Which way is good: less cost is, more of anything else that is earned; spending is neither. */
const lessIsGood = new Set(["cost_per_order_halalas", "cpc_halalas", "cpm_halalas", "units_returned"]);
const isNeutral = new Set([
  "spend_halalas",
  "ad_spend_settled_halalas",
  "ad_spend_vat_halalas",
  "fees_halalas",
  "platform_reported_sales_halalas",
]);

/** The change against the days before in per cent; nothing without anything to compare with. */
export function ValueChange({
  metric,
  now,
  before,
}: {
  metric: string;
  now: number | null;
  before: number | null | undefined;
}) {
  const { t } = useTranslation("base");
  const format = useFormat();
  if (now === null || before === null || before === undefined || before <= 0) return null;
  const share = (now - before) / before;
  const rises = share >= 0;
  const tone =
    isNeutral.has(metric) || Math.abs(share) < 0.005
      ? "plain"
      : rises !== lessIsGood.has(metric)
        ? "good"
        : "bad";
  return (
    <small data-tone={tone}>
      <span className="visually-hidden">{t(rises ? "went_up" : "went_down")}</span>
      <bdi dir="ltr" className="figures">
        {`${rises ? "+" : "\u2212"}${format.percent(Math.abs(share))}`}
      </bdi>
    </small>
  );
}
