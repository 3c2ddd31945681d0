import type {
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEvent,
} from "#modules/stores/server/store-platform.port.ts";
import { subscribeToEach } from "../shared/each-topic.ts";
import { asText, isRecord, list, parseJson, record } from "../shared/read.ts";
import { isSigned } from "../shared/signature.ts";
import type { SiteApi } from "./api.ts";

/** The topics we subscribe to (WooCommerce REST API docs, Webhooks). */
const topics = [
  "order.created",
  "order.updated",
  "order.deleted",
  "order.restored",
  "product.created",
  "product.updated",
  "product.deleted",
];
/** More webhooks than any site has. */
const maxWebhooks = 100;

async function listWebhooks(call: SiteApi, credential: string, address: string) {
  const { body } = await call(credential, "GET", "/webhooks", { query: { per_page: String(maxWebhooks) } });
  return list(body)
    .filter(isRecord)
    .filter((hook) => hook.delivery_url === address);
}

/** A site disables a webhook after six failures in a row: a disabled one is enabled, a deleted one created again. */
export async function subscribeAt(call: SiteApi, credential: string, { address, secret }: WebhookEndpoint) {
  const existing = new Map((await listWebhooks(call, credential, address)).map((hook) => [hook.topic, hook]));
  return subscribeToEach(topics, async (topic) => {
    const hook = existing.get(topic);
    if (!hook) {
      const json = { name: `Rawaj ${topic}`, topic, delivery_url: address, secret };
      await call(credential, "POST", "/webhooks", { json });
    } else if (hook.status !== "active") {
      await call(credential, "PUT", `/webhooks/${asText(hook.id, 40)}`, {
        json: { status: "active", secret },
      });
    }
  });
}

export async function unsubscribeAt(call: SiteApi, credential: string, { address }: WebhookEndpoint) {
  for (const hook of await listWebhooks(call, credential, address)) {
    const path = `/webhooks/${asText(hook.id, 40)}`;
    await call(credential, "DELETE", path, { query: { force: "true" }, accepted: [404] });
  }
}

/** Base64 HMAC over the raw bytes with the store's secret. A new webhook's first delivery is an unsigned ping. */
export function parseWooCommerceWebhook({ headers, body, secret }: WebhookDelivery): WebhookEvent | null {
  if (secret === null) return null;
  if (isPing(body))
    return { externalStoreId: null, topic: "ping", deliveryId: null, subject: { kind: "nothing" } };
  if (!isSigned(body, headers["x-wc-webhook-signature"], secret, "base64")) return null;
  const topic = asText(headers["x-wc-webhook-topic"], 80);
  const resource = parseJson(body);
  if (topic === "" || !isRecord(resource)) return null;
  // The site's own address may differ from the one its merchant typed: the endpoint says which store it is.
  return {
    externalStoreId: null,
    topic,
    deliveryId: asText(headers["x-wc-webhook-delivery-id"], 80) || null,
    subject: parseSubject(topic, record(resource)),
  };
}

/** `webhook_id=7`, as a form. Nothing in it is trusted. */
function isPing(body: Buffer): boolean {
  return body.length < 40 && /^webhook_id=\d+$/.test(body.toString("latin1"));
}

function parseSubject(topic: string, { id }: Record<string, unknown>): WebhookEvent["subject"] {
  const externalOrderId = asText(id, 40);
  if (topic.startsWith("order.") && externalOrderId !== "") return { kind: "order", externalOrderId };
  return topic.startsWith("product.") ? { kind: "products" } : { kind: "nothing" };
}
