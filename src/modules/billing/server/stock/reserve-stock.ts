import type { Clock } from "#base/server/clock.ts";
import type { Context, ReadContext } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import { plansRefusals } from "../../contract/plans.refusals.ts";
import type { StockService } from "../../contract/stock.enums.ts";
import { stockRefusals } from "../../contract/stock.refusals.ts";
import { countAvailable, takeUnits } from "../../domain/stock.ts";
import { changeLot, listUsableLots, lockService } from "./lots.store.ts";
import { loadPlanQuota, lockPlanQuota, needsSubscription, type QuotaState } from "./plan-quota.ts";
import { changeQuotaMonth } from "./quota.store.ts";
import { findReservationByKey, insertReservation, type ReservationPart } from "./reservations.store.ts";

export type StockUse = { service: StockService; units: number };
export type ReserveInput = StockUse & {
  /** The same work with the same key reserves once. */
  key: string;
  /** What the units are for, as the merchant reads it in the history. */
  reason: { ar: string; en: string };
  /** Until when the work may take, by the system clock; a day by default. */
  heldUntil?: Date;
};

/** A work that has not finished after a day has failed: its units go back. */
const holdMs = 86_400_000;

/** Whether so many units could be used now. Reserves nothing. */
export async function mayUse(ctx: ReadContext, { service, units }: StockUse): Promise<boolean> {
  const { quota } = await loadPlanQuota(ctx, service);
  const lots = await listUsableLots(ctx, service);
  return takeUnits(units, quota ? quota.left_units : 0, lots.map(toLot)) !== null;
}

/**
 * Sets units aside for a work: the plan's quota first, then bought units, the oldest first. Refuses
 * `billing.subscription_inactive` without a good subscription, where one would open the service, and else
 * `billing.stock_not_enough`; what was bought can be used without. Returns the reservation's id, the same one for the same key.
 */
export const reserveStock =
  ({ systemClock }: { systemClock: Clock }) =>
  async (ctx: Context, { service, units, key, reason, heldUntil }: ReserveInput): Promise<string> => {
    if (!Number.isSafeInteger(units) || units < 1) throw new RangeError(`not a number of units: ${units}`);
    await lockService(ctx, service);
    const known = await findReservationByKey(ctx, key);
    if (known) return known.id;
    const state = await lockPlanQuota(ctx, service);
    const lots = await listUsableLots(ctx, service);
    const quotaLeft = state.quota ? state.quota.left_units : 0;
    const taken = takeUnits(units, quotaLeft, lots.map(toLot));
    if (!taken) {
      const available = countAvailable(quotaLeft, lots.map(toLot)) ?? 0;
      return refuseUse({
        canSubscribe: needsSubscription(service) && !state.is_active,
        needed: units,
        available,
      });
    }
    const parts = taken.map((part) => toPart(part, state));
    const id = newId("rsv");
    const held_until = heldUntil ?? new Date(systemClock.now().getTime() + holdMs);
    const { ar: reason_ar, en: reason_en } = reason;
    await insertReservation(ctx, { id, service, key, reason_ar, reason_en, units, held_until }, parts);
    for (const part of parts) await holdPart(ctx, part);
    await ctx.tx.publish({ name: "billing.stock_changed", merchant_id: ctx.actor.merchantId, service });
    return id;
  };

const toLot = ({ id, left_units }: { id: string; left_units: number }) => ({ id, units_left: left_units });

type Missing = { canSubscribe: boolean; needed: number; available: number };

function refuseUse({ canSubscribe, needed, available }: Missing): never {
  if (canSubscribe) return plansRefusals.refuse("billing.subscription_inactive");
  return stockRefusals.refuse("billing.stock_not_enough", { needed, available });
}

function toPart(
  { lot_id, units }: { lot_id: string | null; units: number },
  { quota }: QuotaState,
): ReservationPart {
  if (lot_id !== null) return { lot_id, quota_feature: null, quota_month: null, units };
  return { lot_id, quota_feature: quota?.feature ?? null, quota_month: quota?.month_start ?? null, units };
}

async function holdPart(ctx: Context, { lot_id, quota_feature, quota_month, units }: ReservationPart) {
  if (lot_id !== null) await changeLot(ctx, { lot_id, left: -units, reserved: units });
  else if (quota_feature !== null && quota_month !== null)
    await changeQuotaMonth(ctx, { feature: quota_feature, month_start: quota_month, reserved: units });
}
