import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { consumeRateLimit, waitParams } from "#base/server/rate-limit.ts";
import { storesRefusals } from "../contract/stores.refusals.ts";

/** What a merchant may start in an hour: far more than verifying a site needs, far less than a script would send. */
const limits = {
  "stores.too_many_sites_named": 20,
  "stores.too_many_verifications": 30,
} as const;

/** Maximum number of sites of a merchant, verified or not. */
const maxSites = 50;

/** Refuses with the time to wait once a merchant has done this too often within the hour. */
export async function limitConnecting(
  { db, actor }: ReadContext,
  code: keyof typeof limits,
  systemNow: Date,
): Promise<void> {
  const allowance = await consumeRateLimit(db, {
    key: `${code}:${actor.merchantId}`,
    limit: limits[code],
    windowSeconds: 3_600,
    now: systemNow,
  });
  if (!allowance.isAllowed) storesRefusals.refuse(code, waitParams(allowance.retryAfterSeconds));
}

/** Refuses another site to a merchant who has the maximum. */
export async function refuseMoreSites({ db, actor }: ReadContext): Promise<void> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) as count from stores.sites where merchant_id = ${actor.merchantId}`,
  );
  if (count >= maxSites) storesRefusals.refuse("stores.most_sites", { most: maxSites }, "address");
}
