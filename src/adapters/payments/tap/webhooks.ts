import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { z } from "zod";
import type { WebhookEvent } from "#modules/payments/server/payment-gateway.port.ts";

const reference = z.object({ gateway: z.string().nullish(), payment: z.string().nullish() }).nullish();

/** A charge or a refund as Tap posts it (Tap docs, Webhook). */
const postedSchema = z.object({
  id: z.string().min(1).max(200),
  object: z.enum(["charge", "refund"]),
  status: z.string().max(40),
  amount: z.number(),
  currency: z.string().length(3),
  live_mode: z.boolean(),
  reference,
  transaction: z.object({ created: z.coerce.string().nullish() }).nullish(),
  created: z.coerce.string().nullish(),
  charge_id: z.string().max(200).nullish(),
});
type Posted = z.output<typeof postedSchema>;

/** Currencies with three decimals; all others that Tap takes have two (Tap docs, Webhook). */
const threeDecimals = new Set(["BHD", "KWD", "OMR", "JOD"]);

/** Tap docs, Webhook: the HMAC of these fields with the secret key, in hex. What is absent counts as empty. */
export function computeHashstring(posted: Posted, secretKey: string): string {
  const { id, amount, currency, status, reference } = posted;
  const text =
    `x_id${id}x_amount${amount.toFixed(threeDecimals.has(currency) ? 3 : 2)}x_currency${currency}` +
    `x_gateway_reference${reference?.gateway ?? ""}x_payment_reference${reference?.payment ?? ""}` +
    `x_status${status}x_created${posted.transaction?.created ?? posted.created ?? ""}`;
  return createHmac("sha256", secretKey).update(text).digest("hex");
}

/** It authenticates the sender; which charge to read again is all that is taken of it, never an amount or a status. */
export function parseWebhook(
  rawBody: Buffer,
  { hashstring }: IncomingHttpHeaders,
  { secretKey, isLive }: { secretKey: string; isLive: boolean },
): WebhookEvent | null {
  const parsed = postedSchema.safeParse(parseBody(rawBody));
  if (!parsed.success || parsed.data.live_mode !== isLive) return null;
  const { id, object, status, charge_id } = parsed.data;
  if (!isSame(hashstring, computeHashstring(parsed.data, secretKey))) return null;
  const chargeId = object === "charge" ? id : charge_id;
  const isChargeId = typeof chargeId === "string" && /^chg_[0-9A-Za-z_]{1,80}$/.test(chargeId);
  return {
    // Tap's messages have no id: a repeated one has the same object in the same status.
    eventId: `${id}:${status}`,
    type: `${object}.${status.toLowerCase()}`,
    paymentId: isChargeId ? chargeId : null,
    isPaid: false,
    verification: null,
  };
}

function parseBody(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString("utf8"));
  } catch {
    return null;
  }
}

/** Constant time; false, without a throw, when the lengths differ. */
function isSame(given: unknown, expected: string): boolean {
  if (typeof given !== "string") return false;
  const [one, other] = [Buffer.from(given.toLowerCase()), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
