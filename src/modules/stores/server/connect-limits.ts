import type { Clock } from "#base/server/clock.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import { consumeRateLimit, waitParams } from "#base/server/rate-limit.ts";
import { storesRefusals } from "../contract/stores.refusals.ts";

/** What a merchant may begin in an hour: far more than connecting takes, far less than a script wants. */
const limits = {
  "stores.too_many_connects": 30,
  "stores.too_many_sites_named": 20,
  "stores.too_many_verifications": 30,
} as const;

/** Sites a merchant may keep, proven or not. */
const maxSites = 50;

/** Refuses, and says when to try again, once a merchant has done this too often within the hour. */
export async function limitConnecting(
  { db, systemClock }: { db: Db; systemClock: Clock },
  merchantId: string,
  code: keyof typeof limits,
): Promise<void> {
  const key = `${code}:${merchantId}`;
  const now = systemClock.now();
  const allowance = await consumeRateLimit(db, { key, limit: limits[code], windowSeconds: 3_600, now });
  if (!allowance.isAllowed) storesRefusals.refuse(code, waitParams(allowance.retryAfterSeconds));
}

/** Refuses a further site to a merchant who keeps as many as one may. */
export async function refuseMoreSites(db: Db, merchantId: string): Promise<void> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) as count from stores.sites where merchant_id = ${merchantId}`,
  );
  if (count >= maxSites) storesRefusals.refuse("stores.most_sites", { most: maxSites }, "address");
}
