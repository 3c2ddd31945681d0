import { timingSafeEqual } from "node:crypto";
import type {
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEvent,
} from "#modules/stores/server/store-platform.port.ts";
import { subscribeToEach } from "../shared/each-topic.ts";
import { asText, isRecord, list, parseJson, record } from "../shared/read.ts";
import type { ZidApi } from "./api.ts";

/** The events we subscribe to (docs.zid.sa, Webhooks). Products change in bursts and are synced once a day anyway. */
const subscribedEvents = ["order.create", "order.status.update", "order.payment_status.update"] as const;

/** One number for all our webhooks, by which Zid deletes them together. */
const originalId = 1;
const username = "rawaj";
const path = "/managers/webhooks";

/**
 * Zid disables a webhook after failures without notice and has no update call: when one of ours is disabled or has
 * another address, all are deleted and created again. Missing ones are created.
 */
export async function subscribeAt(call: ZidApi, credential: string, { address, secret }: WebhookEndpoint) {
  const { body } = await call(credential, "GET", path);
  const ours = list(body.data)
    .filter(isRecord)
    .filter(({ original_id }) => Number(original_id) === originalId);
  const activeEvents = new Set(
    ours.filter((hook) => hook.target_url === address && hook.active !== false).map((hook) => hook.event),
  );
  const areAllActive = activeEvents.size === ours.length;
  if (!areAllActive) await unsubscribeAll(call, credential);
  const missing = subscribedEvents.filter((event) => !areAllActive || !activeEvents.has(event));
  return subscribeToEach(missing, (event) => {
    const credentials = { username, password: secret };
    const json = { event, target_url: address, original_id: originalId, subscriber: "Rawaj", ...credentials };
    return call(credential, "POST", path, { json, accepted: [409] });
  });
}

export async function unsubscribeAll(call: ZidApi, credential: string) {
  await call(credential, "DELETE", `${path}?original_id=${originalId}`, { accepted: [404] });
}

/** Zid signs nothing: the username and password we set for this store verify the webhook. */
export function parseZidWebhook({ headers, body, secret }: WebhookDelivery): WebhookEvent | null {
  if (secret === null || !isOurs(headers.authorization, secret)) return null;
  const payload = parseJson(body);
  if (!isRecord(payload)) return null;
  // The order itself, or under a field: the format is not documented, and both occur.
  const candidates = [payload.order, payload.data, payload];
  const order = candidates.find((part) => isRecord(part) && part.id !== undefined);
  const subject = record(order);
  const externalOrderId = asText(subject.id, 40);
  const isOrder = subject.order_status !== undefined || subject.order_total !== undefined;
  return {
    externalStoreId: asText(subject.store_id, 40) || null,
    topic: asText(payload.event, 80) || (isOrder ? "order" : "other"),
    deliveryId: null,
    subject: isOrder && externalOrderId !== "" ? { kind: "order", externalOrderId } : { kind: "nothing" },
  };
}

function isOurs(header: unknown, secret: string): boolean {
  const expected = Buffer.from(`${username}:${secret}`);
  const encoded = typeof header === "string" ? /^Basic ([A-Za-z0-9+/]+=*)$/i.exec(header)?.[1] : undefined;
  const received = Buffer.from(encoded ?? "", "base64");
  return received.length === expected.length && timingSafeEqual(received, expected);
}
