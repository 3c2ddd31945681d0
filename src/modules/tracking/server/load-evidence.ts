import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { OrderFacts } from "#modules/stores/server/stores.facade.ts";
import { attributionWindows } from "../contract/attribution.ts";
import type { CreditedClick, CreditedCoupon, Evidence } from "../domain/attribution.ts";
import { toCodeKey } from "../domain/coupon-code.ts";
import { parseClickedAt } from "./click-id.ts";
import { arePending, takePendingClicks } from "./pending-clicks.store.ts";

type OrderOrigin = Pick<OrderFacts, "order_id" | "store_id" | "placed_at" | "click_id" | "coupon_codes">;
type StoredClick = CreditedClick & { visitor_key: string };

/** What is known of how each of the merchant's orders came about, by order id. */
export async function loadEvidence(
  ctx: Context,
  orders: readonly OrderOrigin[],
): Promise<Map<string, Evidence>> {
  const clicks = await loadOrderClicks(ctx, orders);
  const earlier = await loadEarlierClicks(ctx, orders, clicks);
  const coupons = await loadCoupons(ctx, orders);
  return new Map(
    orders.map(({ order_id, placed_at, click_id }) => [
      order_id,
      {
        placedAt: placed_at,
        click: (click_id !== null && clicks.get(click_id)) || null,
        earlierClicks: earlier.get(order_id) ?? [],
        coupons: coupons.get(order_id) ?? [],
      },
    ]),
  );
}

/**
 * The clicks whose ids the orders carry. Only one on the same merchant's link counts: an id copied from elsewhere proves
 * nothing. The id contains the time, so each is found in one row of one month.
 */
async function loadOrderClicks(
  ctx: Context,
  orders: readonly OrderOrigin[],
): Promise<Map<string, StoredClick>> {
  const ids = [...new Set(orders.flatMap(({ click_id }) => click_id ?? []))];
  const timed = ids.flatMap((id) => {
    const at = parseClickedAt(id);
    return at ? [{ id, at }] : [];
  });
  if (timed.length === 0) return new Map();
  const found = await findClicks(ctx, timed);
  const missing = timed.flatMap(({ id }) => (found.has(id) ? [] : [id]));
  if (missing.length === 0 || !(await arePending(ctx.tx, missing))) return found;
  // Ordered within a second of the click.
  while ((await takePendingClicks(ctx.tx, { limit: 1_000 })) > 0);
  return findClicks(ctx, timed);
}

async function findClicks(
  { db, actor }: ReadContext,
  timed: readonly { id: string; at: Date }[],
): Promise<Map<string, StoredClick>> {
  const rows = await db.many<StoredClick>(sql`
    select found.click_id, found.clicked_at, link_id, campaign_id, ad_group_id, ad_id, visitor_key
    from unnest(${timed.map(({ at }) => at)}::timestamptz[], ${timed.map(({ id }) => id)}::text[]) as given (at, id)
    cross join lateral (
      select * from tracking.clicks
      where merchant_id = ${actor.merchantId} and clicked_at = given.at and click_id = given.id
    ) found`);
  return new Map(rows.map((row) => [row.click_id, row]));
}

/** For each window, the first valid click of the same visitor within it; none where the visitor is not known. */
async function loadEarlierClicks(
  { db, actor }: ReadContext,
  orders: readonly OrderOrigin[],
  clicks: ReadonlyMap<string, StoredClick>,
): Promise<Map<string, CreditedClick[]>> {
  const known = orders.flatMap(({ order_id, placed_at, click_id }) => {
    const click = click_id === null ? undefined : clicks.get(click_id);
    return click && click.visitor_key !== "" ? [{ order_id, placed_at, click }] : [];
  });
  if (known.length === 0) return new Map();
  const rows = await db.many<CreditedClick & { order_id: string }>(sql`
    select order_id, first.click_id, first.clicked_at, link_id, campaign_id, ad_group_id, ad_id
    from unnest(${known.map(({ order_id }) => order_id)}::text[], ${known.map(({ click }) => click.visitor_key)}::text[],
      ${known.map(({ placed_at }) => placed_at)}::timestamptz[],
      ${known.map(({ click }) => click.clicked_at)}::timestamptz[]) as given (order_id, visitor_key, placed_at, last_at)
    cross join unnest(${[...attributionWindows]}::int[]) as windows (days)
    cross join lateral (
      select * from tracking.clicks
      where merchant_id = ${actor.merchantId} and clicks.visitor_key = given.visitor_key and clicks.visitor_key <> ''
        and clicked_at >= given.placed_at - make_interval(days => windows.days) and clicked_at < given.last_at
        and visitor = 'person'
      order by clicked_at limit 1
    ) first`);
  return Map.groupBy(rows, ({ order_id }) => order_id);
}

/** The orders' codes that a campaign owned when the order was placed. */
async function loadCoupons(
  { db, actor }: ReadContext,
  orders: readonly OrderOrigin[],
): Promise<Map<string, CreditedCoupon[]>> {
  const used = orders.flatMap(({ order_id, store_id, placed_at, coupon_codes }) =>
    coupon_codes.map((code) => ({ order_id, store_id, placed_at, key: toCodeKey(code) })),
  );
  if (used.length === 0) return new Map();
  const rows = await db.many<CreditedCoupon & { order_id: string }>(sql`
    select order_id, coupons.id as coupon_id, code, campaign_id
    from unnest(${used.map(({ order_id }) => order_id)}::text[], ${used.map(({ store_id }) => store_id)}::text[],
      ${used.map(({ key }) => key)}::text[], ${used.map(({ placed_at }) => placed_at)}::timestamptz[])
      with ordinality as given (order_id, store_id, code_key, placed_at, position)
    join tracking.coupons on merchant_id = ${actor.merchantId} and coupons.store_id = given.store_id
      and coupons.code_key = given.code_key and owned_from <= placed_at
      and (owned_until is null or owned_until > placed_at) and status <> 'rejected'
    order by position`);
  return Map.groupBy(rows, ({ order_id }) => order_id);
}
