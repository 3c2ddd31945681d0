import type { Context, ReadContext } from "#base/server/context.ts";
import { join, raw, sql } from "#base/server/db/db.ts";
import { halalas } from "#base/shared/money.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { sumsFrom } from "../contract/metrics.ts";
import { noShare, type OrderShare, type OrderStatus, shareOfOrder } from "../domain/order-share.ts";
import { lockShare, type Place, replaceShare, type StoredShare } from "./attributed-orders.store.ts";
import { makeFactMonths } from "./make-months.ts";
import { findPlatform } from "./measured.store.ts";
import { rollUp } from "./roll-ups.store.ts";

export type CountOrderDeps = {
  /** The order as its store last reported it; null when unknown. */
  findOrderFacts(
    ctx: ReadContext,
    orderId: string,
  ): Promise<{
    placed_at: Date;
    status: OrderStatus;
    counts: boolean;
    total_halalas: number;
    refunded_halalas: number;
  } | null>;
  /** The ad whose click brought the order; null when none did. */
  findAttribution(ctx: ReadContext, orderId: string): Promise<{ campaign_id: string; ad_id: string } | null>;
};

/** Updates the roll-ups for one order: adds the difference between what it adds now and what it added before. */
export const countOrder =
  (deps: CountOrderDeps) =>
  async (ctx: Context, { orderId }: { orderId: string }): Promise<void> => {
    const { tx, actor } = ctx;
    const { merchantId } = actor;
    const before = await lockShare(ctx, orderId);
    const after = await loadContribution(deps, ctx, orderId);
    if (!before && !after) return;
    if (before && after && isSamePlace(before, after) && isSame(before, after)) return;

    if (before && after && isSamePlace(before, after)) await addToDay(ctx, after, minus(after, before));
    else {
      if (before) await addToDay(ctx, before, minus(noShare, before));
      if (after) await addToDay(ctx, after, after);
    }
    await replaceShare(ctx, orderId, after);
    for (const campaign_id of new Set([before?.campaign_id, after?.campaign_id]))
      if (campaign_id) await tx.publish({ name: "figures.changed", merchant_id: merchantId, campaign_id });
  };

/** What an order adds and where; null when no ad brought it. */
async function loadContribution(
  deps: CountOrderDeps,
  ctx: ReadContext,
  orderId: string,
): Promise<StoredShare | null> {
  const attribution = await deps.findAttribution(ctx, orderId);
  const facts = attribution && (await deps.findOrderFacts(ctx, orderId));
  const platform = facts && (await findPlatform(ctx, attribution.campaign_id));
  if (!attribution || !facts || !platform) return null;
  const { status, counts, total_halalas, refunded_halalas, placed_at } = facts;
  return {
    platform,
    campaign_id: attribution.campaign_id,
    ad_id: attribution.ad_id,
    day: toRiyadhDay(placed_at),
    ...shareOfOrder({ status, counts, total: halalas(total_halalas), refunded: halalas(refunded_halalas) }),
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
