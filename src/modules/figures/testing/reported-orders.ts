import { type ReadContext, transact } from "#base/server/context.ts";
import type { OrderFacts } from "#modules/stores/server/stores.facade.ts";
import type { OrderProof } from "#modules/tracking/server/tracking.facade.ts";
import { reportOrder } from "../server/orders/report-order.ts";

/** An order that is paid, on its way to Riyadh, and that a click on cmp_1's ad brought. */
export const anOrder = {
  store_id: "sto_1",
  placed_at: new Date("2026-11-20T12:00:00Z"),
  status: "placed" as OrderFacts["status"],
  counts: true,
  is_sent: true,
  is_cod: true,
  total_halalas: 20_000,
  refunded_halalas: 0,
  delivered_at: null as Date | null,
  city_key: "riyadh" as string | null,
  main_product_id: "p1" as string | null,
  campaign_id: "cmp_1" as string | null,
  clicked_at: new Date("2026-11-20T10:00:00Z") as Date | null,
  coupon_campaign_id: null as string | null,
};
export type OrderInput = Partial<typeof anOrder> & { order_id: string };

/** Counts orders as the module does when a store reports them; again for one that changed. */
export async function reportOrders(ctx: ReadContext, ...orders: readonly OrderInput[]): Promise<void> {
  for (const input of orders) {
    const { campaign_id, clicked_at, coupon_campaign_id, ...order } = { ...anOrder, ...input };
    const facts: OrderFacts = {
      external_id: order.order_id,
      products: [],
      reference: order.order_id.replace("ord_", "#"),
      payment_method: order.is_cod ? "cod" : "mada",
      click_id: null,
      coupon_codes: [],
      utm: {},
      ...order,
    };
    const witness = coupon_campaign_id === null ? "click_id" : "conflict";
    const proof: OrderProof | null = campaign_id
      ? { campaign_id, ad_id: "ad_1", witness, clicked_at, coupon_campaign_id }
      : null;
    const deps = { findOrderFacts: async () => facts, findOrderProof: async () => proof };
    await transact(ctx, (ctx) => reportOrder(deps)(ctx, { orderId: order.order_id }));
  }
}
