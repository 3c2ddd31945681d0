import { type Context, systemTxContext } from "#base/server/context.ts";
import type { Db, Tx } from "#base/server/db/db.ts";
import { type RiyadhDay, startOfRiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Sector } from "../contract/library-enums.ts";
import { computeSectorMedians, findPublishedMonth, isCounted } from "../domain/sector-medians.ts";
import type { LibraryDeps } from "./library.deps.ts";
import {
  dropSharedMonths,
  insertMedians,
  isPublished,
  listMembers,
  listSharedFigures,
  listSharingMerchants,
  lockRound,
  saveRound,
  saveSharedMonth,
} from "./sectors.store.ts";

type Deps = Pick<LibraryDeps, "figures">;
type Month = { from: RiyadhDay; to: RiyadhDay };

/** A page is one transaction, which on the embedded database everybody else waits for. */
const pageSize = 20;

/**
 * Publishes the newest month that is due, once: the sharing merchants are read page after page, and the last page publishes
 * every sector at the same moment. A run that is killed goes on where the last page ended.
 */
export const publishMedians =
  (deps: Deps) =>
  async (db: Db, { now, signal }: { now: Date; signal?: AbortSignal }): Promise<void> => {
    const month = findPublishedMonth(toRiyadhDay(now));
    if (await isPublished(db, month.from)) return;
    while (!signal?.aborted) if (!(await db.transaction((tx) => readPage(deps, tx, { month, now })))) return;
  };

/** False when the month has been published, or another process works on it. */
async function readPage(deps: Deps, tx: Tx, { month, now }: { month: Month; now: Date }): Promise<boolean> {
  const round = await lockRound(tx, month.from);
  if (!round) return false;
  const page = await listSharingMerchants(tx, {
    // Who began within the month would be seen by what their days changed.
    before: startOfRiyadhDay(month.from),
    after: round.last_merchant_id,
    limit: pageSize,
  });
  for (const { merchant_id, sector } of page)
    await readMerchant(deps, systemTxContext(tx, merchant_id, now), { month, sector });
  const isLast = page.length < pageSize;
  if (isLast) await publish(tx, { month, now });
  const lastMerchantId = page.at(-1)?.merchant_id ?? round.last_merchant_id;
  await saveRound(tx, month.from, { lastMerchantId, publishedAt: isLast ? now : null });
  return !isLast;
}

async function readMerchant(
  { figures }: Deps,
  ctx: Context,
  { month, sector }: { month: Month; sector: Sector },
): Promise<void> {
  const [sums] = await figures.query(ctx, {
    measures: ["spend_halalas", "orders_delivered", "roas_delivered"],
    by: [],
    filter: month,
  });
  if (!sums || sums.roas_delivered === null || !isCounted(sums)) return;
  await saveSharedMonth(ctx, {
    month: month.from,
    sector,
    roas_delivered: sums.roas_delivered,
    cost_per_delivered_halalas: Math.round(sums.spend_halalas / sums.orders_delivered),
  });
}

async function publish(tx: Tx, { month, now }: { month: Month; now: Date }): Promise<void> {
  const bySector = Map.groupBy(await listSharedFigures(tx, month.from), ({ sector }) => sector);
  for (const [sector, shared] of bySector) {
    const medians = computeSectorMedians(shared, await listMembers(tx, sector));
    if (!medians) continue;
    const members = shared.map(({ merchant_id }) => merchant_id);
    await insertMedians(tx, { sector, month: month.from, medians, members, now });
  }
  await dropSharedMonths(tx, { before: month.from });
}
