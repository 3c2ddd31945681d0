import { createHmac } from "node:crypto";
import type { World } from "../../base/world.ts";
import { computeDiscountedTotal } from "../shared/coupons.ts";
import { app, versions } from "./app.ts";
import { type Order, type Shop, type Subscription, toDomain } from "./model.ts";
import type { Records } from "./records.ts";
import { financialStatus, fulfillmentStatus } from "./statuses.ts";

/** Eight more attempts over about four hours; the response must come within five seconds (shopify.dev, "Webhooks"). */
const RETRY_SECONDS = [60, 300, 600, 1_200, 1_800, 2_700, 3_600, 3_900];
const TIMEOUT_SECONDS = 5;

export type Deliveries = ReturnType<typeof makeDeliveries>;

/** Base64 HMAC-SHA256 of the raw body with the app's secret. */
export function computeSignature(body: string, secret: string): string {
  return createHmac("sha256", secret).update(body).digest("base64");
}

/** "ORDERS_CREATE" in the API is "orders/create" in a header; only the first underscore is the separator. */
function toTopic(enumName: string): string {
  return enumName.toLowerCase().replace("_", "/");
}

/** Sends subscribers the events. A subscription whose delivery failed on the last attempt is deleted. */
export function makeDeliveries(world: World, records: Records) {
  world.webhooks.onAttempt("shopify", ({ hook, state }) => {
    if (hook && state === "given_up") records.subscriptions.delete(hook);
  });

  const deliver = (
    shop: Shop,
    topic: string,
    data: object,
    { uri, hook, event }: { uri: string; hook?: string; event: string },
  ): Promise<void> => {
    const body = JSON.stringify(data);
    return world.webhooks.send({
      vendor: "shopify",
      url: uri,
      headers: {
        "content-type": "application/json",
        "user-agent": "Shopify-Captain-Hook (sandbox)",
        "x-shopify-topic": topic,
        "x-shopify-hmac-sha256": computeSignature(body, app.secret),
        "x-shopify-shop-domain": toDomain(shop),
        "x-shopify-api-version": versions[0] ?? "",
        "x-shopify-webhook-id": world.ids.uuid("shopify/delivery"),
        "x-shopify-event-id": event,
        "x-shopify-triggered-at": new Date().toISOString(),
      },
      body,
      ...(hook && { hook }),
      retryAfterSeconds: RETRY_SECONDS,
      timeoutSeconds: TIMEOUT_SECONDS,
    });
  };
  const sendEvent = async (shop: Shop, topic: string, data: object): Promise<void> => {
    const due = records.listSubscriptions(shop.id).filter((one) => toTopic(one.topic) === topic);
    if (due.length === 0) return;
    const event = world.ids.uuid("shopify/event");
    await Promise.all(
      due.map((one) => deliver(shop, topic, selectFields(data, one), { uri: one.uri, hook: one.id, event })),
    );
  };

  return {
    sendEvent,
    async sendOrderEvents(shop: Shop, order: Order, topics: string[]): Promise<void> {
      await Promise.all(
        topics.map((topic) =>
          sendEvent(shop, topic, topic === "refunds/create" ? refundPayload(order) : orderPayload(order)),
        ),
      );
    },
    /** The topics every app must answer; they go to the address in the app's own settings, without a subscription. */
    async sendPrivacyEvent(shop: Shop, topic: string, data: object): Promise<void> {
      const url = world.settings.productUrl;
      if (!url) return;
      const body = { shop_id: Number(shop.id), shop_domain: toDomain(shop), ...data };
      await deliver(shop, topic, body, {
        uri: `${url}/webhooks/shopify`,
        event: world.ids.uuid("shopify/event"),
      });
    },
  };
}

/** Only the requested fields, when some were requested. */
function selectFields(data: object, { includeFields }: Subscription): object {
  if (includeFields.length === 0) return data;
  return Object.fromEntries(Object.entries(data).filter(([name]) => includeFields.includes(name)));
}

function text(halalas: number): string {
  return (halalas / 100).toFixed(2);
}

/** A part of the order in the REST format; personal fields are missing, as for an app that is not approved for them. */
function orderPayload(order: Order) {
  return {
    id: Number(order.id),
    admin_graphql_api_id: `gid://shopify/Order/${order.id}`,
    name: `#${order.reference}`,
    order_number: order.reference,
    created_at: order.at,
    updated_at: order.updatedAt,
    cancelled_at: order.cancelledAt,
    currency: "SAR",
    total_price: text(computeDiscountedTotal(order)),
    current_total_price: text(computeDiscountedTotal(order) - order.refundedHalalas),
    financial_status: financialStatus(order).toLowerCase(),
    fulfillment_status: order.sentAt ? fulfillmentStatus(order).toLowerCase() : null,
    test: false,
    line_items: order.items.map(({ productId, name, quantity, unitHalalas }) => ({
      product_id: Number(productId),
      title: name,
      quantity,
      price: text(unitHalalas),
    })),
  };
}

function refundPayload(order: Order) {
  return {
    id: Number(order.id) + 7,
    admin_graphql_api_id: `gid://shopify/Refund/${Number(order.id) + 7}`,
    order_id: Number(order.id),
    created_at: order.updatedAt,
    transactions: [{ kind: "refund", status: "success", amount: text(order.refundedHalalas) }],
  };
}
