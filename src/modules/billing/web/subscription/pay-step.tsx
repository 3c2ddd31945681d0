import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSubmission } from "#base/web/forms/use-submission.ts";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { PaymentForm as Form } from "#modules/payments/contract/payment-form.ts";
import { PaymentForm } from "#modules/payments/web/payment-form.parts.tsx";
import { useCards } from "#modules/payments/web/payments.queries.ts";
import { useWallet } from "#modules/wallet/web/wallet.queries.ts";
import type { SubscriptionView } from "../billing-calls.ts";
import { type ChosenPayment, PaymentMethodForm } from "../payment/payment-method-form.tsx";
import classes from "./subscription.module.css";
import { loadFailureText, reportPayment } from "./subscription.queries.ts";
import { type PaymentInput, useShowSubscription } from "./use-subscription-changes.ts";

type Answer = SubscriptionView & { form: Form | null };
type Props = {
  /** Halalas with VAT. */
  due: number;
  /** What is said once the balance paid it. */
  done: string;
  send: (payment: PaymentInput) => Promise<Answer>;
  onDone: () => void;
};
type Begun = { form: Form; intentId: string };
const fields = ["payment.card_id", "payment.source"] as const;

/** Pays from a saved card, in the gateway's form, or from the balance where it is enough. */
export function PayStep({ due, done, send, onDone }: Props) {
  const navigate = useNavigate();
  const show = useShowSubscription();
  const [begun, setBegun] = useState<Begun | null>(null);
  const cards = useCards();
  const wallet = useWallet();
  const submission = useSubmission(fields);

  const pay = (payment: PaymentInput) =>
    submission.run(async () => {
      const answer = await send(payment);
      show(answer);
      const intentId = answer.subscription?.open_period?.payment?.intent_id;
      if (intentId === undefined) {
        notify(done, "success");
        onDone();
      } else if (answer.form) setBegun({ form: answer.form, intentId });
      else void navigate({ to: "/checkout", search: { subscription: intentId } });
    });

  if (begun) return <FormStep begun={begun} onBack={() => setBegun(null)} />;
  if (cards.isPending || wallet.isPending) return <SkeletonRows count={3} />;
  return (
    <PaymentMethodForm
      due={due}
      balance={wallet.data?.available_halalas ?? 0}
      cards={cards.data ?? []}
      error={submission.errors["payment.card_id"] ?? submission.errors["payment.source"]}
      isSubmitting={submission.isSubmitting}
      onPay={(chosen) => void pay(toPayment(chosen))}
    />
  );
}

function toPayment({ method, saveCard }: ChosenPayment): PaymentInput {
  if (method === "balance") return { source: "balance", save_card: false };
  if (method === "form") return { source: "card", save_card: saveCard };
  return { source: "card", card_id: method, save_card: false };
}

function FormStep({ begun: { form, intentId }, onBack }: { begun: Begun; onBack: () => void }) {
  const { t } = useTranslation("billing_payment");
  return (
    <>
      <Button variant="subtle" size="compact-md" className={classes.back} onClick={onBack}>
        {t("change_method")}
      </Button>
      <PaymentForm
        form={form}
        onStarted={(paymentId) => reportPayment(intentId, paymentId)}
        loadFailureText={() => loadFailureText(intentId)}
      />
    </>
  );
}
