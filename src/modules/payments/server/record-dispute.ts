import { recordAudit } from "#base/server/audit.ts";
import type { Context } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { formatRiyals, halalas } from "#base/shared/money.ts";
import { paymentsRefusals } from "../contract/payments.refusals.ts";
import { listParts } from "./chargebacks.store.ts";
import { lockAnyIntent } from "./intents.store.ts";
import { findPaid } from "./list-refundable.ts";
import type { PaymentsDeps } from "./payments.deps.ts";
import { recordChargeback } from "./record-chargeback.ts";

export type DisputeInput = {
  /** The gateway's id of a paid payment. */
  payment_id: string;
  /** The gateway's id of the dispute: recorded again with it, nothing changes. */
  dispute_id: string;
  amount_halalas: number;
  reason: string;
};

/**
 * Records a chargeback that staff read in the gateway's dashboard, where the gateway lists none to us; it takes its
 * money as one that was read. False when this dispute was recorded before. Refuses `base.not_found`,
 * `payments.dispute_used`, `payments.refund_under_way`, `payments.refund_too_large`.
 */
export const recordDispute =
  (deps: Pick<PaymentsDeps, "systemClock" | "log">) =>
  async (
    ctx: Context,
    { payment_id, dispute_id, amount_halalas, reason }: DisputeInput,
  ): Promise<boolean> => {
    const found = await findPaid(ctx, payment_id);
    if (found) await lockAnyIntent(ctx.tx, found.intent_id);
    const payment = await findPaid(ctx, payment_id);
    if (!payment) return baseRefusals.refuse("base.not_found");
    const { gateway, refundable_halalas: left } = payment;
    const [known] = await listParts(ctx.tx, { gateway, listed_id: dispute_id });
    if (known)
      return known.payment_id === payment_id
        ? false
        : paymentsRefusals.refuse("payments.dispute_used", {}, "dispute_id");
    if (payment.pending_halalas > 0) return paymentsRefusals.refuse("payments.refund_under_way");
    if (amount_halalas > left)
      return paymentsRefusals.refuse(
        "payments.refund_too_large",
        { left: formatRiyals(halalas(left)) },
        "amount_halalas",
      );
    const outcome = await recordChargeback(deps)(ctx.tx, {
      gateway,
      chargeback: {
        id: dispute_id,
        paymentId: payment_id,
        amount: halalas(amount_halalas),
        settledAt: deps.systemClock.now(),
      },
      toContext: () => ctx,
    });
    if (outcome === "waits") return paymentsRefusals.refuse("payments.refund_under_way");
    await recordAudit(ctx, {
      module: "payments",
      action: "payments.chargeback_recorded",
      subject: dispute_id,
      after: { payment_id, amount_halalas, reason },
    });
    return true;
  };
