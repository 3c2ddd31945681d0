import { Button, Checkbox } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorLine } from "#base/web/forms/fields.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import type { SavedCard } from "#modules/payments/web/payments.queries.ts";
import { TopUpByAmount } from "#modules/wallet/web/wallet.parts.tsx";
import { MethodChoice } from "./method-choice.tsx";
import classes from "./payment.module.css";

/** `method`: a card's id, `form` for the gateway's form, or `balance`. */
export type ChosenPayment = { method: string; saveCard: boolean };

type Props = {
  /** Halalas with VAT. */
  due: number;
  /** The wallet's available halalas. */
  balance: number;
  cards: readonly SavedCard[];
  error: string | undefined;
  isSubmitting: boolean;
  isDisabled?: boolean;
  onPay: (payment: ChosenPayment) => void;
};

/** How a purchase is paid: a saved card, the gateway's form, or the balance where it covers what is due. */
export function PaymentMethodForm({ due, balance, cards, error, isSubmitting, isDisabled, onPay }: Props) {
  const { t } = useTranslation("billing_payment");
  const format = useFormat();
  const [chosen, setChosen] = useState<string | null>(null);
  const [saveCard, setSaveCard] = useState(true);
  const usable = cards.filter(({ expiry }) => expiry !== "past");
  const preferred = usable.find(({ is_default }) => is_default) ?? usable[0];
  const isFree = due === 0;
  const missing = due - balance;
  const method = isFree ? "balance" : (chosen ?? preferred?.id ?? (missing <= 0 ? "balance" : "form"));
  const isShort = method === "balance" && missing > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onPay({ method, saveCard: method === "form" && saveCard });
  };
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      {isFree ? (
        <p>{t("free_words")}</p>
      ) : (
        <MethodChoice
          cards={usable}
          chosen={method}
          balance={balance}
          missing={missing}
          onChoose={setChosen}
        />
      )}
      {error ? <ErrorLine>{error}</ErrorLine> : null}
      {isShort ? <TopUpByAmount label={t("top_up")} amount={Math.max(missing, 10_000)} /> : null}
      {method === "form" ? (
        <Checkbox
          checked={saveCard}
          onChange={(event) => setSaveCard(event.currentTarget.checked)}
          label={t("save_card")}
          description={t("save_card_consent")}
        />
      ) : null}
      <Button
        type="submit"
        size="lg"
        color="clay"
        fullWidth
        loading={isSubmitting}
        disabled={isShort || isDisabled}
      >
        {isFree
          ? t("complete")
          : method === "form"
            ? t("continue_to_pay")
            : t("pay_now", { amount: format.riyals(due) })}
      </Button>
    </form>
  );
}
