import type { CouponsFacade } from "./coupons/coupons.facade.ts";
import type { InvoicesFacade } from "./invoices/invoices.facade.ts";
import type { OrdersFacade } from "./orders/orders.facade.ts";
import type { PlansFacade } from "./plans.facade.ts";
import type { StockFacade } from "./stock/stock.facade.ts";
import type { TextsFacade } from "./texts/texts.facade.ts";

/** Billing's interface for other modules, each part in a file of its own. */
export type BillingFacade = PlansFacade &
  StockFacade &
  OrdersFacade &
  InvoicesFacade &
  TextsFacade &
  CouponsFacade;
