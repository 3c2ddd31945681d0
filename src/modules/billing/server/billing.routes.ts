import type { FastifyInstance } from "fastify";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import { billingCalls } from "../contract/billing.calls.ts";
import type { BillingDeps } from "./billing.deps.ts";
import { catalogueHandlers } from "./catalogue/catalogue.routes.ts";
import { invoicesHandlers } from "./invoices/invoices.routes.ts";
import { ordersHandlers } from "./orders/orders.routes.ts";
import { plansHandlers } from "./plans.routes.ts";
import { stockHandlers } from "./stock/stock.routes.ts";
import { subscriptionHandlers } from "./subscription.routes.ts";

/** All calls of billing. */
export function mountBilling(app: FastifyInstance, http: HttpContext, deps: BillingDeps) {
  mountCalls(app, http, billingCalls, {
    ...plansHandlers(),
    ...subscriptionHandlers(deps),
    ...stockHandlers(),
    ...ordersHandlers(deps),
    ...invoicesHandlers(),
    ...catalogueHandlers(deps),
  });
}
