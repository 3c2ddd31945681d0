import { timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { WebhookEvent } from "#modules/payments/server/payment-gateway.port.ts";
import type { MoyasarCalls } from "./calls.ts";

const subscribedEventTypes = [
  "payment_paid",
  "payment_failed",
  "payment_authorized",
  "payment_captured",
  "payment_refunded",
  "payment_voided",
  "payment_abandoned",
];
const verificationType = "webhook_verification";

/** `verified` is missing on webhooks that need no verification (Moyasar docs, Verify Webhook). */
const webhookSchema = z.object({ id: z.string(), url: z.string(), verified: z.boolean().nullish() });
const listSchema = z.object({ webhooks: z.array(webhookSchema) });

/**
 * Moyasar docs, Create Webhook and Verify Webhook. A new code comes only by creating the webhook again: see QUIRKS.md.
 */
export async function ensureWebhook(
  { get, send }: MoyasarCalls,
  secret: string,
  url: string,
  { resendCode }: { resendCode: boolean },
) {
  const list = listSchema.safeParse((await get("/v1/webhooks")) ?? { webhooks: [] });
  if (!list.success) throw unreadable();
  const known = list.data.webhooks.find((webhook) => webhook.url === url);
  if (known && (known.verified !== false || !resendCode)) return toWebhookState(known);
  if (known)
    await send("DELETE", `/v1/webhooks/${encodeURIComponent(known.id)}`, undefined, { ignoreNotFound: true });
  const created = webhookSchema.safeParse(
    await send("POST", "/v1/webhooks", {
      http_method: "post",
      url,
      shared_secret: secret,
      events: subscribedEventTypes,
    }),
  );
  if (!created.success) throw unreadable();
  return toWebhookState(created.data);
}

const toWebhookState = ({ id, verified }: z.output<typeof webhookSchema>) => ({
  webhookId: id,
  isVerified: verified !== false,
});

const unreadable = () =>
  new AdapterFault("outcome_unknown", { reason: "Moyasar answered a webhook we cannot read" });

/**
 * Moyasar signs nothing: a shared secret is in the body (Moyasar docs, Webhooks). It authenticates the sender, never
 * the amounts.
 */
export function parseWebhook(rawBody: Buffer, secret: string, isLive: boolean): WebhookEvent | null {
  const body = parseBody(rawBody);
  if (body === null || !isSame(body.secret_token, secret) || !isExpectedMode(body, isLive)) return null;
  if (typeof body.id !== "string" || body.id.length > 200 || typeof body.type !== "string") return null;
  const event = { eventId: body.id, type: body.type.slice(0, 100) };
  if (body.type === verificationType) {
    const verification = verificationSchema.safeParse(body.data);
    if (!verification.success) return null;
    const { webhook_id: webhookId, verification_code: code } = verification.data;
    return { ...event, paymentId: null, isPaid: false, verification: { webhookId, code } };
  }
  const payment = body.data as { id?: unknown } | null | undefined;
  const paymentId = body.type.startsWith("payment_") ? payment?.id : null;
  const isId = typeof paymentId === "string" && /^[0-9a-f-]{36}$/.test(paymentId);
  const isPaid = body.type === "payment_paid";
  return { ...event, paymentId: isId ? paymentId : null, isPaid, verification: null };
}

const verificationSchema = z.object({
  webhook_id: z.string().regex(/^[0-9A-Za-z-]{1,64}$/),
  verification_code: z.string().regex(/^\d{4,12}$/),
});

/** Every event names its mode, except the verification event, whose sample has none. */
function isExpectedMode({ type, live }: Record<string, unknown>, isLive: boolean): boolean {
  return live === isLive || (type === verificationType && live === undefined);
}

function parseBody(rawBody: Buffer): Record<string, unknown> | null {
  try {
    const body: unknown = JSON.parse(rawBody.toString("utf8"));
    return typeof body === "object" && body !== null ? (body as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Constant time; false, without a throw, when the lengths differ. */
function isSame(given: unknown, secret: string): boolean {
  if (typeof given !== "string") return false;
  const [one, other] = [Buffer.from(given), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}
