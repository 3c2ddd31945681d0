import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "#base/web/data/api-error.ts";
import { useSubmission } from "#base/web/forms/use-submission.ts";
import { ConfirmDialog } from "#base/web/kit/confirm-dialog.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import type { PaymentForm } from "#modules/payments/contract/payment-form.ts";
import { useCards } from "#modules/payments/web/payments.queries.ts";
import type { CartInput } from "../../contract/orders.calls.ts";
import type { Order, OrderPreview } from "../billing-calls.ts";
import { type ChosenPayment, PaymentMethodForm } from "../payment/payment-method-form.tsx";
import type { CheckoutState } from "./checkout-state.ts";
import { ordersKeys } from "./orders.queries.ts";
import { usePlaceOrder } from "./use-place-order.ts";

type Props = {
  preview: OrderPreview;
  cart: { lines: CartInput["lines"]; coupon: string | undefined };
  state: CheckoutState;
  onOrder: (order: Order, form: PaymentForm | null) => void;
};
const fields = ["payment.method", "payment.card_id"] as const;

/** Pays the order. An order that was paid a few minutes ago is bought again only when the merchant says so. */
export function PaymentStep({ preview, cart, state, onOrder }: Props) {
  const { t } = useTranslation("billing_checkout");
  const client = useQueryClient();
  const place = usePlaceOrder(state);
  const cards = useCards();
  const [asksRepeat, setAsksRepeat] = useState(preview.recent_order !== null);
  const [isRepeated, setRepeated] = useState(false);
  const submission = useSubmission(fields);

  const pay = ({ method, saveCard }: ChosenPayment) =>
    submission.run(async () => {
      const { order, form } = await place({
        cart,
        total_halalas: preview.total_halalas,
        method,
        save_card: saveCard,
        repeat: isRepeated,
      });
      onOrder(order, form);
    }, handleRefusal);
  function handleRefusal({ code }: ApiError): boolean {
    if (code === "billing.order_repeated") setAsksRepeat(true);
    // The prices or the balance are not what this page shows: they are fetched again, and the refusal is shown.
    else void client.invalidateQueries({ queryKey: ordersKeys.previews });
    return code === "billing.order_repeated";
  }

  // The method that is chosen at first depends on them: it would change under the merchant's hand.
  if (cards.isPending) return <SkeletonRows count={3} />;
  return (
    <>
      <PaymentMethodForm
        due={preview.total_halalas}
        balance={preview.balance_halalas}
        cards={cards.data ?? []}
        error={submission.errors["payment.card_id"] ?? submission.errors["payment.method"]}
        isSubmitting={submission.isSubmitting}
        isDisabled={state.checkout === undefined}
        onPay={(payment) => void pay(payment)}
      />
      <ConfirmDialog
        opened={asksRepeat && !isRepeated}
        title={t("repeat_title")}
        confirm={t("repeat")}
        onClose={() => setAsksRepeat(false)}
        onConfirm={() => {
          setRepeated(true);
          setAsksRepeat(false);
        }}
      >
        <p>{t("repeat_words")}</p>
      </ConfirmDialog>
    </>
  );
}
