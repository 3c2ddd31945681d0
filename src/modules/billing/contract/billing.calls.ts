import { catalogueCouponsCalls } from "./catalogue-coupons.calls.ts";
import { cataloguePackagesCalls } from "./catalogue-packages.calls.ts";
import { cataloguePlansCalls } from "./catalogue-plans.calls.ts";
import { invoicesCalls } from "./invoices.calls.ts";
import { ordersCalls } from "./orders.calls.ts";
import { plansCalls } from "./plans.calls.ts";
import { stockCalls } from "./stock.calls.ts";
import { subscriptionCalls } from "./subscription.calls.ts";

/** The calls of staff who edit what is sold. */
const catalogueCalls = { ...cataloguePlansCalls, ...cataloguePackagesCalls, ...catalogueCouponsCalls };
export type CatalogueCalls = typeof catalogueCalls;

/** All calls of billing, each part in a file of its own. */
export const billingCalls = {
  ...plansCalls,
  ...subscriptionCalls,
  ...stockCalls,
  ...ordersCalls,
  ...invoicesCalls,
  ...catalogueCalls,
};
export type BillingCalls = typeof billingCalls;
