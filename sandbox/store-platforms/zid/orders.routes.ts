import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { checkBody } from "../../base/check-body.ts";
import type { ApiDeps } from "./api.ts";
import { type Order, orderStatuses, paymentStatuses, type Store } from "./model.ts";
import { presentCreditNote, presentOrder } from "./present-order.ts";
import { invalid, notFound } from "./responses.ts";
import { setStatus } from "./shop.ts";

const ORDERS = "/v1/managers/store/orders";

/** Orders: list, detail, credit notes and the change of a status (docs.zid.sa, "Orders"). */
export function orderRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const { guard, world } = deps;
  const one = (
    handle: (store: Store, order: Order, request: FastifyRequest, reply: FastifyReply) => unknown,
  ) =>
    guard("managers", (request, reply, store) => {
      const order = deps.records.orders.get((request.params as { id: string }).id);
      return order?.storeId === store.id ? handle(store, order, request, reply) : notFound(reply);
    });

  app.get(
    ORDERS,
    guard("managers", (request, reply, store) => listOrders(deps, store, request, reply)),
  );
  app.get(
    `${ORDERS}/:id/view`,
    one((store, order, _request, reply) =>
      reply.send({ status: "object", order: presentOrder(world, store, order) }),
    ),
  );
  app.get(
    `${ORDERS}/:id/credit-notes`,
    one((store, order, _request, reply) =>
      reply.send({
        code: "SUCCESS_WITH_SINGLE_PAYLOAD_OBJECT",
        message: null,
        payload: { credit_notes: order.creditNotes.map((note) => presentCreditNote(store, order, note)) },
      }),
    ),
  );
  app.post(
    `${ORDERS}/:id/change-order-status`,
    one((store, order, request, reply) => changeStatus(deps, store, order, request, reply)),
  );
}

const instant = z.string().regex(/^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/);
const ordersQuery = z.strictObject({
  payload_type: z.enum(["default", "simple"]).default("simple"),
  page: z.coerce.number().int().min(1).default(1),
  per_page: z.coerce.number().int().min(1).max(100).default(10),
  order_status: z.string().optional(),
  payment_status: z.enum(paymentStatuses).optional(),
  payment_method: z.string().optional(),
  customer_id: z.coerce.number().optional(),
  date_from: instant.optional(),
  date_to: instant.optional(),
  date_attribute: z.enum(["created_at", "updated_at"]).default("created_at"),
  sort_by: z.enum(["asc", "desc"]).default("desc"),
  search_term: z.string().optional(),
  source: z.string().optional(),
  tags: z.string().optional(),
  sku: z.string().optional(),
});
type OrdersQuery = z.output<typeof ordersQuery>;

function listOrders(deps: ApiDeps, store: Store, request: FastifyRequest, reply: FastifyReply) {
  const query = checkBody(ordersQuery, request.query);
  if (!query.ok) return invalid(reply, query.problems);
  const { page, per_page, sort_by, payload_type } = query.value;
  const rows = deps.records.listStoreOrders(store.id).filter((order) => matches(order, query.value));
  if (sort_by === "desc") rows.reverse();
  const shown = rows.slice((page - 1) * per_page, page * per_page);
  return reply.send({
    status: "object",
    orders: shown.map((order) => presentOrder(deps.world, store, order, payload_type === "simple")),
    total_order_count: rows.length,
  });
}

/** A bare date covers the whole day, in UTC. */
function matches(order: Order, query: OrdersQuery): boolean {
  const at = query.date_attribute === "updated_at" ? order.updatedAt : order.at;
  const time = at.slice(0, 19).replace("T", " ");
  const to = query.date_to?.length === 10 ? `${query.date_to} 23:59:59` : query.date_to;
  return (
    (!query.date_from || time >= query.date_from) &&
    (!to || time <= to) &&
    (!query.order_status || order.status === query.order_status) &&
    (!query.payment_status || order.paymentStatus === query.payment_status) &&
    (!query.customer_id || order.buyer.id === query.customer_id) &&
    (!query.search_term || order.code === query.search_term) &&
    (!query.sku || order.items.some((item) => item.sku === query.sku))
  );
}

const statusBody = z.strictObject({
  order_status: z
    .string()
    .transform((text) => text.toLowerCase().replace("canceled", "cancelled"))
    .pipe(z.enum(orderStatuses)),
  inventory_address_id: z.string().optional(),
  tracking_number: z.string().optional(),
  tracking_url: z.string().optional(),
  waybill_url: z.string().optional(),
});

async function changeStatus(
  deps: ApiDeps,
  store: Store,
  order: Order,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const body = checkBody(statusBody, request.body ?? {});
  if (!body.ok) return invalid(reply, body.problems);
  void setStatus(deps, order, { status: body.value.order_status }, deps.world.now());
  return reply.send({ status: "object", order: presentOrder(deps.world, store, order) });
}
