import type { Context } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import { toCreditReason } from "../invoices/credit-reason.ts";
import { creditOrder, invoiceOrderAgain } from "./invoice-order.ts";
import { findOrderPayment } from "./order-payments.store.ts";
import {
  countOutsideRefunds,
  findOrderRefund,
  finishOrderRefund,
  insertOrderRefund,
  type OrderRefund,
  sumOrderRefunds,
} from "./order-refunds.store.ts";
import type { OrdersDeps } from "./orders.deps.ts";
import { findOrder, lockOrders } from "./orders.store.ts";
import { addRefunded, recountRefunded } from "./refund-order.ts";

type Deps = Pick<OrdersDeps, "invoices" | "messages" | "log">;
type Outside = { payment_id: string; amount_halalas: number };

/**
 * Records what the gateway took back of an order's payment by itself: `outside_halalas` in all, of which only the growth
 * counts. For a payment that did not buy the order nothing follows.
 */
export async function recordGatewayRefund(
  deps: Deps,
  ctx: Context,
  { payment_id, outside_halalas }: { payment_id: string; outside_halalas: number },
): Promise<void> {
  await lockOrders(ctx);
  const payment = await findOrderPayment(ctx, payment_id);
  if (payment?.result !== "bought") return;
  const growth = outside_halalas - (await countOutsideRefunds(ctx, payment.order_id));
  if (growth > 0)
    await recordOutside(
      deps,
      ctx,
      { payment_id, amount_halalas: growth },
      { id: newId("orf"), reason: "gateway" },
    );
}

/** Records that the bank took the payment back for its cardholder, once for each chargeback. */
export async function recordChargeback(
  deps: Deps,
  ctx: Context,
  { chargeback_id, ...taken }: Outside & { chargeback_id: string },
): Promise<void> {
  await lockOrders(ctx);
  const id = `orf_${chargeback_id}`;
  if (await findOrderRefund(ctx, id)) return;
  await recordOutside(deps, ctx, taken, { id, reason: "chargeback" });
}

/**
 * A chargeback was won: the order has its money again, with what is left of its time, and is invoiced again for it. One
 * that was never recorded is recorded as won, so that it takes nothing later.
 */
export async function recordChargebackWon(
  deps: Deps,
  ctx: Context,
  { chargeback_id, payment_id, amount_halalas }: Outside & { chargeback_id: string },
): Promise<void> {
  await lockOrders(ctx);
  const id = `orf_${chargeback_id}`;
  const refund = await findOrderRefund(ctx, id);
  const payment = await findOrderPayment(ctx, payment_id);
  const reversed = { id, reason: "chargeback", state: "reversed" } as const;
  if (!refund && payment?.result === "bought")
    return insertOutside(ctx, { ...reversed, order_id: payment.order_id, amount_halalas });
  const order = refund?.state === "done" ? await findOrder(ctx, refund.order_id) : undefined;
  if (!refund || !order) return;
  const { amount_halalas: amount } = refund;
  await finishOrderRefund(ctx, reversed);
  await recountRefunded(deps, ctx, order, { cause: "chargeback" });
  await invoiceOrderAgain(deps, ctx, order, { id: `${order.id}:${chargeback_id}`, amount });
}

async function recordOutside(
  deps: Deps,
  ctx: Context,
  { payment_id, amount_halalas }: Outside,
  { id, reason }: { id: string; reason: "gateway" | "chargeback" },
): Promise<void> {
  const payment = await findOrderPayment(ctx, payment_id);
  const order = payment?.result === "bought" ? await findOrder(ctx, payment.order_id) : undefined;
  if (!order) return;
  // A refund that was only requested takes nothing yet: the payments refuse it when too little is left.
  const left = order.total_halalas - (await sumOrderRefunds(ctx, order.id)).done;
  const amount = Math.min(left, amount_halalas);
  if (amount <= 0) return;
  await insertOutside(ctx, { id, order_id: order.id, amount_halalas: amount, reason, state: "done" });
  const cause = reason === "chargeback" ? "chargeback" : "refund";
  await addRefunded(deps, ctx, order, { amount, cause });
  await creditOrder(deps, ctx, {
    id,
    order_id: order.id,
    amount_halalas: amount,
    reason: toCreditReason(deps.messages, cause),
  });
}

type OutsideRefund = Pick<OrderRefund, "id" | "order_id" | "amount_halalas" | "reason" | "state">;

const insertOutside = (ctx: Context, refund: OutsideRefund) =>
  insertOrderRefund(ctx, {
    ...refund,
    payment_refund_id: null,
    requested_at: ctx.now,
    finished_at: ctx.now,
  });
