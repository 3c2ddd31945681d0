import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { NoData } from "#base/web/kit/page.tsx";
import { Figure } from "#base/web/kit/text.tsx";
import type { TableColumn } from "../../contract/report-table.calls.ts";

/** A metric's value in its unit; null is no data, never zero. */
export function ReportValue({ value, unit }: { value: number | null; unit: TableColumn["unit"] }) {
  const { t } = useTranslation("base");
  if (value === null) return <NoData label={t("no_data")} />;
  if (unit === "ratio") return <Figure value={value} decimals={2} after="×" />;
  return unit === "count" ? <Figure value={value} /> : <Money halalas={value} />;
}
