import { SegmentedControl } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { type Period, periods } from "./period.ts";

export function PeriodChoice({ period, onChoose }: { period: Period; onChoose: (period: Period) => void }) {
  const { t } = useTranslation("campaign");
  return (
    <SegmentedControl
      aria-label={t("period")}
      value={String(period)}
      onChange={(chosen) => onChoose(periods.find((one) => String(one) === chosen) ?? 30)}
      data={periods.map((one) => ({ value: String(one), label: t("days", { count: one }) }))}
    />
  );
}
