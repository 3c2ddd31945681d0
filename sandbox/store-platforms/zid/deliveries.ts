import type { World } from "../../base/world.ts";
import type { Order, Store } from "./model.ts";
import { presentOrder } from "./present-order.ts";
import type { Records } from "./records.ts";

/** Not documented; after failures in a row a webhook is disabled without notice. */
const RETRY_SECONDS = [60, 300];
const MAX_FAILURES = 10;
const TIMEOUT_SECONDS = 30;

export const events: string[] = [
  ...["create", "status.update", "payment_status.update"].map((name) => `order.${name}`),
  ...["create", "update", "publish", "delete"].map((name) => `product.${name}`),
  ...["created", "completed"].map((name) => `abandoned_cart.${name}`),
  ...["create", "update", "login"].map((name) => `customer.${name}`),
  ...["create", "update", "delete"].map((name) => `category.${name}`),
];

export type Deliveries = ReturnType<typeof makeDeliveries>;

/**
 * Sends a store's webhooks the events. There is no signature: HTTP Basic with the subscriber's name and password is
 * the proof.
 */
export function makeDeliveries(world: World, records: Records) {
  world.webhooks.onAttempt("zid", ({ hook: id, state }) => {
    const hook = id ? records.hooks.get(id) : undefined;
    if (!hook) return;
    const failures = state === "delivered" ? 0 : hook.failures + 1;
    records.hooks.put({ ...hook, failures, isActive: hook.isActive && failures <= MAX_FAILURES });
  });

  return {
    async sendOrderEvents(store: Store, order: Order, names: string[]): Promise<void> {
      if (!store.installed) return;
      const due = records
        .listHooks(store.id)
        .filter(({ event, isActive }) => isActive && names.includes(event));
      await Promise.all(
        due.map((hook) =>
          world.webhooks.send({
            vendor: "zid",
            url: hook.targetUrl,
            headers: {
              "content-type": "application/json",
              "user-agent": "Zid (sandbox)",
              ...toAuthHeaders(hook),
            },
            body: JSON.stringify(toPayload(hook.event, presentOrder(world, store, order))),
            hook: hook.id,
            retryAfterSeconds: RETRY_SECONDS,
            timeoutSeconds: TIMEOUT_SECONDS,
          }),
        ),
      );
    },
  };
}

function toAuthHeaders({
  username,
  password,
}: {
  username: string;
  password: string;
}): Record<string, string> {
  if (username === "") return {};
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}` };
}

/** Both shapes occur: the order itself, and the order inside a field. */
function toPayload(event: string, order: object): object {
  return event === "order.payment_status.update" ? { event, order } : order;
}
