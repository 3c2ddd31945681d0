import { defineLive } from "#base/web/runtime/web-module.ts";
import { ordersKeys } from "./checkout/orders.queries.ts";
import { invoicesKeys } from "./invoices/invoices.queries.ts";
import { stockKeys } from "./stock/stock.queries.ts";
import { subscriptionKeys } from "./subscription/subscription.queries.ts";

/** The checkout shows what the wallet has available. */
const balance = [ordersKeys.previews];

export const live = defineLive({
  "billing.invoice_issued": [invoicesKeys.lists],
  "billing.company_changed": [invoicesKeys.details],
  "billing.stock_changed": [stockKeys.all],
  "billing.subscription_changed": [subscriptionKeys.all, stockKeys.all],
  "billing.renewal_failed": [subscriptionKeys.all],
  "billing.period_payment_returned": [subscriptionKeys.all],
  "billing.trial_ending": [subscriptionKeys.all],
  "billing.order_delivered": [ordersKeys.all, stockKeys.all],
  "billing.order_failed": [ordersKeys.all],
  "billing.order_payment_returned": [ordersKeys.all],
  "billing.order_refund_changed": [ordersKeys.all],
  "wallet.deposited": balance,
  "wallet.charged": balance,
});
