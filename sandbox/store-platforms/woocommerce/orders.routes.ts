import { z } from "zod";
import type { World } from "../../base/world.ts";
import { computeDiscountedTotal } from "../shared/coupons.ts";
import type { Deliveries } from "./deliveries.ts";
import type { Order, OrderStatus, Site } from "./model.ts";
import { refundOrder, setStatus } from "./orders.ts";
import { presentOrder, presentRefund } from "./present.ts";
import type { Records } from "./records.ts";
import { checkedParams, RestError, toPage } from "./rest.ts";
import { commonParams, paging, ROOT, requireRow, type SiteRoute } from "./routes.ts";

interface Deps {
  world: World;
  records: Records;
  deliveries: Deliveries;
}

const statuses = [
  "pending",
  "processing",
  "on-hold",
  "completed",
  "cancelled",
  "refunded",
  "failed",
  "trash",
  "checkout-draft",
] as const;

/** "2026-11-21T12:30:00", with or without an offset. */
const instantSchema = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)?$/, "Invalid date.")
  .optional();

const ordersQuery = z.strictObject({
  ...paging,
  ...commonParams,
  status: z.string().default("any"),
  after: instantSchema,
  before: instantSchema,
  modified_after: instantSchema,
  modified_before: instantSchema,
  dates_are_gmt: z.stringbool().default(false),
  search: z.string().optional(),
  orderby: z.enum(["date", "id", "include", "title", "slug", "modified"]).default("date"),
  order: z.enum(["asc", "desc"]).default("desc"),
});
type OrdersQuery = z.output<typeof ordersQuery>;

/** Orders, their change and their refunds (WooCommerce REST API docs, "Orders", "Refunds"). */
export function orderRoutes(deps: Deps): SiteRoute[] {
  const { world, records } = deps;
  const requireOrder = (site: Site, id: string): Order =>
    requireRow(records.orders.get(id), (order) => order.storeId === site.id, "shop_order");
  return [
    {
      method: "GET",
      path: `${ROOT}/orders`,
      needs: "read",
      handle({ site, query }) {
        const input = checkedParams(ordersQuery, query);
        const rows = records.listStoreOrders(site.id).filter((order) => matches(site, order, input));
        if (input.orderby === "modified")
          rows.sort((one, other) => one.updatedAt.localeCompare(other.updatedAt));
        if (input.order === "desc") rows.reverse();
        const url = `${world.url("woocommerce")}/${site.slug}/wp-json${ROOT}/orders`;
        return toPage(rows, input, url, presentOrder);
      },
    },
    {
      method: "GET",
      path: `${ROOT}/orders/{id}`,
      needs: "read",
      handle: ({ site, id }) => ({ body: presentOrder(requireOrder(site, id)) }),
    },
    {
      method: "PUT",
      path: `${ROOT}/orders/{id}`,
      needs: "write",
      handle({ site, id, body }) {
        const order = requireOrder(site, id);
        const { status } = checkedParams(orderBody, body);
        if (!isSiteStatus(site, status)) {
          throw new RestError(400, "rest_invalid_param", "Invalid parameter(s): status", {
            params: { status: `status is not one of ${statuses.join(", ")}.` },
          });
        }
        void setStatus(deps, site, order, status, world.now());
        return { body: presentOrder(order) };
      },
    },
    {
      method: "GET",
      path: `${ROOT}/orders/{id}/refunds`,
      needs: "read",
      handle: ({ site, id }) => {
        const order = requireOrder(site, id);
        return { body: order.refunds.map((refund) => presentRefund(order, refund)) };
      },
    },
    {
      method: "POST",
      path: `${ROOT}/orders/{id}/refunds`,
      needs: "write",
      handle: ({ site, id, body }) => makeRefund(deps, site, requireOrder(site, id), body),
    },
  ];
}

const orderBody = z.strictObject({ status: z.string() });
const refundBody = z.strictObject({
  amount: z.string().regex(/^\d+(\.\d{1,2})?$/),
  reason: z.string().default(""),
  api_refund: z.boolean().default(true),
});

function makeRefund(deps: Deps, site: Site, order: Order, body: unknown) {
  const input = checkedParams(refundBody, body);
  const halalas = Math.round(Number(input.amount) * 100);
  if (halalas <= 0 || halalas > computeDiscountedTotal(order) - order.refundedHalalas) {
    throw new RestError(400, "woocommerce_rest_invalid_order_refund", "Invalid refund amount.");
  }
  void refundOrder(deps, site, order, { halalas, reason: input.reason, at: deps.world.now() });
  const created = order.refunds.at(-1);
  return { status: 201, body: created ? presentRefund(order, created) : {} };
}

function isSiteStatus(site: Site, status: string): status is OrderStatus {
  return statuses.some((known) => known === status) || (status === "shipped" && site.hasShippedStatus);
}

function matches(site: Site, order: Order, input: OrdersQuery): boolean {
  const statusFilter = input.status.split(",");
  const unexpected = statusFilter.find((status) => status !== "any" && !isSiteStatus(site, status));
  if (unexpected !== undefined) {
    throw new RestError(400, "rest_invalid_param", "Invalid parameter(s): status", {
      params: { status: `status[0] is not one of any, ${statuses.join(", ")}.` },
    });
  }
  const instant = (text: string | undefined) => text && Date.parse(parseInstant(text, input.dates_are_gmt));
  const at = Date.parse(order.at);
  const changed = Math.floor(Date.parse(order.updatedAt) / 1_000) * 1_000;
  const [after, before] = [instant(input.after), instant(input.before)];
  const [since, until] = [instant(input.modified_after), instant(input.modified_before)];
  return (
    (statusFilter.includes("any") ? order.status !== "trash" : statusFilter.includes(order.status)) &&
    (!after || at > after) &&
    (!before || at < before) &&
    (!since || changed > since) &&
    (!until || changed < until) &&
    (!input.search || String(order.reference).includes(input.search))
  );
}

/** Without an offset it is the site's local time, or UTC when that was requested. */
function parseInstant(text: string, isGmt: boolean): string {
  if (/(Z|[+-]\d\d:\d\d)$/.test(text)) return text;
  return `${text}${isGmt ? "Z" : "+03:00"}`;
}
