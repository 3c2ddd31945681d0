import type { Context } from "#base/server/context.ts";
import type { DomainEvent } from "#base/shared/events.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { noValue, type OrderValue, toOrderValue } from "#modules/stores/contract/order-value.ts";
import type { OrderFacts, StoresFacade } from "#modules/stores/server/stores.facade.ts";
import { defaultAttribution } from "../contract/attribution.ts";
import { creditOrder, creditUnderAll, type Evidence, pickCoupon } from "../domain/attribution.ts";
import { computeDayChanges, type OrderShare } from "../domain/attribution-days.ts";
import { addToAttributionDays } from "./attribution-days.store.ts";
import {
  type Attribution,
  deleteAttributions,
  listAttributions,
  lockMerchantAttributions,
  upsertAttributions,
} from "./attributions.store.ts";
import { countCouponUses } from "./count-coupon-uses.ts";
import { loadEvidence } from "./load-evidence.ts";
import { listCredits, type OrderCredit, replaceCredits } from "./order-credits.store.ts";

export type AttributeOrdersDeps = { stores: Pick<StoresFacade, "listOrderFacts"> };

/**
 * Attributes some of a merchant's orders, at most a few hundred at once, by the click ids and the coupons they carry, and
 * keeps the roll-up by day. An order that is the same as when it was attributed changes nothing, unless `again`: then a
 * coupon's owner or a click's verdict has changed, and the order is attributed from the start. One that is no longer paid
 * for is forgotten.
 */
export const attributeOrders =
  ({ stores }: AttributeOrdersDeps) =>
  async (
    ctx: Context,
    { orderIds, again = false }: { orderIds: readonly string[]; again?: boolean },
  ): Promise<void> => {
    await lockMerchantAttributions(ctx);
    const orders = await stores.listOrderFacts(ctx, orderIds);
    const known = new Map((await listAttributions(ctx, orderIds)).map((row) => [row.order_id, row]));
    const paid = new Set(orders.map(({ order_id }) => order_id));
    const gone = [...known.keys()].filter((id) => !paid.has(id));
    const changed = orders.filter((order) => again || known.get(order.order_id)?.basis !== toBasis(order));
    if (changed.length + gone.length === 0) return;

    const evidence = await loadEvidence(ctx, changed);
    const decided = changed.map((order) => decide(order, evidence.get(order.order_id)));
    const ids = [...changed.map(({ order_id }) => order_id), ...gone];
    const before = await listCredits(ctx, ids);
    const after = decided.flatMap(({ credits }) => credits);
    const replaced = ids.flatMap((id) => known.get(id) ?? []);
    await replaceCredits(ctx, { orderIds: [...new Set(before.map((row) => row.order_id))], credits: after });
    await upsertAttributions(
      ctx,
      decided.map(({ attribution }) => attribution),
    );
    await deleteAttributions(ctx, gone);
    await addToAttributionDays(
      ctx,
      computeDayChanges(
        toShares(replaced, before),
        toShares(
          decided.map(({ attribution }) => attribution),
          after,
        ),
      ),
    );
    await countCouponUses(ctx, { before: replaced, after: decided.map(({ attribution }) => attribution) });
    await publishChanges(ctx, { known, decided: decided.map(({ attribution }) => attribution), gone });
  };

/** Everything of an order that decides its attribution and its value. */
const toBasis = (order: OrderFacts): string =>
  JSON.stringify([
    order.store_id,
    order.placed_at.getTime(),
    order.status,
    order.counts,
    order.total_halalas,
    order.refunded_halalas,
    order.click_id,
    order.coupon_codes,
  ]);

function decide(
  order: OrderFacts,
  found: Evidence | undefined,
): { attribution: Attribution; credits: OrderCredit[] } {
  const { order_id, store_id, placed_at } = order;
  const evidence = found ?? { placedAt: placed_at, click: null, earlierClicks: [], coupons: [] };
  const placed_on = toRiyadhDay(placed_at);
  const { witness, campaign_id, ad_group_id, ad_id, click_id } = creditOrder(evidence, defaultAttribution);
  const click = click_id === null ? null : evidence.click;
  const coupon = pickCoupon(evidence);
  const value = order.counts ? toOrderValue(order) : noValue;
  const credits = value.orders_placed === 0 ? [] : creditUnderAll(evidence);
  return {
    attribution: {
      ...{ order_id, store_id, placed_at, placed_on, witness },
      click_id: click?.click_id ?? null,
      clicked_at: click?.clicked_at ?? null,
      link_id: click?.link_id ?? null,
      campaign_id: campaign_id || null,
      ad_group_id: ad_group_id || null,
      ad_id: ad_id || null,
      coupon_code: coupon?.code ?? null,
      coupon_campaign_id: coupon?.campaign_id ?? null,
      coupon_id: coupon?.coupon_id ?? null,
      basis: toBasis(order),
      ...value,
    },
    credits: credits.map((credit) => ({ ...credit, order_id, store_id, placed_on })),
  };
}

function toShares(orders: readonly Attribution[], credits: readonly OrderCredit[]): OrderShare[] {
  const byOrder = Map.groupBy(credits, ({ order_id }) => order_id);
  return orders.map((order) => ({ value: toValue(order), credits: byOrder.get(order.order_id) ?? [] }));
}

const toValue = (row: Attribution): OrderValue => ({
  orders_placed: row.orders_placed,
  sales_placed_halalas: row.sales_placed_halalas,
  orders_delivered: row.orders_delivered,
  sales_delivered_halalas: row.sales_delivered_halalas,
});

/** Says of each order whose counted ad is another one now, or none. */
async function publishChanges(
  { tx, actor: { merchantId } }: Context,
  {
    known,
    decided,
    gone,
  }: { known: ReadonlyMap<string, Attribution>; decided: readonly Attribution[]; gone: readonly string[] },
): Promise<void> {
  const lost = (order_id: string): DomainEvent => ({
    name: "tracking.order_unattributed",
    merchant_id: merchantId,
    order_id,
  });
  const events = decided.flatMap((row): DomainEvent[] => {
    const before = known.get(row.order_id);
    if (isSamePlace(before, row)) return [];
    const { order_id, campaign_id, ad_group_id, ad_id, click_id } = row;
    if (campaign_id === null) return [lost(order_id)];
    return [
      {
        name: "tracking.order_attributed",
        merchant_id: merchantId,
        order_id,
        campaign_id,
        ad_group_id: ad_group_id ?? "",
        ad_id: ad_id ?? "",
        click_id,
      },
    ];
  });
  const forgotten = gone.filter((id) => (known.get(id)?.campaign_id ?? null) !== null).map(lost);
  if (events.length + forgotten.length > 0) await tx.publish(...events, ...forgotten);
}

const isSamePlace = (before: Attribution | undefined, after: Attribution) =>
  (before?.campaign_id ?? null) === after.campaign_id &&
  (before?.ad_group_id ?? null) === after.ad_group_id &&
  (before?.ad_id ?? null) === after.ad_id &&
  (before?.click_id ?? null) === after.click_id;
