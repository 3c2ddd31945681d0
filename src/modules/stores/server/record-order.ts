import type { Context } from "#base/server/context.ts";
import { decideOrder, type OrderSnapshot } from "../domain/order.ts";
import { lockOrder, saveOrder, toSnapshot } from "./orders.store.ts";

/**
 * Stores a snapshot if it is newer than the stored one, and publishes an event when something that counts changed.
 * Returns the order's id; null when what is stored is newer.
 */
export async function recordOrder(
  ctx: Context,
  storeId: string,
  snapshot: OrderSnapshot,
): Promise<string | null> {
  const stored = await lockOrder(ctx, storeId, snapshot.order.externalId);
  const decision = decideOrder(stored && toSnapshot(stored), snapshot);
  if (decision === "ignore") return null;
  const orderId = await saveOrder(ctx, storeId, stored, { snapshot, isConfirmed: true, otherClaims: [] });
  if (decision === "record") await publishRecorded(ctx, storeId, orderId);
  return orderId;
}

export function publishRecorded({ tx, actor }: Context, storeId: string, orderId: string): Promise<void> {
  return tx.publish({
    name: "store.order_recorded",
    merchant_id: actor.merchantId,
    store_id: storeId,
    order_id: orderId,
  });
}

/** The platform no longer has the order: it is recorded as cancelled. An order that is unknown here too is ignored. */
export async function recordOrderGone(
  ctx: Context,
  storeId: string,
  externalId: string,
  readAt: Date,
): Promise<void> {
  const stored = await lockOrder(ctx, storeId, externalId);
  if (!stored) return;
  const { order } = toSnapshot(stored);
  await recordOrder(ctx, storeId, {
    order: { ...order, status: "cancelled", vendorStatus: "deleted", changedAt: null },
    readAt,
  });
}
