import { timingSafeEqual } from "node:crypto";
import type {
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEvent,
} from "#modules/stores/server/store-platform.port.ts";
import { subscribeToEach } from "../shared/each-topic.ts";
import { asText, isRecord, list, parseJson, record } from "../shared/read.ts";
import type { ZidApi } from "./api.ts";

/** The events we ask for (docs.zid.sa, Webhooks). Products change in bursts and are read once a day anyway. */
const subscribedEvents = ["order.create", "order.status.update", "order.payment_status.update"] as const;

/** Our number for the webhooks of ours, by which Zid deletes them all together. */
const ourNumber = 1;
const username = "rawaj";
const path = "/managers/webhooks";

/**
 * Zid switches a webhook off after failures without a word and knows no change: when one of ours sleeps or leads
 * elsewhere, they are deleted together and made anew. What is missing is asked for.
 */
export async function subscribeAt(call: ZidApi, credential: string, { address, secret }: WebhookEndpoint) {
  const { body } = await call(credential, "GET", path);
  const ours = list(body.data)
    .filter(isRecord)
    .filter(({ original_id }) => Number(original_id) === ourNumber);
  const alive = new Set(
    ours.filter((hook) => hook.target_url === address && hook.active !== false).map((hook) => hook.event),
  );
  const areAllAlive = alive.size === ours.length;
  if (!areAllAlive) await unsubscribeAll(call, credential);
  const missing = subscribedEvents.filter((event) => !areAllAlive || !alive.has(event));
  return subscribeToEach(missing, (event) => {
    const proof = { username, password: secret };
    const json = { event, target_url: address, original_id: ourNumber, subscriber: "Rawaj", ...proof };
    return call(credential, "POST", path, { json, accepted: [409] });
  });
}

export async function unsubscribeAll(call: ZidApi, credential: string) {
  await call(credential, "DELETE", `${path}?original_id=${ourNumber}`, { accepted: [404] });
}

/** Zid signs nothing: the name and the password we gave for this store are the proof. */
export function parseZidWebhook({ headers, body, secret }: WebhookDelivery): WebhookEvent | null {
  if (secret === null || !isOurs(headers.authorization, secret)) return null;
  const whole = parseJson(body);
  if (!isRecord(whole)) return null;
  // The order itself, or under a name: the shape is not documented, and both are seen.
  const order = [whole.order, whole.data, whole].find((part) => isRecord(part) && part.id !== undefined);
  const subject = record(order);
  const externalOrderId = asText(subject.id, 40);
  const isOrder = subject.order_status !== undefined || subject.order_total !== undefined;
  return {
    externalStoreId: asText(subject.store_id, 40) || null,
    topic: asText(whole.event, 80) || (isOrder ? "order" : "other"),
    deliveryId: null,
    subject: isOrder && externalOrderId !== "" ? { kind: "order", externalOrderId } : { kind: "nothing" },
  };
}

function isOurs(header: unknown, secret: string): boolean {
  const expected = Buffer.from(`${username}:${secret}`);
  const encoded = typeof header === "string" ? /^Basic ([A-Za-z0-9+/]+=*)$/i.exec(header)?.[1] : undefined;
  const given = Buffer.from(encoded ?? "", "base64");
  return given.length === expected.length && timingSafeEqual(given, expected);
}
