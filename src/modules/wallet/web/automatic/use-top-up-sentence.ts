import { useTranslation } from "react-i18next";
import { useFormat } from "#base/web/runtime/format.ts";
import type { TopUp } from "../wallet-calls.ts";

export type Limits = Pick<TopUp, "threshold_halalas" | "amount_halalas" | "monthly_ceiling_halalas">;

/** What the automatic top-up will do, in one sentence with its card's name. */
export function useTopUpSentence() {
  const { t } = useTranslation("wallet_automatic");
  const format = useFormat();
  return (limits: Limits, card: string) =>
    t("sentence", {
      threshold: format.riyals(limits.threshold_halalas, true),
      amount: format.riyals(limits.amount_halalas, true),
      ceiling: format.riyals(limits.monthly_ceiling_halalas, true),
      card,
    });
}
