import type { WebhookDelivery, WebhookEvent } from "#modules/stores/server/store-platform.port.ts";
import { asText, parseJson, record } from "../shared/read.ts";
import { isSigned } from "../shared/signature.ts";

/** The events we subscribe to (Salla docs, Webhooks). `app.*` come without a subscription. */
export const subscribedEvents = [
  "order.created",
  "order.updated",
  "order.status.updated",
  "order.cancelled",
  "order.refunded",
  "order.deleted",
  "order.payment.updated",
  "order.products.updated",
  "order.total.price.updated",
  "product.created",
  "product.updated",
  "product.deleted",
  "product.status.updated",
  "product.price.updated",
] as const;

/** Verifies the signature over the raw bytes with each valid secret, then parses what the webhook is about. */
export function parseSallaWebhook(
  { headers, body }: WebhookDelivery,
  secrets: readonly string[],
): WebhookEvent | null {
  const signature = headers["x-salla-signature"];
  if (!secrets.some((secret) => isSigned(body, signature, secret, "hex"))) return null;
  const payload = record(parseJson(body));
  const topic = asText(payload.event, 80);
  const externalStoreId = asText(payload.merchant, 40);
  return topic === "" || externalStoreId === ""
    ? null
    : { externalStoreId, topic, deliveryId: null, subject: parseSubject(topic, payload) };
}

function parseSubject(topic: string, payload: Record<string, unknown>): WebhookEvent["subject"] {
  if (topic.startsWith("order.")) {
    // Some order events carry the order itself, some wrap it.
    const data = record(payload.data);
    const externalOrderId = asText(data.id ?? record(data.order).id, 40);
    return externalOrderId === "" ? { kind: "nothing" } : { kind: "order", externalOrderId };
  }
  if (topic.startsWith("product.")) return { kind: "products" };
  if (topic === "app.uninstalled") return { kind: "uninstalled" };
  if (topic === "app.updated" || topic === "app.settings.updated") return { kind: "store" };
  return { kind: "nothing" };
}
