import { z } from "zod";
import type { World } from "../../base/world.ts";
import { totalAfter } from "../shared/coupons.ts";
import type { Deliveries } from "./deliveries.ts";
import type { Order, OrderStatus, Site } from "./model.ts";
import { giveBack, setStatus } from "./orders.ts";
import { presentOrder, presentRefund } from "./present.ts";
import type { Records } from "./records.ts";
import { checkedAsk, pageOfRows, RestError } from "./rest.ts";
import { anywhere, paging, ROOT, rowOf, type SiteRoute } from "./routes.ts";

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
const moment = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)?$/, "Invalid date.")
  .optional();

const ordersQuery = z.strictObject({
  ...paging,
  ...anywhere,
  status: z.string().default("any"),
  after: moment,
  before: moment,
  modified_after: moment,
  modified_before: moment,
  dates_are_gmt: z.stringbool().default(false),
  search: z.string().optional(),
  orderby: z.enum(["date", "id", "include", "title", "slug", "modified"]).default("date"),
  order: z.enum(["asc", "desc"]).default("desc"),
});
type OrdersQuery = z.output<typeof ordersQuery>;

/** Orders, their change and their refunds (WooCommerce REST API docs, "Orders", "Refunds"). */
export function orderRoutes(deps: Deps): SiteRoute[] {
  const { world, records } = deps;
  const orderOf = (site: Site, id: string): Order =>
    rowOf(records.orders.get(id), (order) => order.storeId === site.id, "shop_order");
  return [
    {
      method: "GET",
      path: `${ROOT}/orders`,
      needs: "read",
      answer({ site, query }) {
        const ask = checkedAsk(ordersQuery, query);
        const rows = records.ordersOf(site.id).filter((order) => fits(site, order, ask));
        if (ask.orderby === "modified")
          rows.sort((one, other) => one.updatedAt.localeCompare(other.updatedAt));
        if (ask.order === "desc") rows.reverse();
        const url = `${world.url("woocommerce")}/${site.slug}/wp-json${ROOT}/orders`;
        return pageOfRows(rows, ask, url, presentOrder);
      },
    },
    {
      method: "GET",
      path: `${ROOT}/orders/{id}`,
      needs: "read",
      answer: ({ site, id }) => ({ body: presentOrder(orderOf(site, id)) }),
    },
    {
      method: "PUT",
      path: `${ROOT}/orders/{id}`,
      needs: "write",
      answer({ site, id, body }) {
        const order = orderOf(site, id);
        const { status } = checkedAsk(orderBody, body);
        if (!isStatusOf(site, status)) {
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
      answer: ({ site, id }) => ({ body: orderOf(site, id).refunds.map(presentRefund) }),
    },
    {
      method: "POST",
      path: `${ROOT}/orders/{id}/refunds`,
      needs: "write",
      answer: ({ site, id, body }) => makeRefund(deps, site, orderOf(site, id), body),
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
  const ask = checkedAsk(refundBody, body);
  const halalas = Math.round(Number(ask.amount) * 100);
  if (halalas <= 0 || halalas > totalAfter(order) - order.refundedHalalas) {
    throw new RestError(400, "woocommerce_rest_invalid_order_refund", "Invalid refund amount.");
  }
  void giveBack(deps, site, order, { halalas, reason: ask.reason, at: deps.world.now() });
  const made = order.refunds.at(-1);
  return { status: 201, body: made ? presentRefund(made) : {} };
}

function isStatusOf(site: Site, status: string): status is OrderStatus {
  return statuses.some((known) => known === status) || (status === "shipped" && site.hasShippedStatus);
}

function fits(site: Site, order: Order, ask: OrdersQuery): boolean {
  const asked = ask.status.split(",");
  const strange = asked.find((status) => status !== "any" && !isStatusOf(site, status));
  if (strange !== undefined) {
    throw new RestError(400, "rest_invalid_param", "Invalid parameter(s): status", {
      params: { status: `status[0] is not one of any, ${statuses.join(", ")}.` },
    });
  }
  const instant = (text: string | undefined) => text && Date.parse(momentOf(text, ask.dates_are_gmt));
  const at = Date.parse(order.at);
  const changed = Math.floor(Date.parse(order.updatedAt) / 1_000) * 1_000;
  const [after, before] = [instant(ask.after), instant(ask.before)];
  const [since, until] = [instant(ask.modified_after), instant(ask.modified_before)];
  return (
    (asked.includes("any") ? order.status !== "trash" : asked.includes(order.status)) &&
    (!after || at > after) &&
    (!before || at < before) &&
    (!since || changed > since) &&
    (!until || changed < until) &&
    (!ask.search || String(order.reference).includes(ask.search))
  );
}

/** Without an offset it is the site's own clock, or UTC when that was asked for. */
function momentOf(text: string, isGmt: boolean): string {
  if (/(Z|[+-]\d\d:\d\d)$/.test(text)) return text;
  return `${text}${isGmt ? "Z" : "+03:00"}`;
}
