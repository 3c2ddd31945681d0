import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { Refusal } from "../../base/vendor.ts";
import { checked } from "../../control/control.ts";
import type { OrderTransition } from "../../economy/ports.ts";
import type { OrderRecord, ReturnedItem, ShopRecord } from "./model.ts";
import type { ShopBackend } from "./shop-backend.ts";

/** The transitions that lead to each end, as a carrier and a merchant apply them one by one. */
const transitionPaths = {
  paid: ["confirmed"],
  delivered: ["confirmed", "shipped", "delivered"],
  refused: ["confirmed", "shipped", "refused"],
  cancelled: ["cancelled"],
  refunded: ["confirmed", "shipped", "delivered", "refunded"],
} satisfies Record<string, OrderTransition[]>;

/**
 * `POST /control/<vendor>/orders {order_id, end}` moves an order to an end at once; `{order_id, refund_halalas}`
 * refunds a part of what was paid, with `items` for what came back, where the platform lists it. Webhooks are sent as
 * always. `{order_id, add_lines}` adds so many lines, each of a product of its own and one unit for a riyal, as a
 * merchant edits an order; nothing is sent.
 */
export function orderControl<Store extends ShopRecord, Order extends OrderRecord>(
  fastify: FastifyInstance,
  backend: ShopBackend<Store, Order>,
  refundPart: (order: Order, halalas: number, at: Date, items: ReturnedItem[]) => Promise<void>,
): void {
  const shape = z.union([
    z.strictObject({
      order_id: z.string(),
      end: z.enum(Object.keys(transitionPaths) as (keyof typeof transitionPaths)[]),
    }),
    z.strictObject({
      order_id: z.string(),
      refund_halalas: z.number().int().min(1),
      items: z
        .array(z.strictObject({ product_id: z.string(), quantity: z.number().int().min(1) }))
        .default([]),
    }),
    z.strictObject({ order_id: z.string(), add_lines: z.number().int().min(1).max(1_000) }),
  ]);
  fastify.post(`/control/${backend.vendor}/orders`, async (request) => {
    const body = checked(shape, request.body);
    const order = backend.shopTables.orders.get(body.order_id);
    if (!order) throw new Refusal("there is no order with this order_id");
    const at = backend.world.now();
    if ("end" in body) {
      for (const transition of transitionPaths[body.end])
        await backend.transition(order, transition, at).webhooksSent;
    } else if ("add_lines" in body) {
      order.items = [...order.items, ...makeLines(body.add_lines)];
      order.updatedAt = at.toISOString();
      backend.shopTables.orders.put(order);
    } else {
      const items = body.items.map(({ product_id: productId, quantity }) => ({ productId, quantity }));
      await refundPart(order, body.refund_halalas, at, items);
    }
    return backend.shopTables.orders.get(order.id);
  });
}

const makeLines = (count: number): OrderRecord["items"] =>
  Array.from({ length: count }, (_, at) => ({
    productId: String(70_000_000 + at),
    name: `إضافة ${at + 1}`,
    sku: `ADD-${at + 1}`,
    quantity: 1,
    unitHalalas: 1_00,
  }));
