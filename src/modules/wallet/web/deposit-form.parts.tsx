import type { PaymentForm as Form } from "#modules/payments/contract/payment-form.ts";
import { PaymentForm } from "#modules/payments/web/payment-form.parts.tsx";
import { saveReturnPath } from "./return-path.ts";
import { loadFailureText, reportPayment } from "./use-deposit.ts";

type Props = {
  depositId: string;
  form: Form;
  /** Focuses the form's first field once it is there. */
  isFocused?: boolean;
  /** The path where the merchant continues after the bank's page. */
  returnTo: string;
};

/** The gateway's own form for a deposit that was begun. */
export function DepositForm({ depositId, form, isFocused = false, returnTo }: Props) {
  return (
    <PaymentForm
      form={form}
      isFocused={isFocused}
      onLeaving={() => saveReturnPath(returnTo)}
      onStarted={(paymentId) => {
        saveReturnPath(returnTo);
        return reportPayment(depositId, paymentId);
      }}
      loadFailureText={() => loadFailureText(depositId)}
    />
  );
}
