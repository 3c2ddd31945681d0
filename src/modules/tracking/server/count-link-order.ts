import type { Context } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { OrderFacts, StoresFacade } from "#modules/stores/server/stores.facade.ts";
import { type LinkOrder, replaceLinkOrder } from "./link-orders.store.ts";

export type CountLinkOrderDeps = { stores: Pick<StoresFacade, "listOrderFacts"> };

/**
 * Counts an order for the link whose click it is attributed to. Runs after each change of the order or of its
 * attribution, and computes the whole anew: running twice changes nothing.
 */
export const countLinkOrder =
  ({ stores }: CountLinkOrderDeps) =>
  async (ctx: Context, { orderId }: { orderId: string }): Promise<void> => {
    const attribution = await ctx.tx.maybeOne<Row<"tracking.attributions", "link_id">>(sql`
      select link_id from tracking.attributions
      where order_id = ${orderId} and merchant_id = ${ctx.actor.merchantId} for update`);
    const linkId = attribution?.link_id ?? null;
    const [facts] = linkId === null ? [] : await stores.listOrderFacts(ctx, [orderId]);
    await replaceLinkOrder(ctx, orderId, linkId && facts ? toLinkOrder(linkId, facts) : null);
  };

/**
 * Placed counts what shoppers ordered, also what they later refused; delivered what reached them, less refunds. The
 * same as the metrics of reports (`figures/domain/order-share.ts`).
 */
function toLinkOrder(linkId: string, facts: OrderFacts): LinkOrder | null {
  const { status, counts, total_halalas: total, refunded_halalas: refunded } = facts;
  if (!counts || status === "cancelled") return null;
  const net = status === "delivered" || status === "refunded" ? Math.max(0, total - refunded) : 0;
  return {
    link_id: linkId,
    day: toRiyadhDay(facts.placed_at),
    orders_placed: 1,
    sales_placed_halalas: total,
    orders_delivered: status === "delivered" || net > 0 ? 1 : 0,
    sales_delivered_halalas: net,
  };
}
