import { z } from "zod";
import { defineCalls, followQuery, followSchema, halalasSchema, instant } from "#base/shared/contract.ts";
import { movementKinds, stockEndings, stockServices } from "./stock.enums.ts";

const read = { subject: "billing", action: "read" } as const;
const service = z.enum(stockServices);
const units = z.number().int();

const packageForSale = z.object({
  id: z.string(),
  service,
  units,
  /** With VAT. */
  price_halalas: halalasSchema,
  /** Days until unused units end; null for no end. */
  valid_days: z.number().int().nullable(),
  title: z.string(),
  description: z.string(),
});

/** The plan's quota of the month, which is used before bought units. */
const quota = z.object({
  /** Null without a limit. */
  limit_units: units.nullable(),
  used_units: units,
  reserved_units: units,
  left_units: units.nullable(),
  renews_at: instant,
});

const lot = z.object({
  id: z.string(),
  order_id: z.string(),
  units,
  left_units: units,
  reserved_units: units,
  used_units: units,
  added_at: instant,
  expires_at: instant.nullable(),
});

const serviceStock = z.object({
  service,
  /** What can be used now, of the quota and of bought units; null without a limit. */
  available_units: units.nullable(),
  /** Bought units that are left. */
  left_units: units,
  reserved_units: units,
  /** When the first of the bought units end. */
  next_expiry: z.object({ units, expires_at: instant }).nullable(),
  /** Null when the plan does not open it, or there is no active plan. */
  quota: quota.nullable(),
  /** Lots with units left or reserved, the oldest first: the order in which they are used. At most 50. */
  lots: z.array(lot),
  /** Where none of the bought units is left: how the last of them ended. Null also when none were ever bought. */
  ended: z.enum(stockEndings).nullable(),
});

const movement = z.object({
  id: z.number().int(),
  service,
  kind: z.enum(movementKinds),
  units,
  /** `plan`: units of the month's quota. */
  source: z.enum(["plan", "bought"]),
  lot_id: z.string().nullable(),
  order_id: z.string().nullable(),
  /** What used the units up, in the language of the request; empty for units that came or ended. */
  reason: z.string(),
  /** Bought units afterwards. */
  stock_after: units,
  moved_at: instant,
});

export const stockCalls = defineCalls({
  "GET Clients/Billing/packages": {
    summary: "Packages of services for sale",
    access: read,
    answer: z.object({ items: z.array(packageForSale) }),
  },
  "GET Clients/Billing/stock": {
    summary: "What can be used of each service: the plan's quota and bought units with their expiry",
    access: read,
    answer: z.object({ items: z.array(serviceStock), as_of: instant }),
  },
  "GET Clients/Billing/usages": {
    summary: "What came to the stock and what used it up, line by line, newest first",
    access: read,
    readsReplica: true,
    query: followQuery.extend({ service: service.optional(), kind: z.enum(movementKinds).optional() }),
    answer: followSchema(movement),
  },
});
export type StockCalls = typeof stockCalls;
