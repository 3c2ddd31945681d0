import { recordAudit } from "#base/server/audit.ts";
import type { Context } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { formatRiyals, halalas } from "#base/shared/money.ts";
import type { ReturnCause } from "../../contract/enums.ts";
import { ordersRefusals } from "../../contract/orders.refusals.ts";
import { findPeriodByOrder } from "../periods.store.ts";
import { returnPeriod } from "../return-period.ts";
import { restoreLots, withdrawLots } from "../stock/withdraw-lots.ts";
import { creditOrder } from "./invoice-order.ts";
import {
  findOrderRefund,
  finishOrderRefund,
  insertOrderRefund,
  sumOrderRefunds,
} from "./order-refunds.store.ts";
import type { OrdersDeps } from "./orders.deps.ts";
import { findOrder, lockOrders, type Order, setRefunded } from "./orders.store.ts";

export type RefundOrderInput = { orderId: string; amount_halalas: number; reason: string };

/**
 * Gives back all or a part of what an order took, to where it came from: to the balance at once, to the card by a refund
 * that `payments.refund_finished` ends. When all of it goes back, what is left of its units leaves the stock and the plan
 * it bought ends. Refuses an order that was not delivered, and more than is left. Returns the refund's id.
 */
export const refundOrder =
  (deps: Pick<OrdersDeps, "payments" | "wallet" | "invoices" | "log">) =>
  async (ctx: Context, { orderId, amount_halalas, reason }: RefundOrderInput): Promise<string> => {
    await lockOrders(ctx);
    const order = await findOrder(ctx, orderId);
    if (!order) return baseRefusals.refuse("base.not_found");
    requireRefundable(order, amount_halalas);
    const id = newId("orf");
    // First what is locked first everywhere: the subscription and the stock, then the wallet.
    await addRefunded(deps, ctx, order, { amount: amount_halalas, cause: "refund" });
    const payment_refund_id = await sendBack(deps, ctx, order, { id, amount_halalas, reason });
    const isDone = payment_refund_id === null;
    await insertOrderRefund(ctx, {
      id,
      order_id: orderId,
      amount_halalas,
      reason,
      state: isDone ? "done" : "requested",
      payment_refund_id,
      requested_at: ctx.now,
      finished_at: isDone ? ctx.now : null,
    });
    await recordAudit(ctx, {
      module: "billing",
      action: "billing.order_refund_requested",
      subject: orderId,
      after: { refund_id: id, amount_halalas, reason },
    });
    if (isDone) await creditOrder(deps, ctx, { id, order_id: orderId, amount_halalas, reason });
    return id;
  };

function requireRefundable(order: Order, amount: number): void {
  const left = halalas(order.total_halalas - order.refunded_halalas);
  if (order.state !== "delivered") ordersRefusals.refuse("billing.order_not_delivered");
  if (amount < 1 || amount > left)
    ordersRefusals.refuse("billing.refund_too_large", { left: formatRiyals(left) }, "amount_halalas");
}

/** The payments' refund, or null when the wallet has the money back. */
async function sendBack(
  { payments, wallet }: Pick<OrdersDeps, "payments" | "wallet">,
  ctx: Context,
  { id: orderId, payment_id }: Order,
  { id, amount_halalas, reason }: { id: string; amount_halalas: number; reason: string },
): Promise<string | null> {
  if (payment_id === null) {
    await wallet.refundCharge(ctx, { key: id, reference: orderId, amount_halalas });
    return null;
  }
  const { refund_id } = await payments.requestRefund(ctx, {
    payment_id,
    amount_halalas,
    subject: id,
    reason,
  });
  return refund_id;
}

/** Records that so much of the order goes back. */
export const addRefunded = (
  deps: Pick<OrdersDeps, "log">,
  ctx: Context,
  order: Order,
  { amount, cause }: { amount: number; cause: ReturnCause },
): Promise<void> =>
  saveRefunded(deps, ctx, order, { refunded_halalas: order.refunded_halalas + amount, cause });

/** Records again what goes back of the order, once a refund was refused or a chargeback was won. */
export async function recountRefunded(
  deps: Pick<OrdersDeps, "log">,
  ctx: Context,
  order: Order,
  { cause }: { cause: ReturnCause },
): Promise<void> {
  const { counted } = await sumOrderRefunds(ctx, order.id);
  await saveRefunded(deps, ctx, order, { refunded_halalas: counted, cause });
}

/**
 * Saves what goes back of the order, at most all of it: a requested refund and a chargeback may count the same money until
 * the refund is refused. Once all of it goes back, its units leave the stock and its plan ends; when some of it comes
 * again, they are there again, as far as they last.
 */
async function saveRefunded(
  deps: Pick<OrdersDeps, "log">,
  ctx: Context,
  order: Order,
  { refunded_halalas: counted, cause }: { refunded_halalas: number; cause: ReturnCause },
): Promise<void> {
  const refunded_halalas = Math.min(order.total_halalas, counted);
  const wasWhole = order.state === "refunded";
  const isWhole = refunded_halalas === order.total_halalas;
  await setRefunded(ctx, { id: order.id, refunded_halalas, state: isWhole ? "refunded" : "delivered" });
  await returnPlan(deps, ctx, order, { refunded_halalas, cause });
  if (isWhole && !wasWhole) await withdrawLots(ctx, { orderId: order.id });
  if (wasWhole && !isWhole) await restoreLots(ctx, { orderId: order.id });
  await publishRefund(ctx, order);
}

/**
 * What an order's refunds take of the plan it bought: as much as goes back when it bought nothing else; of an order with
 * packages besides, nothing until all of it goes back.
 */
async function returnPlan(
  deps: Pick<OrdersDeps, "log">,
  ctx: Context,
  { id, total_halalas }: Order,
  { refunded_halalas, cause }: { refunded_halalas: number; cause: ReturnCause },
): Promise<void> {
  const period = await findPeriodByOrder(ctx, id);
  if (!period) return;
  const isAlone = period.due_halalas === total_halalas;
  const ofBoth = refunded_halalas === total_halalas ? period.due_halalas : 0;
  await returnPeriod(deps, ctx, { period, returned_halalas: isAlone ? refunded_halalas : ofBoth, cause });
}

/**
 * The gateway has carried out a refund, or refused it: then the order has that money again, with its units and its plan.
 * Once for each refund.
 */
export async function finishRefund(
  deps: Pick<OrdersDeps, "invoices" | "log">,
  ctx: Context,
  { refundId, result }: { refundId: string; result: "done" | "refused" },
): Promise<void> {
  await lockOrders(ctx);
  const refund = await findOrderRefund(ctx, refundId);
  if (refund?.state !== "requested") return;
  const order = await findOrder(ctx, refund.order_id);
  if (!order) return;
  await finishOrderRefund(ctx, { id: refundId, state: result });
  if (result === "refused") {
    deps.log.error({ alarm: "order_not_refunded", refund_id: refundId }, "a refund was refused");
    return recountRefunded(deps, ctx, order, { cause: "refund" });
  }
  await publishRefund(ctx, order);
  await creditOrder(deps, ctx, refund);
}

const publishRefund = (ctx: Context, { id: order_id }: Order) =>
  ctx.tx.publish({ name: "billing.order_refund_changed", merchant_id: ctx.actor.merchantId, order_id });
