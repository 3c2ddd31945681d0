import type { Clock } from "#base/server/clock.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { RescheduleJob } from "#base/server/jobs.ts";
import { type AdapterFault, isFault } from "#base/shared/adapter-fault.ts";
import { type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { CouponSpec } from "#modules/stores/server/store-platform.port.ts";
import type { StoresFacade } from "#modules/stores/server/stores.facade.ts";
import type { CouponRejection } from "../contract/coupons.ts";
import { type Coupon, endCoupon, lockCoupon, markSent, saveIssued } from "./coupons.store.ts";
import { withdrawCouponJob } from "./tracking.job-definitions.ts";

export type IssueCouponDeps = {
  stores: Pick<StoresFacade, "createCoupon" | "findCoupon" | "stopCoupon">;
  systemClock: Clock;
};
type Input = { couponId: string };

/**
 * Creates a coupon in its store. That it is sent is recorded before it is sent: after a lost answer the store is asked
 * for the code first, and one with our percentage is taken for ours.
 */
export const issueCoupon =
  ({ stores, systemClock }: IssueCouponDeps) =>
  async (ctx: ReadContext, { couponId }: Input): Promise<void> => {
    const begun = await transact(ctx, async (ctx) => {
      const coupon = await lockCoupon(ctx, couponId);
      if (coupon?.status !== "creating") return undefined;
      await markSent(ctx, couponId, systemClock.now());
      return coupon;
    });
    if (!begun) return;
    const { store_id: storeId } = begun;
    const spec = toSpec(begun, toRiyadhDay(ctx.now));
    try {
      const known =
        begun.sent_at === null ? null : await stores.findCoupon(ctx, { storeId, code: spec.code });
      const isOurs = known !== null && known.percent === spec.percent;
      const { externalId } = isOurs ? known : await stores.createCoupon(ctx, { storeId, spec });
      await transact(ctx, (ctx) => recordIssued(ctx, { couponId, externalId }));
    } catch (error) {
      if (!isFault(error)) throw error;
      const rejection = toRejection(error);
      if (rejection === null) throw toRetry(error);
      await transact(ctx, (ctx) => recordRejected(ctx, { couponId, rejection }));
    }
  };

/** Its campaign may have let it go meanwhile: then it is switched off again. */
async function recordIssued(
  ctx: Context,
  { couponId, externalId }: Input & { externalId: string },
): Promise<void> {
  const coupon = await lockCoupon(ctx, couponId);
  if (!coupon) return;
  const isStill = coupon.status === "creating";
  await saveIssued(ctx, { couponId, externalId, status: isStill ? "active" : "stopping" });
  if (!isStill)
    await ctx.tx.enqueue(withdrawCouponJob, { coupon_id: couponId, merchant_id: ctx.actor.merchantId });
  await publishChanged(ctx, coupon);
}

async function recordRejected(
  ctx: Context,
  { couponId, rejection }: Input & { rejection: CouponRejection },
): Promise<void> {
  const coupon = await lockCoupon(ctx, couponId);
  if (coupon?.status !== "creating") return;
  await endCoupon(ctx, { couponId, status: "rejected", rejection });
  await publishChanged(ctx, coupon);
}

/** Switches a stopped coupon off in its store; one whose creation was never answered is looked for by its code. */
export const withdrawCoupon =
  ({ stores }: IssueCouponDeps) =>
  async (ctx: ReadContext, { couponId }: Input): Promise<void> => {
    const coupon = await transact(ctx, (ctx) => lockCoupon(ctx, couponId));
    if (coupon?.status !== "stopping") return;
    const today = toRiyadhDay(ctx.now);
    const { store_id: storeId } = coupon;
    const spec = toSpec(coupon, toRiyadhDay(coupon.owned_from));
    try {
      const externalId = coupon.external_id ?? (await findOurs(stores, ctx, { storeId, spec, coupon }));
      // A code whose last day is over is taken by nobody, and some stores refuse to change it.
      if (externalId !== null && spec.endsOn > today)
        await stores.stopCoupon(ctx, { storeId, coupon: { ...spec, externalId } });
    } catch (error) {
      if (!isFault(error)) throw error;
      // Without access nothing can be switched off there; the merchant does that in the store.
      if (toRejection(error) === null) throw toRetry(error);
    }
    await transact(ctx, async (ctx) => {
      await endCoupon(ctx, { couponId, status: "stopped" });
      await publishChanged(ctx, coupon);
    });
  };

async function findOurs(
  stores: IssueCouponDeps["stores"],
  ctx: ReadContext,
  { storeId, spec, coupon }: { storeId: string; spec: CouponSpec; coupon: Coupon },
): Promise<string | null> {
  if (coupon.sent_at === null) return null;
  const known = await stores.findCoupon(ctx, { storeId, code: spec.code });
  return known && known.percent === spec.percent ? known.externalId : null;
}

const toSpec = ({ code, percent, ends_on }: Coupon, startsOn: RiyadhDay): CouponSpec => ({
  code,
  percent: percent ?? 0,
  startsOn,
  endsOn: ends_on ?? startsOn,
});

/** Why the store will never create it; null when it may, later. */
function toRejection(fault: AdapterFault): CouponRejection | null {
  if (fault.kind === "reconnect") return "not_connected";
  if (fault.kind !== "rejected") return null;
  if (fault.messageKey === "stores:coupon_code_taken") return "code_taken";
  return fault.messageKey === "stores:scope_missing" ? "scope_missing" : "refused";
}

const toRetry = (fault: AdapterFault): Error =>
  fault.kind === "later"
    ? new RescheduleJob((fault.retryAfterSeconds ?? 30) * (1 + Math.random() / 5))
    : fault;

function publishChanged({ tx, actor }: Context, { id, campaign_id }: Coupon): Promise<void> {
  return tx.publish({
    name: "tracking.coupon_changed",
    merchant_id: actor.merchantId,
    coupon_id: id,
    campaign_id,
  });
}
