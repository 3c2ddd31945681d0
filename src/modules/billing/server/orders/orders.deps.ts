import type { BillingDeps } from "../billing.deps.ts";

/** Dependencies of the orders' use cases; each use case picks the part it needs. */
export type OrdersDeps = Pick<
  BillingDeps,
  "payments" | "wallet" | "invoices" | "messages" | "systemClock" | "log"
>;

/** The payments' purpose of orders: an intent's subject is the order. */
export const purpose = "order";
/** An unpaid order ends a day after it was opened, and an hour later than its intent. */
export const openHours = 25;
/** The same goods, bought so shortly before, are bought again only when the merchant confirms it. */
export const repeatMinutes = 10;
