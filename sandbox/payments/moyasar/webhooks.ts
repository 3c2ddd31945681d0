import type { Table } from "../../base/memory.ts";
import type { World } from "../../base/world.ts";
import { MoyasarError } from "./errors.ts";

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
  verified: boolean;
  verified_at: string | null;
  /** The one-time code that was sent to it, when, and how many wrong ones were returned. */
  code: string;
  code_sent_at: string;
  wrong_codes: number;
}

/** Moyasar docs, Verify Webhook: a code is good for 30 minutes and for 5 wrong tries. */
const CODE_SECONDS = 1_800;
const WRONG_CODES = 5;

export interface Hooks {
  table: Table<Hook>;
  /**
   * Sends this event to every subscribed webhook. Returns at once: the gateway's response never waits for a
   * receiver.
   */
  sendEvent(event: string, data: Record<string, unknown>): void;
  /** Sends a new webhook its code, once: it is not retried. */
  sendCode(hook: Hook): void;
  /** Verifies the returned code, or refuses it. */
  verify(hook: Hook, code: string): Hook;
}

export function makeHooks(world: World): Hooks {
  const table = world.table<Hook>("moyasar.webhooks");
  return {
    table,
    sendEvent(event, data) {
      const id = world.ids.uuid("moyasar/event");
      // Until it is verified a webhook receives no events, and they are not delivered later either. `=== false`: those
      // stored before verification existed have none.
      const listening = [...table.values()].filter((each) => each.verified !== false);
      for (const hook of listening.filter((each) => each.events.includes(event))) {
        send(hook, { id, type: event, live: false, data }, RETRY_AFTER_SECONDS);
      }
    },
    sendCode(hook) {
      const data = { webhook_id: hook.id, verification_code: hook.code };
      send(hook, { id: world.ids.uuid("moyasar/event"), type: "webhook_verification", data }, []);
    },
    verify(hook, code) {
      if (hook.verified) return hook;
      const age = Date.now() - Date.parse(hook.code_sent_at);
      if (age > CODE_SECONDS * 1_000) throw refusedCode("expired", "Verification code has expired");
      if (hook.wrong_codes >= WRONG_CODES)
        throw refusedCode("attempts_exceeded", "Too many attempts, request a new verification code");
      if (code !== hook.code) {
        table.put({ ...hook, wrong_codes: hook.wrong_codes + 1 });
        throw refusedCode("invalid", "Verification code is incorrect");
      }
      return table.put({ ...hook, verified: true, verified_at: new Date().toISOString() });
    },
  };

  function send(hook: Hook, event: Record<string, unknown>, retryAfterSeconds: number[]) {
    const { id, type, ...rest } = event;
    const about = {
      created_at: new Date().toISOString(),
      secret_token: hook.shared_secret,
      account_name: "Rawaj",
    };
    void world.webhooks.send({
      vendor: "moyasar",
      url: hook.url,
      headers: { "content-type": "application/json", "user-agent": "Moyasar-Webhooks" },
      body: JSON.stringify({ id, type, ...about, ...rest }),
      retryAfterSeconds,
      timeoutSeconds: TIMEOUT_SECONDS,
    });
  }
}

const refusedCode = (reason: string, message: string) =>
  new MoyasarError(400, `webhook_verification_${reason}`, message);
