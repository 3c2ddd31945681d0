import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useIdempotencyKey } from "#base/web/data/idempotency.ts";
import { text } from "#base/web/runtime/i18n.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { Duration, PaymentSource } from "../../contract/enums.ts";
import { call, type SubscriptionView } from "../billing-calls.ts";
import { stockKeys } from "../stock/stock.queries.ts";
import { subscriptionKeys } from "./subscription.queries.ts";

export type Terms = { plan_version_id: string; duration_months: Duration };
export type PaymentInput = { source: PaymentSource; card_id?: string; save_card: boolean };

/** Shows the subscription as a change answered with it, and fetches again what else the change touches. */
export function useShowSubscription() {
  const client = useQueryClient();
  return ({ subscription, can_start_trial, notices, as_of }: SubscriptionView) => {
    client.setQueryData(subscriptionKeys.view(), { subscription, can_start_trial, notices, as_of });
    void client.invalidateQueries({ queryKey: [...subscriptionKeys.all, "periods"] });
    void client.invalidateQueries({ queryKey: stockKeys.all });
  };
}

type Saved = "payment_cancelled" | "trial_started" | "downgrade_saved" | "cancelled" | "resumed";

/** A change without a payment. A refusal is shown as a message. */
function useChange<Input = void>(send: (input: Input) => Promise<SubscriptionView>, saved: Saved) {
  const show = useShowSubscription();
  return useMutation({
    mutationFn: send,
    onSuccess: (view) => {
      show(view);
      notify(text(`billing_subscription:saved.${saved}`), "success");
    },
  });
}

export function useStartTrial() {
  const key = useIdempotencyKey("billing.start-trial");
  return useChange(async () => {
    const view = await call("POST Clients/Billing/subscription/start-trial", {
      idempotencyKey: key.for(null),
    });
    key.done();
    return view;
  }, "trial_started");
}

export const useDowngrade = () =>
  useChange(
    (body: Terms) => call("POST Clients/Billing/subscription/downgrade", { body }),
    "downgrade_saved",
  );

export const useCancelSubscription = () =>
  useChange(() => call("POST Clients/Billing/subscription/cancel"), "cancelled");

/** Gives up a payment form that was opened and not paid in. */
export const useCancelPayment = () =>
  useChange(() => call("POST Clients/Billing/subscription/cancel-payment"), "payment_cancelled");

/** Takes back a cancellation or a planned change. */
export const useResume = () => useChange(() => call("POST Clients/Billing/subscription/resume"), "resumed");

/** Sets what renewals are paid from; failures are the caller's to show. */
export function useSaveRenewalMethod() {
  const show = useShowSubscription();
  return async (body: { source: PaymentSource; card_id: string | null }) =>
    show(await call("PUT Clients/Billing/subscription/payment-method", { body, quiet: true }));
}

/** Moves to a larger plan; pressed twice, or sent again after a lost response, it is one upgrade. */
export function useUpgrade() {
  const key = useIdempotencyKey("billing.upgrade");
  return async (body: Terms & { payment: PaymentInput; previewed_at: string }) => {
    const options = { body, idempotencyKey: key.for(body), quiet: true };
    const answer = await call("POST Clients/Billing/subscription/upgrade", options);
    key.done();
    return answer;
  };
}

/** Pays the renewal that is not paid; the period is a part of the key. */
export function usePayRenewal(periodId: string) {
  const key = useIdempotencyKey(`billing.pay.${periodId}`);
  return async (payment: PaymentInput) => {
    const body = { payment };
    const options = { body, idempotencyKey: key.for(body), quiet: true };
    const answer = await call("POST Clients/Billing/subscription/pay", options);
    key.done();
    return answer;
  };
}
