import type { Context } from "#base/server/context.ts";
import type { Duration } from "../../contract/enums.ts";
import type { OrderPaymentMethod } from "../../contract/orders.enums.ts";
import { startSubscription } from "../start-subscription.ts";
import { addLots } from "../stock/add-lots.ts";
import type { OrdersDeps } from "./orders.deps.ts";
import { listLines, type Order, type OrderLine, saveOrder } from "./orders.store.ts";

export type Purchase = {
  order: Order;
  method: OrderPaymentMethod;
  /** The gateway's payment; null for the balance and for a coupon that took all. */
  payment_id: string | null;
  /** The saved card that paid, for the renewals of a plan. */
  card_id: string | null;
};

/**
 * Gives the merchant what the order bought, in the transaction of its payment: the plan starts, packages come to the
 * stock. `already_subscribed`: a subscription runs already, nothing was changed, and what was paid is to be returned.
 * The caller holds the orders' lock.
 */
export const deliverOrder =
  (_deps: OrdersDeps) =>
  async (ctx: Context, purchase: Purchase): Promise<"delivered" | "already_subscribed"> => {
    const { order, method: payment_method, payment_id } = purchase;
    const lines = await listLines(ctx, order.id);
    const plan = lines.find(({ kind }) => kind === "plan");
    if (plan && !(await startPlan(ctx, plan, purchase))) return "already_subscribed";
    await saveOrder(ctx, { id: order.id, state: "delivered", payment_method, payment_id, paid_at: ctx.now });
    await addLots(ctx, { orderId: order.id, lines });
    await ctx.tx.publish({
      name: "billing.order_delivered",
      merchant_id: ctx.actor.merchantId,
      order_id: order.id,
    });
    return "delivered";
  };

async function startPlan(ctx: Context, line: OrderLine, purchase: Purchase): Promise<boolean> {
  const { order, method, card_id, payment_id } = purchase;
  const { plan_version_id, months, total_halalas } = line;
  if (plan_version_id === null || months === null) throw new Error("a plan's line names no plan");
  const started = await startSubscription(ctx, {
    plan_version_id,
    duration_months: months as Duration, // the order was made from a duration of the contract
    order_id: order.id,
    paid_halalas: total_halalas,
    payment: method === "balance" ? { source: "balance", card_id: null } : { source: "card", card_id },
    payment_id,
  });
  return started.kind === "started";
}
