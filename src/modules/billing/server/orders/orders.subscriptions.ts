import type { Context } from "#base/server/context.ts";
import type { Subscription } from "#base/server/outbox-relay.ts";
import { pickEvents, type ReceivedEvent, subscribe } from "#base/server/subscribe.ts";
import { paymentsEvents } from "#modules/payments/contract/payments.events.ts";
import { applyOrderPayment } from "./apply-payment.ts";
import { findOrderOfIntent } from "./order-payments.store.ts";
import { type OrdersDeps, purpose } from "./orders.deps.ts";
import { findOrder, lockOrders, saveOrder } from "./orders.store.ts";
import { recordChargeback, recordChargebackWon, recordGatewayRefund } from "./outside-refunds.ts";
import { finishRefund } from "./refund-order.ts";

const succeeded = pickEvents(paymentsEvents, "payments.succeeded");
const failed = pickEvents(paymentsEvents, "payments.failed");
const goneBack = pickEvents(
  paymentsEvents,
  "payments.refunded",
  "payments.refund_finished",
  "payments.charged_back",
  "payments.chargeback_won",
);

/** What happens to the payments of orders. */
export function ordersSubscriptions(deps: OrdersDeps): readonly Subscription[] {
  const apply = applyOrderPayment(deps);
  return [
    subscribe({
      name: "billing.order-payments",
      to: succeeded,
      // As with periods: each holds the end of the invoices' chain.
      batchSize: 10,
      async handle(ctx, event) {
        if (event.purpose === purpose) await apply(ctx, { ...event, refunded_halalas: 0 });
      },
    }),
    subscribe({ name: "billing.order-failures", to: failed, handle: markFailed }),
    subscribe({
      name: "billing.order-refunds",
      to: goneBack,
      async handle(ctx, event) {
        if (event.purpose === purpose) await recordReturn(deps, ctx, event);
      },
    }),
  ];
}

/** Only the payment that the merchant tried last: an earlier one failing changes nothing. */
async function markFailed(ctx: Context, event: ReceivedEvent<typeof failed>): Promise<void> {
  if (event.purpose !== purpose) return;
  await lockOrders(ctx);
  const orderId = await findOrderOfIntent(ctx, event.intent_id);
  const order = orderId ? await findOrder(ctx, orderId) : undefined;
  if (order?.state !== "open" || order.intent_id !== event.intent_id) return;
  await saveOrder(ctx, { ...order, state: "failed" });
  await ctx.tx.publish({
    name: "billing.order_failed",
    merchant_id: ctx.actor.merchantId,
    order_id: order.id,
  });
}

async function recordReturn(
  deps: OrdersDeps,
  ctx: Context,
  event: ReceivedEvent<typeof goneBack>,
): Promise<void> {
  const { payment_id } = event;
  if (event.name === "payments.charged_back") return recordChargeback(deps, ctx, event);
  if (event.name === "payments.chargeback_won") return recordChargebackWon(deps, ctx, event);
  if (event.name === "payments.refunded") {
    const outside_halalas = event.refunded_halalas - event.requested_halalas;
    return recordGatewayRefund(deps, ctx, { payment_id, outside_halalas });
  }
  const { subject: refundId, result } = event;
  return finishRefund(deps, ctx, { refundId, result });
}
