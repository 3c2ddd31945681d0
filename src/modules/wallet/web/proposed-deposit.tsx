import { Button } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatShortRiyals, type Halalas } from "#base/shared/money.ts";
import { MoneyField } from "#base/web/forms/fields.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { ErrorState } from "#base/web/kit/states.tsx";
import { DepositForm } from "./deposit-form.parts.tsx";
import { useOpenDeposit } from "./use-open-deposit.ts";
import classes from "./wallet.module.css";
import type { Wallet } from "./wallet-calls.ts";

/** In halalas, with what it is enough for. */
type Proposal = { amount: number; words: string };

type Props = {
  wallet: Pick<Wallet, "deposit_min_halalas" | "deposit_max_halalas">;
  proposals: readonly Proposal[];
  /** In halalas; null: nothing is chosen yet, and nothing was begun. */
  chosen: number | null;
  onChoose: (amount: number) => void;
  /** The path where the merchant continues after the bank's page. */
  returnTo: string;
};

/**
 * Topping up on one screen by a new card, which is kept: an amount among a few proposals or any other, and below it at
 * once the gateway's own form.
 */
export function ProposedDeposit({ wallet, proposals, chosen, onChoose, returnTo }: Props) {
  const { t } = useTranslation("wallet");
  const isOther = chosen !== null && proposals.every(({ amount }) => amount !== chosen);
  const [asksOther, setAsksOther] = useState(isOther);
  // A card form that a tap opened is filled next; one that was there after a reload leaves the focus alone.
  const [wasTapped, setWasTapped] = useState(false);
  const choose = (amount: number) => {
    setWasTapped(true);
    onChoose(amount);
  };
  return (
    <div className={classes.stack}>
      <fieldset className={classes.proposals}>
        <legend className="visually-hidden">{t("how_much")}</legend>
        {proposals.map(({ amount, words }) => (
          <button
            key={amount}
            type="button"
            className={classes.proposal}
            aria-pressed={chosen === amount && !asksOther}
            onClick={() => {
              setAsksOther(false);
              choose(amount);
            }}
          >
            <strong>
              <Money halalas={amount} whole />
            </strong>
            <span>{words}</span>
          </button>
        ))}
      </fieldset>
      {asksOther ? (
        <OtherAmount wallet={wallet} first={isOther ? chosen : null} onChoose={choose} />
      ) : (
        <Button variant="subtle" onClick={() => setAsksOther(true)}>
          {t("other_amount")}
        </Button>
      )}
      {chosen === null || (asksOther && !isOther) ? null : (
        <CardForm key={chosen} amount={chosen} isFocused={wasTapped} returnTo={returnTo} />
      )}
    </div>
  );
}

type OtherProps = Pick<Props, "wallet" | "onChoose"> & { first: number | null };

function OtherAmount({ wallet, first, onChoose }: OtherProps) {
  const { t } = useTranslation("wallet");
  const { deposit_min_halalas: min, deposit_max_halalas: max } = wallet;
  const bounds = { min: plain(min), max: plain(max) };
  const [amount, setAmount] = useState(first);
  const [error, setError] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (amount === null) return setError(t("amount_not_valid"));
    if (amount < min || amount > max) return setError(t("amount_out_of_range", bounds));
    onChoose(amount);
  };
  return (
    <form className={classes.stack} onSubmit={submit} noValidate>
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
      <Button type="submit" variant="default" fullWidth>
        {t("continue_to_pay")}
      </Button>
    </form>
  );
}

const plain = (amount: number) => formatShortRiyals(amount as Halalas);

type CardFormProps = { amount: number; isFocused: boolean; returnTo: string };

/** The gateway's form for the chosen amount. Nothing is charged before the merchant presses its button. */
function CardForm({ amount, isFocused, returnTo }: CardFormProps) {
  const { t } = useTranslation("wallet");
  const opened = useOpenDeposit(amount);
  if (opened.isPending) return <SkeletonRows count={2} />;
  if (!opened.data) return <ErrorState error={opened.error} onRetry={() => void opened.refetch()} />;
  const { deposit, form } = opened.data;
  return (
    <>
      <div className={classes.amountLine}>
        <span>{t("amount")}</span>
        <strong>
          <Money halalas={amount} />
        </strong>
      </div>
      <p className={classes.note}>{t("save_card_needed")}</p>
      <DepositForm depositId={deposit.id} form={form} isFocused={isFocused} returnTo={returnTo} />
    </>
  );
}
