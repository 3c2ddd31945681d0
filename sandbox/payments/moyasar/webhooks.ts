import type { Table } from "../../base/memory.ts";
import type { World } from "../../base/world.ts";

export const EVENTS = [
  "payment_paid",
  "payment_failed",
  "payment_authorized",
  "payment_captured",
  "payment_refunded",
  "payment_voided",
  "payment_verified",
  "payment_abandoned",
  "payment_canceled",
  "card_auth_authenticated",
  "card_auth_failed",
  "balance_transferred",
  "payout_initiated",
  "payout_paid",
  "payout_failed",
];

/** Seconds before the 2nd to 6th attempt (Moyasar docs, Webhooks: 1 min, 10 min, 30 min, 1 h, 2 h). */
const RETRY_AFTER_SECONDS = [60, 600, 1_800, 3_600, 7_200];
const TIMEOUT_SECONDS = 5;

export interface Hook {
  id: string;
  http_method: "post";
  url: string;
  shared_secret: string;
  events: string[];
  created_at: string;
  updated_at: string;
}

export interface Hooks {
  table: Table<Hook>;
  /** Tells everybody who asked for this event. Returns at once: the gateway's answer never waits for a listener. */
  tell(event: string, data: Record<string, unknown>): void;
}

export function makeHooks(world: World): Hooks {
  const table = world.table<Hook>("moyasar.webhooks");
  return {
    table,
    tell(event, data) {
      const id = world.ids.uuid("moyasar/event");
      for (const hook of [...table.values()].filter((each) => each.events.includes(event))) {
        const body = {
          id,
          type: event,
          created_at: new Date().toISOString(),
          secret_token: hook.shared_secret,
          account_name: "Rawaj",
          live: false,
          data,
        };
        void world.webhooks.send({
          vendor: "moyasar",
          url: hook.url,
          headers: { "content-type": "application/json", "user-agent": "Moyasar-Webhooks" },
          body: JSON.stringify(body),
          retryAfterSeconds: RETRY_AFTER_SECONDS,
          timeoutSeconds: TIMEOUT_SECONDS,
        });
      }
    },
  };
}
