import type { Faults } from "./faults.ts";
import type { Ids } from "./ids.ts";
import type { Memory } from "./memory.ts";
import type { RequestPool } from "./request-pool.ts";

/** One message a vendor sends to an address. The vendor signs it before: the body is sent unchanged. */
export interface WebhookRequest {
  vendor: string;
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Seconds of system time to wait before the 2nd, 3rd … attempt; its length is the number of retries. */
  retryAfterSeconds: number[];
  timeoutSeconds: number;
  /** Statuses besides 2xx that the vendor accepts as success. */
  successStatuses?: number[];
  /** The subscription it belongs to, for vendors that count failures (`onAttempt`). */
  hook?: string;
}

export interface WebhookDelivery extends WebhookRequest {
  id: string;
  /** Grows with each delivery: deliveries are listed in the order in which they were created. */
  sequence: number;
  attempts: { at: string; status: number | null; error: string | null }[];
  state: "waiting" | "delivered" | "given_up";
  /** System time in milliseconds. */
  nextAt: number;
}

export interface Webhooks {
  /** Makes the first attempt now (unless a fault holds it back); resolves when that attempt has ended. Never throws. */
  send(order: WebhookRequest): Promise<void>;
  /** Newest first. */
  list(filter: { vendor?: string; limit: number }): WebhookDelivery[];
  /** Attempts every waiting delivery at once; returns how many. */
  retryNow(): Promise<number>;
  /** Notifies a vendor of the result of each attempt of its deliveries. */
  onAttempt(vendor: string, handler: (delivery: WebhookDelivery) => void): void;
  start(): void;
  stop(): void;
}

const MAX_ENTRIES = 2_000;

export function makeWebhooks(deps: {
  memory: Memory;
  requestPool: RequestPool;
  faults: Faults;
  ids: Ids;
}): Webhooks {
  const deliveries = deps.memory.table<WebhookDelivery>("webhooks");
  const state = deps.memory.state<{ sequence: number; held: string[] }>("webhooks-state", () => ({
    sequence: 0,
    held: [],
  }));
  const inFlight = new Set<string>();
  const listeners = new Map<string, (delivery: WebhookDelivery) => void>();
  let timer: NodeJS.Timeout | null = null;

  const attempt = async (delivery: WebhookDelivery) => {
    if (inFlight.has(delivery.id) || delivery.state !== "waiting") return;
    inFlight.add(delivery.id);
    const outcome = await deps.requestPool
      .run(() => post(delivery))
      .finally(() => inFlight.delete(delivery.id));
    delivery.attempts.push({ at: new Date().toISOString(), ...outcome });
    const wait = delivery.retryAfterSeconds[delivery.attempts.length - 1];
    if (isSuccess(delivery, outcome.status)) delivery.state = "delivered";
    else if (wait === undefined) delivery.state = "given_up";
    else delivery.nextAt = Date.now() + wait * 1000;
    deliveries.put(delivery);
    listeners.get(delivery.vendor)?.(delivery);
  };

  const due = (now: number) =>
    [...deliveries.values()].filter((delivery) => delivery.state === "waiting" && delivery.nextAt <= now);

  const createDelivery = (order: WebhookRequest, nextAt: number): WebhookDelivery => {
    state.sequence += 1;
    const id = deps.ids.uuid("webhook");
    forgetOldest();
    return deliveries.put({ ...order, id, sequence: state.sequence, attempts: [], state: "waiting", nextAt });
  };

  const forgetOldest = () => {
    for (const old of deliveries.values()) {
      if (deliveries.size < MAX_ENTRIES) return;
      if (old.state !== "waiting") deliveries.delete(old.id);
    }
  };

  const releaseHeld = async () => {
    const held = state.held;
    state.held = [];
    for (const id of held) {
      const delivery = deliveries.get(id);
      if (delivery) await attempt(delivery);
    }
  };

  return {
    async send(order) {
      const late = deps.faults.consume(order.vendor, ["late_webhook"]);
      if (late) return void createDelivery(order, Date.now() + (late.seconds ?? 60) * 1000);
      if (state.held.length === 0 && deps.faults.consume(order.vendor, ["out_of_order_webhook"])) {
        // It is sent after the next delivery, or after five seconds when there is none.
        state.held.push(createDelivery(order, Date.now() + 5_000).id);
        return;
      }
      const copies = deps.faults.consume(order.vendor, ["duplicate_webhook"]) ? 2 : 1;
      for (let copy = 0; copy < copies; copy += 1) await attempt(createDelivery(order, Date.now() + 60_000));
      await releaseHeld();
    },
    list: ({ vendor, limit }) =>
      [...deliveries.values()]
        .filter((delivery) => !vendor || delivery.vendor === vendor)
        .sort((one, other) => other.sequence - one.sequence)
        .slice(0, limit),
    async retryNow() {
      const waiting = due(Number.POSITIVE_INFINITY);
      await Promise.all(waiting.map(attempt));
      return waiting.length;
    },
    onAttempt: (vendor, handler) => void listeners.set(vendor, handler),
    start() {
      timer = setInterval(() => {
        for (const delivery of due(Date.now())) void attempt(delivery);
      }, 1_000);
    },
    stop() {
      if (timer) clearInterval(timer);
    },
  };
}

function isSuccess({ successStatuses = [] }: WebhookRequest, status: number | null): boolean {
  return status !== null && ((status >= 200 && status < 300) || successStatuses.includes(status));
}

async function post(order: WebhookRequest): Promise<{ status: number | null; error: string | null }> {
  try {
    const response = await fetch(order.url, {
      method: "POST",
      headers: order.headers,
      body: order.body,
      redirect: "manual",
      signal: AbortSignal.timeout(order.timeoutSeconds * 1000),
    });
    await response.arrayBuffer();
    return { status: response.status, error: null };
  } catch (error) {
    return { status: null, error: error instanceof Error ? error.message : String(error) };
  }
}
