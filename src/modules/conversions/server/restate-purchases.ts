import { type ReadContext, transact } from "#base/server/context.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import { halalas } from "#base/shared/money.ts";
import { conversionRules } from "#modules/ad-accounts/contract/conversion-rules.ts";
import type {
  ConversionEvent,
  ConversionOutcome,
} from "#modules/ad-accounts/server/conversion-receiver.port.ts";
import { toConversionEvent } from "./conversion-event.ts";
import type { ConversionsDeps } from "./conversions.deps.ts";
import { type DestinationRow, findDestination, recordSuccess } from "./destinations.store.ts";
import { loadEventSources } from "./load-event-sources.ts";
import { publishChanged } from "./publish-changed.ts";
import {
  dropRestatements,
  listRestatable,
  type RestatablePurchase,
  recordRestated,
} from "./purchases.store.ts";
import { insertRequest } from "./requests.store.ts";
import { recordFailure } from "./send-purchases.ts";

type Deps = Pick<ConversionsDeps, "stores" | "tracking" | "adAccounts" | "systemClock" | "log">;
type Restated = { event: ConversionEvent; order_id: string; value_halalas: number };

/**
 * Tells one batch of an ad account's purchases again with the value they have now: what was refunded or cancelled after
 * it was sent. The event id and the time stay, so the platform replaces the value and counts no second purchase. Returns
 * whether more may wait.
 */
export const restatePurchases =
  (deps: Deps) =>
  async (ctx: ReadContext, { adAccountId }: { adAccountId: string }): Promise<boolean> => {
    const destination = await findDestination(ctx, adAccountId);
    if (!destination?.is_enabled) return false;
    // Sending has just failed: it waits as long as purchases do.
    if (destination.next_try_at && destination.next_try_at > deps.systemClock.now()) return false;
    const limit = conversionRules[destination.platform].batch;
    const purchases = await listRestatable(ctx, { adAccountId, limit });
    if (purchases.length === 0) return false;
    const restated = await prepare(deps, ctx, destination, purchases);
    try {
      const platform = deps.adAccounts.bindAdPlatform(ctx.actor.merchantId, adAccountId);
      const outcomes =
        restated.length === 0 ? [] : await platform.sendConversions(restated.map(({ event }) => event));
      await record(deps, ctx, destination, { purchases, restated, outcomes });
      return purchases.length === limit;
    } catch (error) {
      if (!isFault(error)) throw error;
      await recordFailure(deps, ctx, { adAccountId, fault: error });
      return false;
    }
  };

/** Those that the platform can still recognise, by what may be shared at this moment. */
async function prepare(
  deps: Deps,
  ctx: ReadContext,
  { platform }: DestinationRow,
  purchases: readonly RestatablePurchase[],
): Promise<Restated[]> {
  const ids = purchases.map(({ order_id }) => order_id);
  const { sources } = await loadEventSources(deps, ctx, { platform, ids });
  return purchases.flatMap(({ order_id, occurred_at: occurredAt, restate_to_halalas }) => {
    const source = sources.get(order_id);
    if (!source?.isMatchable) return [];
    const { order, click, contact } = source;
    const value = halalas(restate_to_halalas);
    const event = toConversionEvent(order, { platform, click, contact, occurredAt, value });
    return [{ event, order_id, value_halalas: restate_to_halalas }];
  });
}

type Batch = {
  purchases: readonly RestatablePurchase[];
  restated: readonly Restated[];
  outcomes: readonly ConversionOutcome[];
};

function record(
  { systemClock, log }: Deps,
  ctx: ReadContext,
  { ad_account_id: adAccountId, platform }: DestinationRow,
  { purchases, restated, outcomes }: Batch,
): Promise<void> {
  const taken = restated.filter((_, index) => outcomes[index]?.outcome !== "refused");
  const takenIds = new Set(taken.map(({ order_id }) => order_id));
  const dropped = purchases.map(({ order_id }) => order_id).filter((id) => !takenIds.has(id));
  if (dropped.length > 0) log.info({ ad_account_id: adAccountId, dropped }, "values were not restated");
  const requests = Map.groupBy(
    outcomes.flatMap((one) => (one.outcome === "processing" ? [one.requestId] : [])),
    (requestId) => requestId,
  );
  return transact(ctx, async (ctx) => {
    await recordRestated(
      ctx,
      { adAccountId, platform },
      taken.map(({ order_id, value_halalas }) => ({ order_id, value_halalas })),
    );
    await dropRestatements(ctx, { adAccountId, orderIds: dropped });
    for (const [requestId, events] of requests)
      await insertRequest(ctx, {
        requestId,
        adAccountId,
        events: events.length,
        isRestatement: true,
        systemNow: systemClock.now(),
      });
    await recordSuccess(ctx, adAccountId);
    await publishChanged(ctx, adAccountId);
  });
}
