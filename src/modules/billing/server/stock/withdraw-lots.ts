import type { Context } from "#base/server/context.ts";
import { expireLot } from "./expire-lots.ts";
import { changeLot, countStock, findLot, type Lot, listLotsOfOrder, lockService } from "./lots.store.ts";
import { insertMovement } from "./movements.store.ts";

/** Takes what is left of an order's lots out of the stock: its money goes back. What was used stays used. */
export const withdrawLots = (ctx: Context, { orderId }: { orderId: string }) =>
  changeLots(ctx, orderId, async (lot) => {
    if (lot.left_units === 0) return;
    await changeLot(ctx, { lot_id: lot.id, left: -lot.left_units, withdrawn: lot.left_units });
    await recordChange(ctx, lot, { kind: "withdrawn", units: lot.left_units });
  });

/** Gives withdrawn units back: the refund was refused. */
export const restoreLots = (ctx: Context, { orderId }: { orderId: string }) =>
  changeLots(ctx, orderId, async (lot) => {
    if (lot.withdrawn_units === 0) return;
    await changeLot(ctx, { lot_id: lot.id, left: lot.withdrawn_units, withdrawn: -lot.withdrawn_units });
    await recordChange(ctx, lot, { kind: "added", units: lot.withdrawn_units });
    await expireLot(ctx, { lotId: lot.id });
  });

async function changeLots(ctx: Context, orderId: string, change: (lot: Lot) => Promise<void>): Promise<void> {
  const lots = await listLotsOfOrder(ctx, orderId);
  for (const { id, service } of lots.sort((one, other) => one.service.localeCompare(other.service))) {
    await lockService(ctx, service);
    const lot = await findLot(ctx, id);
    if (lot) await change(lot);
    await ctx.tx.publish({ name: "billing.stock_changed", merchant_id: ctx.actor.merchantId, service });
  }
}

async function recordChange(
  ctx: Context,
  { id, service, order_id }: Lot,
  { kind, units }: { kind: "added" | "withdrawn"; units: number },
): Promise<void> {
  const stock_after = await countStock(ctx, service);
  await insertMovement(ctx, { service, kind, units, lot_id: id, order_id, stock_after });
}
