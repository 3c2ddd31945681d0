import type { Clock } from "#base/server/clock.ts";
import { type ReadContext, systemContext, transact } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import { limitRun } from "#base/server/run-limit.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import { leadsUnder } from "#modules/stores/contract/store-address.ts";
import type { StoresFacade } from "#modules/stores/server/stores.facade.ts";
import type { HealthState } from "../contract/link-enums.ts";
import {
  deleteDestination,
  endTurn,
  leaseDueMerchant,
  listDueDestinations,
  saveChecked,
} from "./destinations.store.ts";
import type { LinkProbe } from "./link-probe.port.ts";

export type HealthDeps = {
  linkProbe: LinkProbe;
  stores: Pick<StoresFacade, "listRegisteredHosts" | "findProductStatusAt">;
  systemClock: Clock;
};

/** Pages of one merchant that are opened before the next merchant's turn, one after the other. */
const pagesPerTurn = 10;
const leaseSeconds = 600;
const runMs = 240_000;
const hourMs = 3_600_000;
/** What fails is looked at again sooner: most failures pass. */
const hoursUntilNext: Record<HealthState, number> = {
  unknown: 24,
  works: 24,
  no_answer: 2,
  page_missing: 6,
  other_site: 24,
  off_sale: 6,
};

/**
 * Opens the pages that links lead to, each about once a day. Merchants take turns, so that one with thousands of links
 * holds up nobody; a merchant without links has no row and costs nothing.
 */
export const checkHealth =
  (deps: HealthDeps) =>
  async (db: Db, { now }: { now: Date }): Promise<void> => {
    const isOver = limitRun(deps.systemClock, runMs);
    while (!isOver()) {
      const merchantId = await leaseDueMerchant(db, { now, leaseSeconds });
      if (merchantId === undefined) return;
      const ctx = systemContext(db, merchantId, now);
      for (const { key, destination } of await listDueDestinations(ctx, pagesPerTurn))
        await checkOne(deps, ctx, { key, destination });
      await endTurn(ctx);
    }
  };

async function checkOne(
  deps: HealthDeps,
  ctx: ReadContext,
  { key, destination }: { key: string; destination: string },
) {
  if (!(await isInUse(ctx, destination))) return transact(ctx, (ctx) => deleteDestination(ctx, key));
  const { state, httpStatus } = await inspect(deps, ctx, destination);
  const nextAt = new Date(ctx.now.getTime() + hoursUntilNext[state] * hourMs);
  await transact(ctx, (ctx) => saveChecked(ctx, key, { state, httpStatus, nextAt }));
}

async function isInUse({ db, actor, now }: ReadContext, destination: string): Promise<boolean> {
  const found = await db.maybeOne(sql`
    select 1 from tracking.links where merchant_id = ${actor.merchantId} and destination = ${destination}
      and stopped_at is null and blocked_at is null and (expires_at is null or expires_at > ${now}) limit 1`);
  return found !== undefined;
}

type Finding = { state: HealthState; httpStatus: number | null };

async function inspect(deps: HealthDeps, ctx: ReadContext, destination: string): Promise<Finding> {
  try {
    const { status, url } = await deps.linkProbe.openPage(destination);
    return { state: await toState(deps, ctx, { destination, status, url }), httpStatus: status };
  } catch (error) {
    if (!isFault(error)) throw error;
    // What is not public can be no shop: whoever taps the link gets nowhere either.
    return { state: "no_answer", httpStatus: null };
  }
}

async function toState(
  { stores }: HealthDeps,
  ctx: ReadContext,
  { destination, status, url }: { destination: string; status: number; url: string },
): Promise<HealthState> {
  if (!leadsUnder(url, await stores.listRegisteredHosts(ctx))) return "other_site";
  if (status === 404 || status === 410) return "page_missing";
  if (status >= 500) return "no_answer";
  // Shops behind a guard against programs answer so; a shopper may see the page.
  if (status >= 300) return "unknown";
  const product = await stores.findProductStatusAt(ctx, destination);
  return product === null || product === "on_sale" ? "works" : "off_sale";
}
