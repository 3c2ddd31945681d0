import { recordAudit } from "#base/server/audit.ts";
import type { Context } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { formatRiyals, halalas } from "#base/shared/money.ts";
import { ordersRefusals } from "../contract/orders.refusals.ts";
import { plansRefusals } from "../contract/plans.refusals.ts";
import type { BillingDeps } from "./billing.deps.ts";
import { carryOutReturn } from "./carry-out-return.ts";
import { findPeriod, type Period } from "./periods.store.ts";
import { lockSubscription } from "./subscriptions.store.ts";

type Deps = Pick<BillingDeps, "payments" | "wallet" | "invoices" | "messages" | "log">;
export type RefundPeriodInput = { periodId: string; amount_halalas: number; reason: string };

/**
 * Gives back all or a part of what a renewal or an upgrade took, as staff decide: to the balance at once, to the card by a
 * refund that the gateway reports. What that does to the subscription follows from the money (`return-period.ts`). A first
 * period is given back with its order. Refuses `base.not_found`, `billing.period_not_paid`, `billing.payment_under_way`,
 * `billing.refund_too_large` and what refuses a refund.
 */
export const refundPeriod = (deps: Deps) => {
  const giveBack = carryOutReturn(deps);
  return async (ctx: Context, { periodId, amount_halalas, reason }: RefundPeriodInput): Promise<void> => {
    await lockSubscription(ctx);
    const period = await findPeriod(ctx, periodId);
    if (!period || period.order_id !== null) return baseRefusals.refuse("base.not_found");
    requireRefundable(period, amount_halalas);
    const id = newId("prf");
    await recordAudit(ctx, {
      module: "billing",
      action: "billing.period_refund_requested",
      subject: periodId,
      after: { refund_id: id, amount_halalas, reason },
    });
    if (period.payment_source === "balance") {
      await deps.wallet.refundCharge(ctx, { key: id, reference: periodId, amount_halalas });
      const source = { source: `staff:${id}`, period_id: periodId, payment_id: null, intent_id: null };
      return giveBack(ctx, { ...source, amount_halalas, is_won: false, reason });
    }
    if (period.payment_id === null) return plansRefusals.refuse("billing.payment_under_way");
    await deps.payments.requestRefund(ctx, {
      payment_id: period.payment_id,
      amount_halalas,
      subject: id,
      reason,
    });
  };
};

function requireRefundable({ state, due_halalas, returned_halalas }: Period, amount: number): void {
  if (state !== "paid") plansRefusals.refuse("billing.period_not_paid");
  const left = halalas(due_halalas - returned_halalas);
  if (amount < 1 || amount > left)
    ordersRefusals.refuse("billing.refund_too_large", { left: formatRiyals(left) }, "amount_halalas");
}
