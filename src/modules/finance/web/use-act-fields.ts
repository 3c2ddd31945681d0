import { useTranslation } from "react-i18next";

/** The two inputs that most acts have: an amount, and a reason that the merchant reads. */
export function useActFields() {
  const { t } = useTranslation("finance");
  return {
    amount: (proposed?: number) =>
      ({
        name: "amount_halalas",
        kind: "money",
        label: t("amount"),
        required: t("amount_required"),
        proposed,
      }) as const,
    reason: {
      name: "reason",
      kind: "text",
      label: t("reason"),
      description: t("reason_read"),
      required: t("reason_required"),
    } as const,
  };
}
