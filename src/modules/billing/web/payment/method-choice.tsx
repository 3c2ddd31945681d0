import { Radio } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useFormat } from "#base/web/runtime/format.ts";
import { CardChoice } from "#modules/payments/web/card-choice.parts.tsx";
import type { SavedCard } from "#modules/payments/web/payments.queries.ts";

type Props = {
  cards: readonly SavedCard[];
  /** A card's id, `form` for the gateway's form, or `balance`. */
  chosen: string;
  balance: number;
  /** What the balance lacks; none when it is not above zero. */
  missing: number;
  onChoose: (method: string) => void;
};

/** Saved cards, the gateway's form with its other ways to pay, and the wallet's balance. */
export function MethodChoice({ cards, chosen, balance, missing, onChoose }: Props) {
  const { t } = useTranslation("billing_payment");
  const format = useFormat();
  return (
    <CardChoice label={t("pay_with")} cards={cards} chosen={chosen} onChoose={onChoose}>
      <Radio value="form" label={t("new_card")} description={t("new_card_words")} />
      <Radio
        value="balance"
        label={t("balance")}
        description={
          missing > 0
            ? t("balance_missing", { balance: format.riyals(balance), missing: format.riyals(missing) })
            : t("balance_covers", { balance: format.riyals(balance) })
        }
      />
    </CardChoice>
  );
}
