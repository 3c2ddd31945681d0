import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { checkBody } from "../../base/check-body.ts";
import { type ApiDeps, paging, ROOT, toStoreOrigin } from "./api.deps.ts";
import type { Order, OrderSlug, Store } from "./model.ts";
import { presentOrderDetail, presentOrderSummary } from "./present-order.ts";
import { invalid, notFound, sendList, success } from "./responses.ts";
import { transitionOrder } from "./shop.ts";
import {
  customId,
  findOriginalStatus,
  listStatuses,
  originalStatuses,
  PACKING,
  packingId,
} from "./statuses.ts";

const textOrList = z.union([z.string(), z.array(z.string())]).optional();

/** Orders: a light list, full details, statuses and their change (Salla docs, "Orders"). */
export function orderRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const { guard } = deps;
  app.get(
    `${ROOT}/orders`,
    guard("orders.read", (request, reply, { store }) => listOrders(deps, store, request, reply)),
  );
  app.get(
    `${ROOT}/orders/statuses`,
    guard("orders.read", (_request, reply, { store }) => success(reply, listStatuses(store.id))),
  );
  app.get(
    `${ROOT}/orders/:id`,
    guard("orders.read", (request, reply, { store }) => {
      const order = findOrder(deps, store, request);
      return order ? success(reply, presentOrderDetail(order, toStoreOrigin(deps, store))) : notFound(reply);
    }),
  );
  app.post(
    `${ROOT}/orders/:id/status`,
    guard("orders.read_write", (request, reply, { store }) => changeStatus(deps, store, request, reply)),
  );
}

const ordersQuery = z.strictObject({
  ...paging,
  keyword: z.string().optional(),
  status: textOrList,
  "status[]": textOrList,
  payment_method: textOrList,
  "payment_method[]": textOrList,
  from_date: z.iso.date().optional(),
  to_date: z.iso.date().optional(),
  country: z.string().optional(),
  city: z.string().optional(),
  product: z.string().optional(),
  branch: z.string().optional(),
  tags: textOrList,
  reference_id: z.string().optional(),
  coupon: z.string().optional(),
  customer_id: z.string().optional(),
  source: z.string().optional(),
  sort_by: z
    .enum(["id-desc", "id-asc", "created_at-desc", "created_at-asc", "updated_at-desc", "updated_at-asc"])
    .optional(),
});
type OrdersQuery = z.output<typeof ordersQuery>;

function listOrders(deps: ApiDeps, store: Store, request: FastifyRequest, reply: FastifyReply) {
  const query = checkBody(ordersQuery, request.query);
  if (!query.ok) return invalid(reply, query.problems);
  const { page, per_page: perPage, sort_by: sort = "id-desc" } = query.value;
  const rows = deps.records
    .listStoreOrders(store.id)
    .filter((order) => matchesOrder(store, order, query.value));
  if (sort.startsWith("updated_at")) rows.sort((one, other) => one.updatedAt.localeCompare(other.updatedAt));
  if (sort.endsWith("desc")) rows.reverse();
  return sendList(reply, rows, { page, perPage, url: `${deps.world.url("salla")}${ROOT}/orders` }, (order) =>
    presentOrderSummary(order, toStoreOrigin(deps, store)),
  );
}

function matchesOrder(store: Store, order: Order, query: OrdersQuery): boolean {
  const day = new Date(Date.parse(order.at) + 3 * 3_600_000).toISOString().slice(0, 10);
  const statuses = [query.status ?? [], query["status[]"] ?? []].flat();
  const methods = [query.payment_method ?? [], query["payment_method[]"] ?? []].flat();
  const ids = [
    String(findOriginalStatus(order.status).id),
    String(customId(store.id, order.status)),
    order.status as string,
  ];
  return (
    (!query.from_date || day >= query.from_date) &&
    (!query.to_date || day <= query.to_date) &&
    (statuses.length === 0 || statuses.some((status) => ids.includes(status))) &&
    (methods.length === 0 || methods.includes(order.paymentMethod)) &&
    (!query.reference_id || String(order.reference) === query.reference_id) &&
    (!query.customer_id || String(order.buyer.id) === query.customer_id) &&
    (!query.city || order.buyer.city === query.city) &&
    (!query.product || order.items.some((item) => item.productId === query.product)) &&
    (!query.keyword ||
      String(order.reference).includes(query.keyword) ||
      order.buyer.firstName.includes(query.keyword)) &&
    !query.coupon &&
    !query.tags
  );
}

function findOrder(deps: ApiDeps, store: Store, request: FastifyRequest): Order | null {
  const order = deps.records.orders.get((request.params as { id: string }).id);
  return order?.storeId === store.id ? order : null;
}

const statusBody = z
  .strictObject({
    slug: z.string().optional(),
    status_id: z.number().int().optional(),
    note: z.string().optional(),
  })
  .refine((body) => body.slug !== undefined || body.status_id !== undefined, { path: ["slug"] });

function changeStatus(deps: ApiDeps, store: Store, request: FastifyRequest, reply: FastifyReply) {
  const order = findOrder(deps, store, request);
  if (!order) return notFound(reply);
  const body = checkBody(statusBody, request.body ?? {});
  if (!body.ok) return invalid(reply, body.problems);
  const to = resolveSlug(store, body.value);
  if (!to)
    return invalid(reply, [
      { field: body.value.slug ? "slug" : "status_id", kind: "enum", detail: "unknown" },
    ]);
  const events = to === "canceled" ? ["order.cancelled"] : [];
  const { webhooksSent } = transitionOrder(
    deps,
    order.id,
    { from: [order.status], to, events },
    deps.world.now(),
  );
  void webhooksSent;
  return success(reply, { message: "تم تحديث حالة الطلب", code: 201 }, 201);
}

function resolveSlug(store: Store, input: { slug?: string; status_id?: number }): OrderSlug | null {
  if (input.status_id === packingId(store.id) || input.slug === "packing") return PACKING.parent;
  const found = originalStatuses.find(
    ({ id, slug }) =>
      slug === input.slug || id === input.status_id || customId(store.id, slug) === input.status_id,
  );
  return found?.slug ?? null;
}
