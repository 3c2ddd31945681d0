import { type Context, type ReadContext, systemTxContext } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import { fold } from "#base/shared/fold.ts";
import { addDays, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { winnerThresholds } from "../contract/library-enums.ts";
import { computeReturn, pickWinners } from "../domain/winner.ts";
import type { LibraryDeps } from "./library.deps.ts";
import {
  addPendingMerchant,
  listPendingMerchants,
  listWinnerIds,
  type NewWinner,
  removeWinners,
  saveWinners,
  takePendingMerchant,
} from "./winners.store.ts";

type Deps = Pick<LibraryDeps, "figures" | "campaigns" | "media" | "log">;

const pageSize = 50;

/**
 * Looks for the winners of every merchant whose figures changed since the last round; others cost nothing. Each merchant is
 * a transaction of their own, in the order of their ids: one that fails stays for the next round and holds up nobody.
 */
export const findAllWinners =
  (deps: Deps) =>
  async (db: Db, { now, signal }: { now: Date; signal?: AbortSignal }): Promise<void> => {
    let after = "";
    for (;;) {
      const page = await listPendingMerchants(db, { after, limit: pageSize });
      for (const merchantId of page) {
        if (signal?.aborted) return;
        try {
          await db.transaction((tx) => findWinners(deps)(systemTxContext(tx, merchantId, now)));
        } catch (error) {
          deps.log.error({ err: error, merchant_id: merchantId }, "winners could not be found");
        }
      }
      after = page.at(-1) ?? after;
      if (page.length < pageSize) return;
    }
  };

/**
 * The merchant's own ads that are winners now enter the library, or are measured anew. One that ran within the window and is
 * none any more leaves it; one that did not run in it stays with what it brought.
 */
export const findWinners =
  (deps: Deps) =>
  async (ctx: Context): Promise<void> => {
    if (!(await takePendingMerchant(ctx))) return;
    const known = await listWinnerIds(ctx);
    const { ads, ownReturn } = await loadResults(deps, ctx, known);
    const winners = pickWinners(ads, ownReturn);
    const kept = new Set(winners.map(({ ad_id }) => ad_id));
    const measured = new Set(ads.map(({ ad_id }) => ad_id));
    const left = known.filter((id) => measured.has(id) && !kept.has(id));
    const rows = await toRows(deps, ctx, winners);
    await saveWinners(ctx, rows);
    await removeWinners(ctx, left);
    if (rows.length > 0 || left.length > 0)
      await ctx.tx.publish({ name: "library.winners_changed", merchant_id: ctx.actor.merchantId });
  };

type Results = Awaited<ReturnType<typeof loadResults>>;

async function loadResults({ figures }: Deps, ctx: ReadContext, known: readonly string[]) {
  const to = toRiyadhDay(ctx.now);
  const from = addDays(to, 1 - winnerThresholds.windowDays);
  const { leastDaysRun, leastSpendHalalas, leastOrdersDelivered } = winnerThresholds;
  const ads = await figures.listAdResults(ctx, {
    from,
    to,
    least: {
      days: leastDaysRun,
      spendHalalas: leastSpendHalalas,
      ordersDelivered: leastOrdersDelivered,
    },
    adIds: known,
  });
  if (ads.length === 0) return { ads, ownReturn: null };
  const [sums] = await figures.query(ctx, {
    measures: ["spend_halalas", "sales_delivered_halalas"],
    by: [],
    filter: { from, to },
  });
  return { ads, ownReturn: sums ? computeReturn(sums) : null };
}

/** With the ads' names, files and buttons as they are now; an ad that campaigns do not know is left out. */
async function toRows(
  { campaigns, media }: Deps,
  ctx: ReadContext,
  winners: Results["ads"],
): Promise<NewWinner[]> {
  if (winners.length === 0) return [];
  const found = await campaigns.findAds(
    ctx,
    winners.map(({ ad_id }) => ad_id),
  );
  const kinds = await media.findMediaKinds(
    ctx,
    found.flatMap(({ media_id }) => media_id ?? []),
  );
  const ads = new Map(found.map((ad) => [ad.id, ad]));
  return winners.flatMap((winner) => {
    const ad = ads.get(winner.ad_id);
    if (!ad) return [];
    const { name, media_id, call_to_action } = ad;
    const media_kind = kinds.get(media_id ?? "") ?? null;
    return [{ ...winner, name, media_id, media_kind, call_to_action, search_text: fold(name) }];
  });
}

/** Their figures changed: they are looked at in the next round. */
export const noticeFigures = (ctx: Context): Promise<void> => addPendingMerchant(ctx);
