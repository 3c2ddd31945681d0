import { type ReadContext, transact } from "#base/server/context.ts";
import { type AdapterFault, isFault } from "#base/shared/adapter-fault.ts";
import { halalas } from "#base/shared/money.ts";
import { conversionRules } from "#modules/ad-accounts/contract/conversion-rules.ts";
import type {
  ConversionEvent,
  ConversionOutcome,
} from "#modules/ad-accounts/server/conversion-receiver.port.ts";
import type { OrderFacts } from "#modules/stores/server/stores.facade.ts";
import type { RefusalReason } from "../contract/enums.ts";
import { findPurchaseTime, isTooOld } from "../domain/plan-purchase.ts";
import { toConversionEvent } from "./conversion-event.ts";
import type { ConversionsDeps } from "./conversions.deps.ts";
import { type DestinationRow, findDestination, recordFault, recordSuccess } from "./destinations.store.ts";
import { loadEventSources } from "./load-event-sources.ts";
import { publishChanged } from "./publish-changed.ts";
import {
  deleteWaiting,
  listWaiting,
  type PurchaseOutcome,
  recordOutcomes,
  type WaitingPurchase,
} from "./purchases.store.ts";
import { insertRequest } from "./requests.store.ts";

type Deps = Pick<ConversionsDeps, "stores" | "tracking" | "adAccounts" | "systemClock" | "log">;

/** A purchase as it goes out, or why it cannot. */
type Prepared = { purchase: WaitingPurchase; order: OrderFacts } & (
  | { event: ConversionEvent }
  | { refusal: Exclude<RefusalReason, "vendor">; occurredAt: Date }
);

/**
 * Sends one batch of an ad account's waiting purchases, as large as its platform takes, and records what it answered of
 * each. Returns whether more may wait. What the platform needs is read at this moment: an order that was cancelled, or a
 * contact that was withdrawn meanwhile, is not sent.
 */
export const sendPurchases =
  (deps: Deps) =>
  async (ctx: ReadContext, { adAccountId }: { adAccountId: string }): Promise<boolean> => {
    const destination = await findDestination(ctx, adAccountId);
    if (!destination?.is_enabled) return false;
    const limit = conversionRules[destination.platform].batch;
    const waiting = await listWaiting(ctx, { adAccountId, limit });
    if (waiting.length === 0) return false;
    const { prepared, gone } = await prepare(deps, ctx, destination, waiting);
    const sendable = prepared.filter((one) => "event" in one);
    try {
      const platform = deps.adAccounts.bindAdPlatform(ctx.actor.merchantId, adAccountId);
      const outcomes =
        sendable.length === 0 ? [] : await platform.sendConversions(sendable.map(({ event }) => event));
      await record(deps, ctx, destination, { prepared, gone, outcomes });
      return waiting.length === limit;
    } catch (error) {
      if (!isFault(error)) throw error;
      await recordFailure(deps, ctx, { adAccountId, fault: error });
      return false;
    }
  };

async function prepare(
  deps: Deps,
  ctx: ReadContext,
  { platform }: DestinationRow,
  waiting: readonly WaitingPurchase[],
): Promise<{ prepared: Prepared[]; gone: string[] }> {
  const ids = waiting.map(({ order_id }) => order_id);
  const { sendAt, sources } = await loadEventSources(deps, ctx, { platform, ids });
  const rules = conversionRules[platform];
  const prepared: Prepared[] = [];
  const gone: string[] = [];
  for (const purchase of waiting) {
    const source = sources.get(purchase.order_id);
    const occurredAt = source ? findPurchaseTime(source.order, sendAt) : null;
    if (!source || !occurredAt) {
      gone.push(purchase.order_id);
      continue;
    }
    const { order, click, contact, isMatchable } = source;
    if (isTooOld(occurredAt, ctx.now, rules))
      prepared.push({ purchase, order, occurredAt, refusal: "too_old" });
    else if (!isMatchable) prepared.push({ purchase, order, occurredAt, refusal: "no_identifier" });
    else {
      const value = halalas(Math.max(0, order.total_halalas - order.refunded_halalas));
      const event = toConversionEvent(order, { platform, click, contact, occurredAt, value });
      prepared.push({ purchase, order, event });
    }
  }
  return { prepared, gone };
}

type Batch = {
  prepared: readonly Prepared[];
  gone: readonly string[];
  outcomes: readonly ConversionOutcome[];
};

function record(
  { systemClock }: Deps,
  ctx: ReadContext,
  { ad_account_id: adAccountId, platform }: DestinationRow,
  { prepared, gone, outcomes }: Batch,
): Promise<void> {
  return transact(ctx, async (ctx) => {
    let next = 0;
    const rows = prepared.map((one) => toOutcome(one, "event" in one ? outcomes[next++] : undefined));
    await recordOutcomes(ctx, { adAccountId, platform }, rows);
    await deleteWaiting(ctx, gone);
    const requests = Map.groupBy(
      rows.filter(({ requestId }) => requestId !== null),
      ({ requestId }) => String(requestId),
    );
    for (const [requestId, events] of requests)
      await insertRequest(ctx, {
        requestId,
        adAccountId,
        events: events.length,
        isRestatement: false,
        systemNow: systemClock.now(),
      });
    await recordSuccess(ctx, adAccountId);
    await publishChanged(ctx, adAccountId);
  });
}

function toOutcome(one: Prepared, answer: ConversionOutcome | undefined): PurchaseOutcome {
  const base = { orderId: one.order.order_id, requestId: null, reasonCode: null, reason: null };
  const valueHalalas = one.order.total_halalas - one.order.refunded_halalas;
  if ("refusal" in one)
    return {
      ...base,
      valueHalalas,
      occurredAt: one.occurredAt,
      hasClick: false,
      hasContact: false,
      status: "refused",
      reasonCode: one.refusal,
    };
  const { occurredAt, click, contact } = one.event;
  const sent = {
    ...base,
    valueHalalas,
    occurredAt,
    hasClick: Object.keys(click?.ids ?? {}).length > 0,
    hasContact: contact !== null,
  };
  switch (answer?.outcome) {
    case "accepted":
      return { ...sent, status: "accepted" };
    case "processing":
      return { ...sent, status: "sent", requestId: answer.requestId };
    case "refused":
      return { ...sent, status: "refused", reasonCode: "vendor", reason: answer.reason };
    default:
      throw new Error("a platform answered fewer purchases than were sent");
  }
}

/** Nothing is lost: what was sent without an answer is sent again under its event id, which counts once. */
export async function recordFailure(
  { systemClock, log }: Pick<Deps, "systemClock" | "log">,
  ctx: ReadContext,
  { adAccountId, fault }: { adAccountId: string; fault: AdapterFault },
): Promise<void> {
  log.info(
    { ad_account_id: adAccountId, fault: fault.kind, reason: fault.reason },
    "purchases were not sent",
  );
  await transact(ctx, async (ctx) => {
    await recordFault(ctx, { adAccountId, fault, systemNow: systemClock.now() });
    await publishChanged(ctx, adAccountId);
  });
}
