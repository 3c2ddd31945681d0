import type { Context } from "#base/server/context.ts";
import { isSoftDecline } from "../contract/declines.ts";
import type { PaymentFailure, RefundFailure } from "../contract/enums.ts";
import type { IntentRow } from "./intents.store.ts";
import type { RefundRow } from "./refunds.store.ts";

type OfIntent = Pick<IntentRow, "id" | "merchant_id" | "purpose" | "subject">;

/** What every event of a payment says of its intent. */
export const toEventIntent = ({ id, merchant_id, purpose, subject }: OfIntent) => ({
  merchant_id,
  intent_id: id,
  purpose,
  subject,
});

/** The intent's last payment did not succeed; `is_soft` says whether the same card may work on a later day. */
export function publishFailure({ tx }: Context, intent: OfIntent, failure: PaymentFailure | null) {
  return tx.publish({
    name: "payments.failed",
    ...toEventIntent(intent),
    failure: failure ?? "unexplained",
    is_soft: isSoftDecline(failure),
  });
}

type Refunded = {
  intent: OfIntent;
  paymentId: string;
  amount: number;
  refunded: number;
  requested: number;
};

/** What has gone back of a payment in all, and which part of it was requested; in halalas. */
export function publishRefunded(
  { tx }: Context,
  { intent, paymentId, amount, refunded, requested }: Refunded,
) {
  return tx.publish({
    name: "payments.refunded",
    ...toEventIntent(intent),
    payment_id: paymentId,
    amount_halalas: amount,
    refunded_halalas: refunded,
    requested_halalas: requested,
  });
}

type Finished = { intent: OfIntent; refund: RefundRow; failure: RefundFailure | null };

/** A requested refund is over; its subject is the requester's own reference. */
export function publishRefundFinished({ tx }: Context, { intent, refund, failure }: Finished) {
  const { id, subject, payment_id, amount_halalas } = refund;
  return tx.publish({
    name: "payments.refund_finished",
    ...toEventIntent(intent),
    subject,
    refund_id: id,
    payment_id,
    amount_halalas,
    result: failure ? "refused" : "done",
    failure,
  });
}
