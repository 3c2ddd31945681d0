import type { Context, ReadContext } from "#base/server/context.ts";
import { join, raw, sql } from "#base/server/db/db.ts";
import { halalas } from "#base/shared/money.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { sumsFrom } from "../contract/metrics.ts";
import { noShare, type OrderShare, type OrderStatus, shareOfOrder } from "../domain/order-share.ts";
import { isSameShare, type ProductShare, toRiyadhHour } from "../domain/store-order-share.ts";
import { lockShare, type Place, replaceShare, type StoredShare } from "./attributed-orders.store.ts";
import { lockCountedOrder, replaceCountedOrder } from "./counted-orders.store.ts";
import { makeFactMonths } from "./make-months.ts";
import { findPlatform } from "./measured.store.ts";
import { moveOrder } from "./order-roll-ups.store.ts";
import { rollUp } from "./roll-ups.store.ts";

type OrderFacts = {
  store_id: string;
  placed_at: Date;
  status: OrderStatus;
  counts: boolean;
  total_halalas: number;
  refunded_halalas: number;
  /** A key of the gazetteer; empty or null where the city is not known. */
  city_key: string | null;
  products: readonly ProductShare[];
};

export type CountOrderDeps = {
  /** The order as its store last reported it; null when unknown. */
  findOrderFacts(ctx: ReadContext, orderId: string): Promise<OrderFacts | null>;
  /** The ad whose click brought the order; null when none did. */
  findAttribution(ctx: ReadContext, orderId: string): Promise<Attribution | null>;
};
type Attribution = { campaign_id: string; ad_id: string };
type Known = { facts: OrderFacts | null; attribution: Attribution | null };

/**
 * Updates the roll-ups for one order: adds the difference between what it adds now and what it added before, to the days
 * of the ad that brought it and to those of its store.
 */
export const countOrder =
  (deps: CountOrderDeps) =>
  async (ctx: Context, { orderId }: { orderId: string }): Promise<void> => {
    const facts = await deps.findOrderFacts(ctx, orderId);
    const known = { facts, attribution: facts && (await deps.findAttribution(ctx, orderId)) };
    const campaigns = await countForAds(ctx, orderId, known);
    const isChanged = await countForStore(ctx, orderId, known);
    const events = campaigns.length === 0 && isChanged ? [undefined] : campaigns;
    for (const campaign_id of events)
      await ctx.tx.publish({
        name: "figures.changed",
        merchant_id: ctx.actor.merchantId,
        ...(campaign_id ? { campaign_id } : {}),
      });
  };

/** Returns the campaigns whose figures differ from before. */
async function countForAds(ctx: Context, orderId: string, known: Known): Promise<string[]> {
  const before = await lockShare(ctx, orderId);
  const after = await toContribution(ctx, known);
  if (!before && !after) return [];
  if (before && after && isSamePlace(before, after) && isSame(before, after)) return [];

  if (before && after && isSamePlace(before, after)) await addToDay(ctx, after, minus(after, before));
  else {
    if (before) await addToDay(ctx, before, minus(noShare, before));
    if (after) await addToDay(ctx, after, after);
  }
  await replaceShare(ctx, orderId, after);
  return [...new Set([before, after].flatMap((place) => place?.campaign_id ?? []))];
}

/** Returns whether anything differs from before. */
async function countForStore(ctx: Context, orderId: string, { facts, attribution }: Known): Promise<boolean> {
  const before = await lockCountedOrder(ctx, orderId);
  const share = facts && toShare(facts);
  const after =
    facts && share && (share.orders_placed > 0 || share.orders_unconfirmed > 0)
      ? {
          ...share,
          store_id: facts.store_id,
          day: toRiyadhDay(facts.placed_at),
          hour: toRiyadhHour(facts.placed_at),
          city_key: facts.city_key ?? "",
          campaign_id: attribution?.campaign_id ?? null,
          ad_id: attribution?.ad_id ?? null,
          products: facts.counts ? facts.products : [],
        }
      : null;
  if (!before && !after) return false;
  if (before && after && isSameShare(before, after)) return false;
  await moveOrder(ctx, before, after);
  await replaceCountedOrder(ctx, orderId, after);
  return true;
}

const toShare = ({ status, counts, total_halalas, refunded_halalas }: OrderFacts): OrderShare =>
  shareOfOrder({ status, counts, total: halalas(total_halalas), refunded: halalas(refunded_halalas) });

/** What an order adds and where; null when no ad brought it. */
async function toContribution(ctx: ReadContext, { facts, attribution }: Known): Promise<StoredShare | null> {
  const platform = attribution && (await findPlatform(ctx, attribution.campaign_id));
  if (!attribution || !facts || !platform) return null;
  return {
    platform,
    campaign_id: attribution.campaign_id,
    ad_id: attribution.ad_id,
    day: toRiyadhDay(facts.placed_at),
    ...toShare(facts),
  };
}

function isSamePlace(a: Place, b: Place): boolean {
  return a.campaign_id === b.campaign_id && a.ad_id === b.ad_id && a.day === b.day;
}

function isSame(a: OrderShare, b: OrderShare): boolean {
  return Object.keys(noShare).every((part) => a[part as keyof OrderShare] === b[part as keyof OrderShare]);
}

function minus(a: OrderShare, b: OrderShare): OrderShare {
  return Object.fromEntries(counted.map((sum) => [sum, a[sum] - b[sum]])) as OrderShare;
}

const counted = sumsFrom("orders");

async function addToDay(ctx: Context, place: Place, share: OrderShare): Promise<void> {
  const { platform, campaign_id, ad_id, day } = place;
  await makeFactMonths(ctx, [day]);
  await ctx.tx.run(sql`
    with changed as (
      select ${campaign_id}::text as campaign_id, ${ad_id}::text as ad_id, ${day}::date as day,
        ${join(counted.map((sum) => sql`${share[sum]}::bigint as ${raw(`d_${sum}`)}`))}
    ),
    ${rollUp(ctx, { source: "orders", platform })}`);
}
