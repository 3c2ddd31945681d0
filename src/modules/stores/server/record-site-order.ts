import { createHash } from "node:crypto";
import type { Context } from "#base/server/context.ts";
import { consumeRateLimit } from "#base/server/rate-limit.ts";
import { decideOrder, type OrderSnapshot } from "../domain/order.ts";
import { applyPageEvent, applySignedEvent, type SiteOrder } from "../domain/pixel-order.ts";
import { lockOrder, type OrderRow, saveOrder, toSnapshot } from "./orders.store.ts";
import { publishRecorded } from "./record-order.ts";

/** New page claims stored for a site: more is not a shop but a script, and each is a row. */
const perSite = { limit: 2_000, windowSeconds: 86_400 };
/**
 * Shoppers of one mobile operator share an address, but thirty of them do not buy from one small shop within an hour.
 */
const perAddress = { limit: 30, windowSeconds: 3_600 };

/** An event the site's own server signed: it counts, and the latest one wins. */
export async function recordSignedEvent(
  ctx: Context,
  storeId: string,
  incoming: OrderSnapshot,
): Promise<void> {
  const stored = await lockOrder(ctx, storeId, incoming.order.externalId);
  const known = stored && toSiteOrder(stored);
  const next = applySignedEvent(known, incoming);
  const decision = known?.isConfirmed ? decideOrder(known.snapshot, next.snapshot) : "record";
  if (decision === "ignore") return;
  const orderId = await saveOrder(ctx, storeId, stored, next);
  if (decision === "record") await publishRecorded(ctx, storeId, orderId);
}

/** An unsigned event of a page. Returns false when this site or this address has sent too many. */
export async function recordPageEvent(
  ctx: Context,
  storeId: string,
  incoming: OrderSnapshot,
  { address, systemNow }: { address: string; systemNow: Date },
): Promise<boolean> {
  const stored = await lockOrder(ctx, storeId, incoming.order.externalId);
  const known = stored && toSiteOrder(stored);
  const next = applyPageEvent(known, incoming);
  if (!next) return true;
  // Stored as a hash, and only until its hour is over.
  const addressHash = createHash("sha256").update(`${storeId} ${address}`).digest("hex");
  const addressAllowance = await consumeRateLimit(ctx.tx, {
    key: `stores.page_orders_at:${addressHash}`,
    ...perAddress,
    now: systemNow,
  });
  if (!addressAllowance.isAllowed) return false;
  const siteAllowance = await consumeRateLimit(ctx.tx, {
    key: `stores.page_orders_of:${storeId}`,
    ...perSite,
    now: systemNow,
  });
  if (!siteAllowance.isAllowed) return false;
  const orderId = await saveOrder(ctx, storeId, stored, next);
  if (next.snapshot !== known?.snapshot) await publishRecorded(ctx, storeId, orderId);
  return true;
}

const toSiteOrder = (row: OrderRow): SiteOrder => ({
  snapshot: toSnapshot(row),
  isConfirmed: row.is_confirmed,
  otherClaims: row.other_claims,
});
