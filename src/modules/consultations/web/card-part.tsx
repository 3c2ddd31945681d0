import { Button, Radio } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Card } from "#base/web/kit/page.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import type { PaymentForm } from "#modules/payments/contract/payment-form.ts";
import { CardChoice } from "#modules/payments/web/card-choice.parts.tsx";
import type { SavedCard } from "#modules/payments/web/payments.queries.ts";
import { DepositForm } from "#modules/wallet/web/deposit-form.parts.tsx";
import { toPaidPath } from "./card-orders.queries.ts";
import classes from "./consultations.module.css";

/** In place of a saved card's id: the gateway's form. */
export const newCard = "form";

type Props = {
  /** Halalas that the card pays. */
  amount: number;
  cards: readonly SavedCard[];
  chosen: string;
  onChoose: (card: string) => void;
};

/** What the balance lacks is paid with a saved card, or with the gateway's form. */
export function CardPart({ amount, cards, chosen, onChoose }: Props) {
  const { t } = useTranslation("consultations");
  const format = useFormat();
  return (
    <>
      <CardChoice
        label={t("order.by_card", { amount: format.riyals(amount) })}
        cards={cards}
        chosen={chosen}
        onChoose={onChoose}
      >
        <Radio value={newCard} label={t("order.new_card")} />
      </CardChoice>
      <p className={classes.quiet}>{t("order.by_card_words")}</p>
    </>
  );
}

export type BegunPayment = { deposit_id: string; amount_halalas: number; form: PaymentForm };

/** The gateway's form, alone: it is a form of its own. */
export function CardStep({ begun, onBack }: { begun: BegunPayment; onBack: () => void }) {
  const { t } = useTranslation("consultations");
  const format = useFormat();
  return (
    <Card
      title={t("order.by_card", { amount: format.riyals(begun.amount_halalas) })}
      aside={
        <Button variant="subtle" size="compact-md" onClick={onBack}>
          {t("order.other_way")}
        </Button>
      }
    >
      <DepositForm
        depositId={begun.deposit_id}
        form={begun.form}
        returnTo={toPaidPath(begun.deposit_id)}
        isFocused
      />
    </Card>
  );
}
