import { useTranslation } from "react-i18next";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import { useCardName } from "#modules/payments/web/card-choice.parts.tsx";
import { useCards } from "#modules/payments/web/payments.queries.ts";
import type { Subscription } from "../billing-calls.ts";

/** A text of both languages in the merchant's own. */
export function useInLanguage() {
  const language = useLanguage();
  return (texts: { ar: string; en: string }) => texts[language];
}

/** What renewals are paid from, by its name; a card that is gone gives way to the default one. */
export function useRenewalMethodName() {
  const { t } = useTranslation("billing_subscription");
  const nameCard = useCardName();
  const cards = useCards().data ?? [];
  return ({ payment_source, card_id }: Pick<Subscription, "payment_source" | "card_id">): string => {
    if (payment_source === "balance") return t("from_balance");
    const card = cards.find(({ id }) => id === card_id) ?? cards.find(({ is_default }) => is_default);
    return card ? nameCard(card) : t("no_card");
  };
}
