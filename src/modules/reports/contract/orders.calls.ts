import { z } from "zod";
import { file } from "#base/shared/answer-kinds.ts";
import { defineCalls, exportLimits, halalasSchema, instant, riyadhDay } from "#base/shared/contract.ts";
import { exportMimes } from "#base/shared/table-files.ts";
import { orderStates } from "#modules/figures/contract/order-states.ts";
import { exportFormats } from "./custom-report.ts";
import { reportScopeQuery } from "./report-scope.ts";
import { ordersPage, pageQuery } from "./reported-order.ts";

/** Why there are no orders: no store connected, or none in these days. */
const ordersEmptiness = ["not_connected", "none"] as const;

const amount = z.object({ orders: z.number().int(), halalas: halalasSchema });

/** How orders that ended were delivered, in percent with one decimal; null while too few have ended to say. */
const rate = z.object({
  delivered: z.number().int(),
  refused: z.number().int(),
  cancelled: z.number().int(),
  percent: z.number().nullable(),
});

/** How long open orders have waited since they were placed, in days; the last has no end. */
export const ageBands = ["0-2", "3-5", "6-9", "10+"] as const;

export const ordersCalls = defineCalls({
  "GET Clients/Reports/orders": {
    summary: "Orders of the stores by state, cash on delivery and paid apart, and how old open ones are",
    access: { subject: "report", action: "read" },
    readsReplica: true,
    query: z.object(reportScopeQuery),
    answer: z.object({
      from: riyadhDay,
      to: riyadhDay,
      as_of: instant.nullable(),
      emptiness: z.enum(ordersEmptiness).nullable(),
      /** All orders of the days, by what became of them. */
      placed: amount,
      previous_placed: amount.nullable(),
      states: z.array(z.object({ state: z.enum(orderStates), cod: amount, paid: amount })),
      /** What came back of delivered orders, refunds of a part included. */
      returned: amount,
      rates: z.object({ cod: rate, paid: rate }),
      /** What is expected of open orders at the store's own rates. */
      expected: z.object({ open: amount, expected_halalas: halalasSchema, level: z.number().int() }),
      ages: z.array(z.object({ days: z.enum(ageBands), preparing: amount, on_the_way: amount })),
    }),
  },
  "GET Clients/Reports/orders/rates": {
    summary: "How orders of each city or product were delivered, the most orders first, page by page",
    access: { subject: "report", action: "read" },
    readsReplica: true,
    query: z.object({ ...reportScopeQuery, by: z.enum(["city", "product"]), ...pageQuery }),
    answer: z.object({
      items: z.array(
        z.object({
          /** The city's key, or the product's id on its platform with its store; empty where it is not known. */
          key: z.string(),
          /** Null where it is not known. */
          name: z.string().nullable(),
          placed: amount,
          cod: rate,
          paid: rate,
        }),
      ),
      next: z.string().nullable(),
    }),
  },
  "GET Clients/Reports/orders/list": {
    summary: "Orders with the campaign that brought each, the newest first, page by page",
    access: { subject: "report", action: "read" },
    readsReplica: true,
    query: z.object({
      ...reportScopeQuery,
      state: z.enum(orderStates).optional(),
      payment: z.enum(["cod", "paid"]).optional(),
      ...pageQuery,
    }),
    answer: ordersPage,
  },
  "GET Clients/Reports/orders/export": {
    summary: "All these orders as a file, the newest first",
    access: { subject: "report", action: "read" },
    readsReplica: true,
    ...exportLimits,
    query: z.object({ ...reportScopeQuery, format: z.enum(exportFormats) }),
    answer: file({ types: Object.values(exportMimes) }),
  },
});

export type OrdersReport = z.output<(typeof ordersCalls)["GET Clients/Reports/orders"]["answer"]>;
export type DeliveryRateRow = z.output<
  (typeof ordersCalls)["GET Clients/Reports/orders/rates"]["answer"]
>["items"][number];
