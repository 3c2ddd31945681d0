import { useTranslation } from "react-i18next";
import { useFormat } from "#base/web/runtime/format.ts";
import type { Figures } from "#modules/reports/web/reports.queries.ts";

type Days = { from: string; to: string };

/** "from 1 to 30 November", in words: digits with a dash between them turn round in Arabic. */
export function usePeriodText(figures: Days | undefined): string {
  const { t } = useTranslation("home");
  const format = useFormat();
  if (!figures) return "";
  const { from, to } = figures;
  const toText = (day: string) => format.date(`${day}T09:00:00Z`, "day");
  return from === to
    ? t("period_day", { from: toText(from) })
    : t("period", { from: toText(from), to: toText(to) });
}

/** What the figures are compared with. */
export function useComparison({ compared }: Pick<Figures, "compared">): string {
  const { t } = useTranslation("home");
  const format = useFormat();
  if (!compared) return t("no_comparison");
  const [from, to] = [compared.from, compared.to].map((day) => format.date(`${day}T09:00:00Z`, "day"));
  return compared.from === compared.to ? t("against_day", { from }) : t("against", { from, to });
}
