import { createHash, createHmac } from "node:crypto";
import type { World } from "../../base/world.ts";
import { toStoreOrigin } from "../shared/shop-backend.ts";
import type { Hook, Order, Site } from "./model.ts";
import { presentOrder } from "./present.ts";
import type { Records } from "./records.ts";

/** After more failures in a row than this, the hook is disabled (WooCommerce, includes/class-wc-webhook.php). */
const MAX_FAILURES = 5;
const TIMEOUT_SECONDS = 60;
const AGENT = "WooCommerce/10.3.4 Hookshot (WordPress/6.9)";

export type Deliveries = ReturnType<typeof makeDeliveries>;

/** Base64 HMAC-SHA256 of the raw body. */
export function computeSignature(body: string, secret: string): string {
  return createHmac("sha256", secret).update(body).digest("base64");
}

/** Sends a site's webhooks the events. A failed delivery is never retried; failures in a row disable a hook. */
export function makeDeliveries(world: World, records: Records) {
  world.webhooks.onAttempt("woocommerce", ({ hook: id, state }) => {
    const hook = id ? records.hooks.get(id) : undefined;
    if (!hook) return;
    const failures = state === "delivered" ? 0 : hook.failures + 1;
    records.hooks.put({ ...hook, failures, status: failures > MAX_FAILURES ? "disabled" : hook.status });
  });

  const deliver = (site: Site, hook: Hook, data: object): Promise<void> => {
    const body = JSON.stringify(data);
    const [resource = "", event = ""] = hook.topic.split(".");
    const deliveryToken = world.ids.token("woocommerce/delivery", 12);
    return world.webhooks.send({
      vendor: "woocommerce",
      url: hook.deliveryUrl,
      headers: {
        "content-type": "application/json",
        "user-agent": AGENT,
        "x-wc-webhook-source": `${toStoreOrigin({ world, storefrontName: "woocommerce-storefront" }, site)}/`,
        "x-wc-webhook-topic": hook.topic,
        "x-wc-webhook-resource": resource,
        "x-wc-webhook-event": event,
        "x-wc-webhook-signature": computeSignature(body, hook.secret),
        "x-wc-webhook-id": hook.id,
        "x-wc-webhook-delivery-id": createHash("md5").update(deliveryToken).digest("hex"),
      },
      body,
      hook: hook.id,
      successStatuses: [301, 302],
      retryAfterSeconds: [],
      timeoutSeconds: TIMEOUT_SECONDS,
    });
  };
  const sendEvent = async (site: Site, topic: string, data: object): Promise<void> => {
    const due = records.listHooks(site.id).filter((hook) => hook.topic === topic && hook.status === "active");
    await Promise.all(due.map((hook) => deliver(site, hook, data)));
  };

  return {
    sendOrderEvents: (site: Site, order: Order, topic: string) => sendEvent(site, topic, presentOrder(order)),
    sendEvent,
    /** The ping of a new hook: a form, unsigned. */
    ping: (hook: Hook): Promise<void> =>
      world.webhooks.send({
        vendor: "woocommerce",
        url: hook.deliveryUrl,
        headers: { "content-type": "application/x-www-form-urlencoded", "user-agent": AGENT },
        body: `webhook_id=${hook.id}`,
        retryAfterSeconds: [],
        timeoutSeconds: TIMEOUT_SECONDS,
      }),
  };
}
