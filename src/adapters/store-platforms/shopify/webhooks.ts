import type {
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEvent,
} from "#modules/stores/server/store-platform.port.ts";
import { subscribeToEach } from "../shared/each-topic.ts";
import { asText, isRecord, list, parseJson, record } from "../shared/read.ts";
import { isSigned } from "../shared/signature.ts";
import type { ShopApi } from "./api.ts";
import { subscribeMutation, subscriptionsQuery, unsubscribeMutation } from "./queries.ts";

/** Payloads are reduced to ids: no shopper data leaves the shop. */
const namesOnly = ["id", "admin_graphql_api_id", "updated_at"];

/**
 * The topics we subscribe to, with the fields of each (shopify.dev, Webhooks). Privacy topics come without a
 * subscription.
 */
const topics: Record<string, string[]> = {
  ORDERS_CREATE: namesOnly,
  ORDERS_UPDATED: namesOnly,
  ORDERS_PAID: namesOnly,
  ORDERS_CANCELLED: namesOnly,
  ORDERS_DELETE: ["id"],
  REFUNDS_CREATE: ["id", "order_id"],
  PRODUCTS_CREATE: namesOnly,
  PRODUCTS_UPDATE: namesOnly,
  PRODUCTS_DELETE: ["id"],
  SHOP_UPDATE: ["id", "updated_at"],
  APP_UNINSTALLED: ["id"],
};

async function listSubscriptions(api: ShopApi, credential: string, uri: string) {
  const { webhookSubscriptions } = await api.query(credential, subscriptionsQuery, { uri });
  return list(record(webhookSubscriptions).nodes).filter(isRecord);
}

/** Shopify deletes a subscription after eight failures in a row: missing ones are created again. */
export async function subscribeAt(api: ShopApi, credential: string, { address }: WebhookEndpoint) {
  const existing = new Set((await listSubscriptions(api, credential, address)).map(({ topic }) => topic));
  const missing = Object.keys(topics).filter((topic) => !existing.has(topic));
  return subscribeToEach(missing, (topic) => {
    const hook = { uri: address, format: "JSON", includeFields: topics[topic] };
    return api.mutate(credential, subscribeMutation, { topic, hook }, /already been taken/);
  });
}

export async function unsubscribeAt(api: ShopApi, credential: string, { address }: WebhookEndpoint) {
  for (const { id } of await listSubscriptions(api, credential, address))
    await api.mutate(credential, unsubscribeMutation, { id }, /does not exist/);
}

/** Base64 HMAC with the app's secret over the raw bytes. Newer deliveries name their headers without the `x-`. */
export function parseShopifyWebhook(
  { headers, body }: WebhookDelivery,
  secrets: readonly string[],
): WebhookEvent | null {
  const header = (name: string) => asText(headers[`x-shopify-${name}`] ?? headers[`shopify-${name}`], 200);
  const signature = header("hmac-sha256");
  if (!secrets.some((secret) => isSigned(body, signature, secret, "base64"))) return null;
  const topic = header("topic");
  const externalStoreId = header("shop-domain").toLowerCase();
  const resource = parseJson(body);
  if (topic === "" || externalStoreId === "" || !isRecord(resource)) return null;
  return {
    externalStoreId,
    topic,
    deliveryId: header("webhook-id") || null,
    subject: parseSubject(topic, resource),
  };
}

function parseSubject(topic: string, resource: Record<string, unknown>): WebhookEvent["subject"] {
  if (topic === "app/uninstalled") return { kind: "uninstalled" };
  if (topic === "shop/update") return { kind: "store" };
  if (topic.startsWith("products/")) return { kind: "products" };
  const isOrder = topic.startsWith("orders/");
  if (!isOrder && topic !== "refunds/create") return { kind: "nothing" };
  const externalOrderId = isOrder ? parseOrderId(resource) : asText(resource.order_id, 40);
  return externalOrderId === "" ? { kind: "nothing" } : { kind: "order", externalOrderId };
}

/** "gid://shopify/Order/820982911946154508": numbers this long lose digits as JSON numbers. */
function parseOrderId({ admin_graphql_api_id: gid, id }: Record<string, unknown>): string {
  return /\/(\d+)$/.exec(asText(gid, 100))?.[1] ?? asText(id, 40);
}
