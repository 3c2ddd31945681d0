import type { Context, ReadContext } from "#base/server/context.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { OrderFacts } from "#modules/stores/server/stores.facade.ts";
import type { OrderProof } from "#modules/tracking/server/tracking.facade.ts";
import { type ReportedOrder, toOrderState } from "../../domain/order-days.ts";
import { listPlatforms } from "../measured.store.ts";
import { lockReportedOrder, replaceReportedOrder } from "./orders.store.ts";

export type ReportOrderDeps = {
  /** The order as its store last reported it; null when unknown, or not paid yet. */
  findOrderFacts(ctx: ReadContext, orderId: string): Promise<OrderFacts | null>;
  /** Which ad brought the order, and what proves it; null when nothing does. */
  findOrderProof(ctx: ReadContext, orderId: string): Promise<OrderProof | null>;
};

/**
 * Counts an order of the merchant's stores, whether an ad brought it or not, as it stands now. Repeating it changes
 * nothing. Orders that only a page reported are left out while they do not count.
 */
export const reportOrder =
  (deps: ReportOrderDeps) =>
  async (ctx: Context, { orderId }: { orderId: string }): Promise<void> => {
    const before = await lockReportedOrder(ctx, orderId);
    const after = await loadReportedOrder(deps, ctx, orderId);
    if (toText(before) !== toText(after)) await replaceReportedOrder(ctx, before, after);
  };

async function loadReportedOrder(
  deps: ReportOrderDeps,
  ctx: ReadContext,
  orderId: string,
): Promise<ReportedOrder | null> {
  const facts = await deps.findOrderFacts(ctx, orderId);
  if (!facts?.counts) return null;
  return {
    order_id: orderId,
    store_id: facts.store_id,
    reference: facts.reference,
    placed_at: facts.placed_at,
    day: toRiyadhDay(facts.placed_at),
    state: toOrderState(facts),
    is_cod: facts.is_cod,
    city_key: facts.city_key ?? "",
    product_id: facts.main_product_id ?? "",
    total_halalas: facts.total_halalas,
    refunded_halalas: facts.refunded_halalas,
    delivered_at: facts.delivered_at,
    ...(await loadSource(deps, ctx, orderId)),
  };
}

type Source = Pick<
  ReportedOrder,
  "platform" | "campaign_id" | "ad_id" | "witness" | "clicked_day" | "rival_campaign_id" | "rival_platform"
>;
const noSource: Source = {
  platform: "",
  campaign_id: "",
  ad_id: "",
  witness: null,
  clicked_day: null,
  rival_campaign_id: null,
  rival_platform: null,
};

/** The ad that brought it. A second witness that names a campaign of another platform is a rival. */
async function loadSource(deps: ReportOrderDeps, ctx: ReadContext, orderId: string): Promise<Source> {
  const proof = await deps.findOrderProof(ctx, orderId);
  if (!proof) return noSource;
  const ids = [proof.campaign_id, proof.coupon_campaign_id].filter((id) => id !== null);
  const measured = await listPlatforms(ctx, [...new Set(ids)]);
  const findPlatform = (id: string | null) =>
    measured.find(({ campaign_id }) => campaign_id === id)?.platform ?? null;
  const platform = findPlatform(proof.campaign_id);
  if (platform === null) return noSource;
  const rival = findPlatform(proof.coupon_campaign_id);
  const hasRival = rival !== null && rival !== platform;
  return {
    platform,
    campaign_id: proof.campaign_id,
    ad_id: proof.ad_id ?? "",
    witness: proof.witness,
    clicked_day: proof.clicked_at && toRiyadhDay(proof.clicked_at),
    rival_campaign_id: hasRival ? proof.coupon_campaign_id : null,
    rival_platform: hasRival ? rival : null,
  };
}

const toText = (order: ReportedOrder | null) => JSON.stringify(order, Object.keys({ ...order }).sort());
