import { createHmac } from "node:crypto";
import { normalizeAddress } from "#base/server/client-address.ts";
import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import { consumeRateLimit, waitParams } from "#base/server/rate-limit.ts";
import { demoRefusals } from "../contract/demo.refusals.ts";
import type { DemoStore } from "./demo-store.port.ts";
import type { Visits } from "./visits.ts";

/** Visits that one address may begin in an hour. */
export const visitsPerHour = 30;

type Deps = { db: Db; systemClock: Clock; visits: Visits; store: DemoStore; addressKey: Buffer };

/**
 * Begins a visit: the demo store is opened if it is not, and a token is given. Of the visitor nothing is kept but, for
 * an hour, how many visits a keyed hash of their address has begun.
 */
export const enterDemo =
  ({ db, systemClock, visits, store, addressKey }: Deps) =>
  async (ip: string): Promise<{ token: string; expiresAt: Date }> => {
    const address = createHmac("sha256", addressKey).update(normalizeAddress(ip)).digest("base64url");
    const use = await consumeRateLimit(db, {
      key: `demo.enter:${address}`,
      limit: visitsPerHour,
      windowSeconds: 3_600,
      now: systemClock.now(),
    });
    if (!use.isAllowed) demoRefusals.refuse("demo.too_many_visits", waitParams(use.retryAfterSeconds));
    await store.open();
    return visits.begin(systemClock.now());
  };
