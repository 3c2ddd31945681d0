import { z } from "zod";
import { type Checked, checkBody } from "../../base/check-body.ts";
import { invalidFields, refused } from "./errors.ts";

/** https, or plain http to loopback (the sandbox's one deviation). */
const address = z
  .string()
  .max(2_048)
  .refine((text) => {
    if (!URL.canParse(text)) return false;
    const { protocol, hostname } = new URL(text);
    const isLoopback = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
    return protocol === "https:" || (protocol === "http:" && isLoopback);
  }, "is not a valid https URL");

/** Decimal riyals with at most two places, kept as halalas. */
const amount = z
  .number()
  .positive()
  .max(1_000_000)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, "has more than 2 decimals")
  .transform((value) => Math.round(value * 100));
const currency = z.enum(["SAR", "AED", "USD", "EUR", "GBP", "QAR", "EGP"]);
const metadata = z
  .record(z.string().max(249), z.string().max(999))
  .optional()
  .transform((map) => map ?? null);
const text = (longest: number) => z.string().min(1).max(longest);
const link = z.strictObject({ url: address });

const customer = z.strictObject({
  id: z.string().regex(/^cus_/).optional(),
  first_name: text(149).optional(),
  middle_name: z.string().max(149).optional(),
  last_name: z.string().max(149).optional(),
  email: z.email().optional(),
  phone: z
    .strictObject({ country_code: z.string().regex(/^\d{1,3}$/), number: z.string().regex(/^\d{6,12}$/) })
    .optional(),
});

const charge = z.strictObject({
  amount,
  currency,
  customer_initiated: z.boolean().default(true),
  threeDSecure: z.boolean().default(true),
  save_card: z.boolean().default(false),
  description: z.string().max(999).optional(),
  statement_descriptor: z.string().max(59).optional(),
  metadata,
  reference: z
    .strictObject({
      transaction: text(99).optional(),
      order: text(99).optional(),
      idempotent: text(99).optional(),
    })
    .default({}),
  receipt: z.strictObject({ email: z.boolean(), sms: z.boolean() }).optional(),
  customer,
  merchant: z.strictObject({ id: z.string() }).optional(),
  source: z.strictObject({ id: text(120) }),
  payment_agreement: z.strictObject({ id: text(120) }).optional(),
  post: link.optional(),
  redirect: link.optional(),
});
export type ChargeBody = z.output<typeof charge>;

const refund = z.strictObject({
  charge_id: z.string().regex(/^chg_/),
  amount,
  currency,
  reason: text(500),
  description: z.string().max(999).optional(),
  reference: z.strictObject({ merchant: text(99).optional(), idempotent: text(99).optional() }).default({}),
  metadata,
  post: link.optional(),
});
export type RefundBody = z.output<typeof refund>;

const token = z.strictObject({
  saved_card: z.strictObject({ card_id: z.string().regex(/^card_/), customer_id: z.string().regex(/^cus_/) }),
  client_ip: z.string().optional(),
});

const time = z.preprocess((value) => Number(value), z.number().int());
const list = z.strictObject({
  period: z
    .strictObject({
      date: z.strictObject({ from: time, to: time }),
      type: z.union([z.number(), z.string()]).optional(),
    })
    .optional(),
  status: z.string().optional(),
  charges: z.array(z.string()).optional(),
  customers: z.array(z.string()).optional(),
  metadata: z.string().optional(),
  starting_after: z.string().optional(),
  limit: z.preprocess((value) => Number(value ?? 25), z.number().int().min(1).max(50)),
  order: z.enum(["chronological", "reverse_chronological"]).optional(),
  order_by: z.string().optional(),
});
export type ListBody = z.output<typeof list>;

function parse<Value>(checked: Checked<Value>): Value {
  if (!checked.ok) throw invalidFields(checked.problems);
  return checked.value;
}

/** A body of `POST /v2/charges`; what Tap requires of each kind of charge is checked too. */
export function parseChargeBody(body: unknown): ChargeBody {
  const parsed = parse(checkBody(charge, body));
  const { id, first_name, email, phone } = parsed.customer;
  if (!id && !first_name) throw refused("1130", "Customer's first name is required");
  if (!id && !email && !phone) throw refused("1139", "Customer phone number or email address is required");
  if (!parsed.redirect) throw refused("1110", "Redirect URL is missing");
  return parsed;
}
export const parseRefundBody = (body: unknown) => parse(checkBody(refund, body));
export const parseTokenBody = (body: unknown) => parse(checkBody(token, body));
export const parseListBody = (body: unknown) => parse(checkBody(list, body ?? {}));
