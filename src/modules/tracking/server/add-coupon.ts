import { recordAudit } from "#base/server/audit.ts";
import type { Context } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { newId } from "#base/server/ids.ts";
import { addDays, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { isOAuthPlatform } from "#modules/stores/contract/platform-table.ts";
import type { StoresFacade } from "#modules/stores/server/stores.facade.ts";
import type { AddCouponInput, CouponAnswer } from "../contract/coupons.calls.ts";
import { maxActiveCoupons, maxCouponDays } from "../contract/coupons.ts";
import { trackingRefusals } from "../contract/tracking.refusals.ts";
import { toCodeKey } from "../domain/coupon-code.ts";
import { insertCoupon } from "./coupons.store.ts";
import { loadCoupon } from "./list-coupons.ts";
import { issueCouponJob } from "./tracking.job-definitions.ts";

export type AddCouponDeps = { stores: Pick<StoresFacade, "listConnectedStores"> };

/**
 * Gives a campaign a coupon, from now on. One that we create is sent to the store by a job, and is the campaign's
 * meanwhile, so that nobody else takes the code. Refuses with the field that is wrong.
 */
export const addCoupon =
  ({ stores }: AddCouponDeps) =>
  async (ctx: Context, input: AddCouponInput): Promise<CouponAnswer> => {
    const { campaign_id, store_id, code, source } = input;
    await requireLinks(ctx, campaign_id);
    const store = (await stores.listConnectedStores(ctx)).find(({ id }) => id === store_id);
    if (!store) return trackingRefusals.refuse("tracking.coupon_store_not_found", {}, "store_id");
    if (source === "created") {
      if (!isOAuthPlatform(store.platform) || store.status !== "connected")
        trackingRefusals.refuse("tracking.coupon_platform_has_no_api", {}, "store_id");
      const today = toRiyadhDay(ctx.now);
      if (input.ends_on <= today || input.ends_on > addDays(today, maxCouponDays))
        trackingRefusals.refuse("tracking.coupon_ends_not_valid", {}, "ends_on");
    }
    const id = newId("cpn");
    const coupon = {
      ...{ id, campaign_id, store_id, code, source, code_key: toCodeKey(code) },
      percent: source === "created" ? input.percent : null,
      ends_on: source === "created" ? input.ends_on : null,
      status: source === "created" ? ("creating" as const) : ("active" as const),
    };
    if (!(await insertCoupon(ctx, coupon))) await refuseTaken(ctx, coupon);
    if (source === "created")
      await ctx.tx.enqueue(issueCouponJob, { coupon_id: id, merchant_id: ctx.actor.merchantId });
    await recordAudit(ctx, {
      module: "tracking",
      action: "tracking.coupon_added",
      subject: id,
      after: { campaign_id, store_id, code, source, percent: coupon.percent, ends_on: coupon.ends_on },
    });
    await ctx.tx.publish({
      name: "tracking.coupon_changed",
      merchant_id: ctx.actor.merchantId,
      coupon_id: id,
      campaign_id,
    });
    return loadCoupon(ctx, { couponId: id });
  };

/** A campaign is known here by the links of its ads; the number of coupons it owns is counted under their lock. */
async function requireLinks({ tx, actor }: Context, campaignId: string): Promise<void> {
  const link = await tx.maybeOne(sql`
    select 1 from tracking.links where merchant_id = ${actor.merchantId} and campaign_id = ${campaignId}
    order by id limit 1 for update`);
  if (!link) trackingRefusals.refuse("tracking.campaign_without_links", {}, "campaign_id");
  const { owned } = await tx.one<{ owned: number }>(sql`
    select count(*)::int as owned from tracking.coupons
    where merchant_id = ${actor.merchantId} and campaign_id = ${campaignId} and owned_until is null`);
  if (owned >= maxActiveCoupons) trackingRefusals.refuse("tracking.most_coupons", { most: maxActiveCoupons });
}

async function refuseTaken(
  { tx, actor }: Context,
  { campaign_id, store_id, code_key }: { campaign_id: string; store_id: string; code_key: string },
): Promise<never> {
  const owner = await tx.maybeOne<{ campaign_id: string }>(sql`
    select campaign_id from tracking.coupons where merchant_id = ${actor.merchantId} and store_id = ${store_id}
      and code_key = ${code_key} and owned_until is null`);
  const isOwn = owner?.campaign_id === campaign_id;
  return trackingRefusals.refuse(isOwn ? "tracking.coupon_already_own" : "tracking.coupon_taken", {}, "code");
}
