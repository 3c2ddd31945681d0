import type { Clock } from "#base/server/clock.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import { type Limit, takeUse, waitParams } from "#base/server/limits.ts";
import { storesRefusals } from "../contract/stores.refusals.ts";

/** What a merchant may begin in an hour: far more than connecting takes, far less than a script wants. */
const limits = {
  "stores.too_many_connects": { name: "stores_connects", most: 30, seconds: 3_600 },
  "stores.too_many_sites_named": { name: "stores_sites_named", most: 20, seconds: 3_600 },
  "stores.too_many_verifications": { name: "stores_verifications", most: 30, seconds: 3_600 },
} as const satisfies Record<string, Limit>;

/** Sites a merchant may keep, proven or not. */
const mostSites = 50;

/** Refuses, and says when to try again, once a merchant has done this too often within the hour. */
export async function limitConnecting(
  { db, systemClock }: { db: Db; systemClock: Clock },
  merchantId: string,
  code: keyof typeof limits,
): Promise<void> {
  const seconds = await takeUse(db, limits[code], merchantId, systemClock.now());
  if (seconds > 0) storesRefusals.refuse(code, waitParams(seconds));
}

/** Refuses a further site to a merchant who keeps as many as one may. */
export async function refuseMoreSites(db: Db, merchantId: string): Promise<void> {
  const { kept } = await db.one<{ kept: number }>(
    sql`select count(*) as kept from stores.sites where merchant_id = ${merchantId}`,
  );
  if (kept >= mostSites) storesRefusals.refuse("stores.most_sites", { most: mostSites }, "address");
}
