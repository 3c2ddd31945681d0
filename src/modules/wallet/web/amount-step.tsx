import { Button, Checkbox, Radio } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatShortRiyals, type Halalas } from "#base/shared/money.ts";
import { isApiError } from "#base/web/data/api-error.ts";
import { MoneyField } from "#base/web/forms/fields.tsx";
import { Ltr } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { CardChoice } from "#modules/payments/web/card-choice.parts.tsx";
import { useCards } from "#modules/payments/web/payments.queries.ts";
import type { DepositInput } from "./use-deposit.ts";
import classes from "./wallet.module.css";
import { useWallet } from "./wallet.queries.ts";

type Props = {
  mustSaveCard: boolean;
  suggested: number | undefined;
  send: (input: DepositInput) => Promise<void>;
};
const quick = [20_000, 50_000, 100_000, 200_000];
const newCard = "new";

/** The amount and the card. A saved card pays at once; a new one continues to the gateway's form. */
export function AmountStep({ mustSaveCard, suggested, send }: Props) {
  const { t } = useTranslation("wallet");
  const format = useFormat();
  const wallet = useWallet().data;
  const query = useCards();
  const cards = (query.data ?? []).filter((card) => card.expiry !== "past");
  const [amount, setAmount] = useState<number | null>(suggested ?? 50_000);
  const [chosen, setChosen] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(true);
  const [error, setError] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);

  const method = mustSaveCard ? newCard : (chosen ?? cards[0]?.id ?? newCard);
  const min = wallet?.deposit_min_halalas ?? 10_000;
  const max = wallet?.deposit_max_halalas ?? 5_000_000;
  const bounds = { min: plain(min), max: plain(max) };

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isSending) return;
    if (amount === null) return setError(t("amount_not_valid"));
    if (amount < min || amount > max) return setError(t("amount_out_of_range", bounds));
    setSending(true);
    try {
      const isNew = method === newCard;
      const save_card = isNew && (mustSaveCard || isSaving);
      await send({ amount_halalas: amount, save_card, ...(isNew ? {} : { card_id: method }) });
    } catch (cause) {
      if (!isApiError(cause)) throw cause;
      const onAmount = cause.fields.amount_halalas?.[0];
      if (onAmount) setError(onAmount);
      else notify(cause.message, "error");
    } finally {
      setSending(false);
    }
  }

  return (
    <form className={classes.stack} onSubmit={(event) => void submit(event)} noValidate>
      <MoneyField
        label={t("amount_label")}
        description={t("amount_help", bounds)}
        value={amount}
        error={error}
        onChange={(value) => {
          setAmount(value);
          setError(null);
        }}
      />
      <QuickAmounts chosen={amount} onChoose={setAmount} />
      {cards.length > 0 && !mustSaveCard ? (
        <CardChoice label={t("pay_with")} cards={cards} chosen={method} onChoose={setChosen}>
          <Radio value={newCard} label={t("new_card")} />
        </CardChoice>
      ) : null}
      {method === newCard ? (
        <Consent isForced={mustSaveCard} isSaving={isSaving} onChange={setSaving} />
      ) : null}
      <Button
        type="submit"
        size="lg"
        color="clay"
        // Whether it pays at once depends on the saved cards.
        loading={isSending || query.isPending}
        fullWidth
      >
        {method === newCard || amount === null
          ? t("continue_to_pay")
          : t("pay_now", { amount: format.riyals(amount, true) })}
      </Button>
    </form>
  );
}

const plain = (halalas: number) => formatShortRiyals(halalas as Halalas);

function QuickAmounts({ chosen, onChoose }: { chosen: number | null; onChoose: (amount: number) => void }) {
  const { t } = useTranslation("wallet");
  const format = useFormat();
  return (
    <fieldset className={classes.quick}>
      <legend className="visually-hidden">{t("how_much")}</legend>
      {quick.map((amount) => (
        <button
          key={amount}
          type="button"
          className={classes.chip}
          aria-pressed={chosen === amount}
          onClick={() => onChoose(amount)}
        >
          <Ltr>{format.riyals(amount, true)}</Ltr>
        </button>
      ))}
    </fieldset>
  );
}

type ConsentProps = { isForced: boolean; isSaving: boolean; onChange: (isSaving: boolean) => void };

/** Saving the card is the merchant's own decision: the consent text is shown in full next to the checkbox. */
function Consent({ isForced, isSaving, onChange }: ConsentProps) {
  const { t } = useTranslation("wallet");
  return isForced ? (
    <p className={classes.note}>{t("save_card_needed")}</p>
  ) : (
    <Checkbox
      checked={isSaving}
      onChange={(event) => onChange(event.currentTarget.checked)}
      label={t("save_card")}
      description={t("save_card_consent")}
    />
  );
}
