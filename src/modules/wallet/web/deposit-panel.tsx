import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import type { PaymentForm as Form } from "#modules/payments/contract/payment-form.ts";
import { PaymentForm } from "#modules/payments/web/payment-form.parts.tsx";
import { AmountStep } from "./amount-step.tsx";
import { DepositOutcome } from "./deposit-outcome.parts.tsx";
import { saveReturnPath } from "./return-path.ts";
import { type DepositInput, loadFailureText, reportPayment, useBeginDeposit } from "./use-deposit.ts";
import classes from "./wallet.module.css";
import type { Deposit } from "./wallet-calls.ts";

type Begun = { deposit: Deposit; form: Form | null };
type Props = {
  /** The path where the merchant continues after the bank's page; the present page by default. */
  returnTo?: string;
  /**
   * The card must be saved (starting a campaign needs one): no choice is offered, but the consent text is still shown.
   */
  mustSaveCard?: boolean;
  /** Halalas to propose. */
  suggested?: number | undefined;
  /** Called when a saved card paid without leaving the page. */
  onPaid?: () => void;
};

/**
 * Topping up, from the amount to the gateway: used in the wallet's dialog, on payment methods, and in the first
 * campaign.
 */
export function DepositPanel({ returnTo, mustSaveCard = false, suggested, onPaid }: Props) {
  const begin = useBeginDeposit();
  const [begun, setBegun] = useState<Begun | null>(null);

  const send = async (input: DepositInput) => {
    saveReturnPath(returnTo ?? window.location.pathname + window.location.search);
    setBegun(await begin.mutateAsync(input));
  };
  return (
    <div className={classes.stack}>
      {begun === null ? <AmountStep mustSaveCard={mustSaveCard} suggested={suggested} send={send} /> : null}
      {begun?.form ? (
        <PaymentStep begun={{ ...begun, form: begun.form }} onBack={() => setBegun(null)} />
      ) : null}
      {begun && !begun.form ? (
        <DepositOutcome depositId={begun.deposit.id} onAgain={() => setBegun(null)} onPaid={onPaid} />
      ) : null}
    </div>
  );
}

function PaymentStep({ begun, onBack }: { begun: { deposit: Deposit; form: Form }; onBack: () => void }) {
  const { t } = useTranslation("wallet");
  return (
    <>
      <div className={classes.amountLine}>
        <span>{t("amount")}</span>
        <strong>
          <Money halalas={begun.deposit.amount_halalas} />
        </strong>
        <Button variant="subtle" size="compact-md" onClick={onBack}>
          {t("change_amount")}
        </Button>
      </div>
      <PaymentForm
        form={begun.form}
        onStarted={(paymentId) => reportPayment(begun.deposit.id, paymentId)}
        loadFailureText={() => loadFailureText(begun.deposit.id)}
      />
    </>
  );
}
