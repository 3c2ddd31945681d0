import type { Context } from "#base/server/context.ts";
import type { StockService } from "../../contract/stock.enums.ts";
import { splitReserved } from "../../domain/stock.ts";
import { expireLot } from "./expire-lots.ts";
import { changeLot, countStock, lockService } from "./lots.store.ts";
import { insertMovement } from "./movements.store.ts";
import { changeQuotaMonth } from "./quota.store.ts";
import {
  findReservation,
  finishReservation,
  listParts,
  type Reservation,
  type ReservationPart,
} from "./reservations.store.ts";

type SplitPart = ReservationPart & { used: number; back: number };

/**
 * The work is done and took `units` of what was reserved; the rest goes back. Returns what was used: zero for a
 * reservation that was released before, and for a repeated call what the first one used.
 */
export const settleStock = (ctx: Context, { reservation, units }: { reservation: string; units: number }) =>
  finish(ctx, { id: reservation, units, state: units > 0 ? "settled" : "released" });

/** The work failed, and costs nothing. */
export const releaseStock = async (ctx: Context, { reservation }: { reservation: string }): Promise<void> => {
  await finish(ctx, { id: reservation, units: 0, state: "released" });
};

/** Nobody finished the work in time. */
export const expireReservation = async (
  ctx: Context,
  { reservation }: { reservation: string },
): Promise<void> => {
  await finish(ctx, { id: reservation, units: 0, state: "expired" });
};

async function finish(
  ctx: Context,
  { id, units, state }: { id: string; units: number; state: "settled" | "released" | "expired" },
): Promise<number> {
  const reservation = await lockReservation(ctx, id);
  if (reservation.state !== "held") return reservation.used_units;
  const { service } = reservation;
  const split = splitParts(await listParts(ctx, id), units);
  await finishReservation(ctx, { id, state, used_units: units });
  for (const part of split) await finishPart(ctx, reservation, part);
  await ctx.tx.publish({ name: "billing.stock_changed", merchant_id: ctx.actor.merchantId, service });
  return units;
}

/** The service's lock is the reservation's: nobody else finishes it meanwhile. */
async function lockReservation(ctx: Context, id: string): Promise<Reservation> {
  const known = await findReservation(ctx, id);
  if (!known) throw new Error(`no reservation ${id}`);
  await lockService(ctx, known.service as StockService);
  return (await findReservation(ctx, id)) ?? known;
}

function splitParts(parts: readonly ReservationPart[], units: number): SplitPart[] {
  return splitReserved(parts, units).flatMap((split, index) => {
    const part = parts[index];
    return part ? [{ ...part, used: split.used, back: split.back }] : [];
  });
}

async function finishPart(ctx: Context, reservation: Reservation, part: SplitPart): Promise<void> {
  const { lot_id, quota_feature, quota_month, used, back } = part;
  if (lot_id !== null) await changeLot(ctx, { lot_id, left: back, reserved: -(used + back), used });
  else if (quota_feature !== null && quota_month !== null)
    await changeQuotaMonth(ctx, {
      feature: quota_feature,
      month_start: quota_month,
      used,
      reserved: -(used + back),
    });
  if (used > 0) await recordUse(ctx, reservation, { lot_id, used });
  // Units that come back to a lot whose time is over end at once.
  if (lot_id !== null && back > 0) await expireLot(ctx, { lotId: lot_id });
}

async function recordUse(
  ctx: Context,
  { id, service, reason_ar, reason_en }: Reservation,
  { lot_id, used }: { lot_id: string | null; used: number },
): Promise<void> {
  const stock_after = await countStock(ctx, service);
  await insertMovement(ctx, {
    service,
    kind: "used",
    units: used,
    lot_id,
    reservation_id: id,
    reason_ar,
    reason_en,
    stock_after,
  });
}
