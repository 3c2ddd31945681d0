import { z } from "zod";
import { file } from "#base/shared/answer-kinds.ts";
import { halalasSchema, instant } from "#base/shared/contract.ts";
import { exportMimes } from "#base/shared/table-files.ts";
import { moneyStates, orderStatuses, ordersExportFormats, payments } from "./consultations-enums.ts";
import { answersSchema, questionsSchema } from "./questions.ts";

export const orderId = z.string().min(1).max(64);
export const byOrderId = z.object({ id: orderId });

/** An order in a list. Amounts with VAT; paid is always held, earned and returned together. */
export const orderSchema = z.object({
  id: z.string(),
  serial_number: z.string(),
  consultation_id: z.string(),
  status: z.enum(orderStatuses),
  money_state: z.enum(moneyStates),
  title_ar: z.string(),
  title_en: z.string(),
  minutes: z.number().int(),
  consultant_name: z.string(),
  client_name: z.string(),
  original_price_halalas: halalasSchema.describe("before the coupon or the voucher"),
  price_halalas: halalasSchema.describe("what was paid; zero with a voucher"),
  paid_with: z.enum(payments),
  coupon_code: z.string().nullable(),
  held_halalas: halalasSchema,
  earned_halalas: halalasSchema,
  returned_halalas: halalasSchema,
  currency: z.literal("SAR"),
  starts_at: instant.nullable(),
  ends_at: instant.nullable(),
  created_at: instant,
});
export type OrderItem = z.output<typeof orderSchema>;

const timelineEntry = z.object({
  at: instant,
  /** "created" and the actions of `domain/order.ts`, and what happened to the meeting. */
  action: z.string(),
  by: z.enum(["member", "staff", "system"]),
  by_name: z.string().nullable().describe("of our staff"),
});

export const orderDetailsSchema = orderSchema.extend({
  client: z.object({
    id: z.string(),
    name: z.string(),
    email: z.string().nullable(),
    mobile: z.string(),
  }),
  questions: questionsSchema,
  answers: answersSchema,
  /** Why it was rejected or cancelled. */
  reason: z.string(),
  /** Where a time is chosen or moved, for this order; null while none can be. */
  scheduling_url: z.string().nullable(),
  has_meeting_link: z.boolean(),
  merchant_joined_at: instant.nullable(),
  consultant_joined_at: instant.nullable(),
  rating: z.number().int().nullable(),
  rating_comment: z.string(),
  timeline: z.array(timelineEntry),
});
export type OrderDetails = z.output<typeof orderDetailsSchema>;

const filter = {
  /** Serial number or title, in any spelling. */
  search: z.string().max(120).optional(),
  status: z.enum(orderStatuses).exclude(["deleted"]).optional(),
};
export const ordersQuery = z.object({
  /** The `next` cursor of the previous page. */
  after: z.string().max(100).optional(),
  size: z.coerce.number().int().min(1).max(100).default(20),
  ...filter,
});
export type OrdersQuery = z.output<typeof ordersQuery>;

export const ordersExportQuery = z.object({ ...filter, format: z.enum(ordersExportFormats).default("xlsx") });
export const ordersFile = file({
  types: ordersExportFormats.map((format) => exportMimes[format]),
  cache: "no-store",
});

export const ordersPage = z.object({ items: z.array(orderSchema), next: z.string().nullable() });
export type OrdersPage = z.output<typeof ordersPage>;
