import { createHmac } from "node:crypto";
import type { World } from "../../base/world.ts";
import type { Order, Store, Subscription } from "./model.ts";
import { presentOrderDetail } from "./present-order.ts";
import type { Records } from "./records.ts";
import { riyadhTime } from "./responses.ts";

/** The app's secret, as the Partners portal shows it. */
export const WEBHOOK_SECRET = "salla-webhook-secret";
/** Three more attempts, about five minutes apart; the response must come within 30 seconds (Salla docs, "Webhooks"). */
const RETRY_SECONDS = [300, 300, 300];
const TIMEOUT_SECONDS = 30;

export const orderEvents = [
  "order.created",
  "order.updated",
  "order.status.updated",
  "order.cancelled",
  "order.refunded",
  "order.deleted",
  "order.payment.updated",
  "order.products.updated",
  "order.total.price.updated",
] as const;

export const events: string[] = [
  ...orderEvents,
  ...["created", "updated", "deleted", "status.updated", "price.updated", "quantity.low"].map(
    (name) => `product.${name}`,
  ),
  "customer.created",
  "customer.updated",
  "abandoned.cart",
  "coupon.applied",
  "review.added",
];

export type Deliveries = ReturnType<typeof makeDeliveries>;

/** Lower-case hex HMAC-SHA256 of the raw body. */
export function computeSignature(body: string, secret: string): string {
  return createHmac("sha256", secret).update(body).digest("hex");
}

/** Sends subscribers the events, signed with the strategy each one chose. */
export function makeDeliveries(world: World, records: Records) {
  const sendEvent = (store: Store, event: string, data: unknown, at: string, to: Target): Promise<void> => {
    const body = JSON.stringify({
      event,
      merchant: Number(store.id),
      created_at: createdAt(event, at),
      data,
    });
    return world.webhooks.send({
      vendor: "salla",
      url: to.url,
      headers: {
        "content-type": "application/json",
        "user-agent": "Salla-Webhooks (sandbox)",
        ...toAuthHeaders(to, body),
      },
      body,
      retryAfterSeconds: RETRY_SECONDS,
      timeoutSeconds: TIMEOUT_SECONDS,
    });
  };

  return {
    /** To every subscriber. The events of one change are sent at the same time, so they may arrive in any order. */
    async sendOrderEvents(store: Store, order: Order, names: string[]): Promise<void> {
      if (!store.installed) return;
      const data = presentOrderDetail(order, `${world.url("storefront")}/${store.slug}`);
      const subscribers = [...records.subscriptions.values()].filter((one) => one.storeId === store.id);
      const due = names.flatMap((event) =>
        subscribers
          .filter((one) => one.event === event)
          .map((one) => sendEvent(store, event, data, order.updatedAt, one)),
      );
      await Promise.all(due);
    },
    /** `app.*` events need no subscription: they go to the address in the Partners portal. */
    async sendAppEvent(store: Store, event: string, data: unknown): Promise<void> {
      const url = world.settings.productUrl;
      if (!url) return;
      const portal: Target = {
        url: `${url}/webhooks/salla`,
        headers: [],
        strategy: "signature",
        secret: WEBHOOK_SECRET,
      };
      await sendEvent(store, event, data, world.now().toISOString(), portal);
    },
  };
}

type Target = Pick<Subscription, "url" | "headers" | "strategy" | "secret">;

function toAuthHeaders(to: Target, body: string): Record<string, string> {
  const own = Object.fromEntries(to.headers.map(({ key, value }) => [key.toLowerCase(), value]));
  if (to.strategy === "token")
    return { ...own, "x-salla-security-strategy": "Token", authorization: to.secret };
  if (to.strategy === "none") return own;
  return {
    ...own,
    "x-salla-security-strategy": "Signature",
    "x-salla-signature": computeSignature(body, to.secret),
  };
}

/** Both formats occur in real deliveries; which one depends on the event. */
function createdAt(event: string, iso: string): string {
  if (event !== "order.status.updated") return riyadhTime(iso);
  const riyadh = new Date(Date.parse(iso) + 3 * 3_600_000).toUTCString().replace(",", "");
  const [day, date, month, year, time] = riyadh.split(" ");
  return `${day} ${month} ${date} ${year} ${time} GMT+0300`;
}
