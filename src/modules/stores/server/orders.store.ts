import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { newId } from "#base/server/ids.ts";
import { halalas } from "#base/shared/money.ts";
import { computeDeliveredAt, type OrderLine, type OrderSnapshot, type StoreOrder } from "../domain/order.ts";
import type { PageClaim, SiteOrder } from "../domain/pixel-order.ts";
import { computeProductDayChanges, computeProductDays } from "../domain/product-sales.ts";
import { addProductDays } from "./product-days.store.ts";

export type OrderRow = Row<"stores.orders"> & {
  utm: Record<string, string>;
  other_claims: PageClaim[];
  lines: OrderLine[] | null;
};

/** Stored for an order that was read and names no city we know; null: it was read before cities were. */
const unknownCity = "";

/**
 * The stored order, locked; null when it is new. A new one is locked by its name, so that two first snapshots of it
 * are written one after the other.
 */
export async function lockOrder(
  { tx, actor }: Context,
  storeId: string,
  externalId: string,
): Promise<OrderRow | null> {
  await tx.run(
    sql`select pg_advisory_xact_lock(hashtextextended(${`stores.orders:${storeId}:${externalId}`}, 0))`,
  );
  const row = await tx.maybeOne<OrderRow>(sql`
    select * from stores.orders
    where store_id = ${storeId} and external_id = ${externalId} and merchant_id = ${actor.merchantId}`);
  return row ?? null;
}

/** Writes an order in its current state, and what it changes in its products' sales; returns its id. */
export async function saveOrder(
  ctx: Context,
  storeId: string,
  stored: OrderRow | null,
  { snapshot, isConfirmed, otherClaims }: SiteOrder,
): Promise<string> {
  const { tx, actor } = ctx;
  const id = stored?.id ?? newId("ord");
  const { order, readAt } = snapshot;
  const deliveredAt = computeDeliveredAt(stored?.delivered_at ?? null, snapshot);
  await tx.run(sql`
    insert into stores.orders (id, store_id, merchant_id, external_id, reference, placed_at, status, vendor_status,
      payment_method, is_cod, currency, total_halalas, listed_total, refunded_halalas, delivered_at, utm, click_id,
      coupon_codes, city_key, is_sent, lines, changed_at, read_at, is_confirmed, other_claims)
    values (${id}, ${storeId}, ${actor.merchantId}, ${order.externalId}, ${order.reference}, ${order.placedAt},
      ${order.status}, ${order.vendorStatus}, ${order.paymentMethod}, ${order.isCod}, ${order.currency}, ${order.total},
      ${order.listedTotal}, ${order.refunded}, ${deliveredAt}, ${JSON.stringify(order.utm)}, ${order.clickId},
      ${[...order.couponCodes]}, ${order.cityKey ?? unknownCity}, ${order.isSent}, ${order.lines && JSON.stringify(order.lines)}, ${order.changedAt}, ${readAt}, ${isConfirmed}, ${JSON.stringify(otherClaims)})
    on conflict (store_id, external_id) do update set reference = excluded.reference, placed_at = excluded.placed_at,
      status = excluded.status, vendor_status = excluded.vendor_status, payment_method = excluded.payment_method,
      is_cod = excluded.is_cod, currency = excluded.currency, total_halalas = excluded.total_halalas,
      listed_total = excluded.listed_total, refunded_halalas = excluded.refunded_halalas,
      delivered_at = excluded.delivered_at, utm = excluded.utm, click_id = excluded.click_id,
      coupon_codes = excluded.coupon_codes, city_key = excluded.city_key, is_sent = excluded.is_sent, lines = excluded.lines, changed_at = excluded.changed_at, read_at = excluded.read_at,
      is_confirmed = excluded.is_confirmed, other_claims = excluded.other_claims`);
  const before = computeProductDays(stored && toSnapshot(stored).order);
  await addProductDays(ctx, storeId, computeProductDayChanges(before, computeProductDays(order)));
  return id;
}

export function toSnapshot(row: OrderRow): OrderSnapshot {
  const order: StoreOrder = {
    externalId: row.external_id,
    reference: row.reference,
    placedAt: row.placed_at,
    status: row.status,
    vendorStatus: row.vendor_status,
    paymentMethod: row.payment_method,
    isCod: row.is_cod,
    currency: row.currency,
    total: halalas(row.total_halalas),
    listedTotal: row.listed_total,
    refunded: halalas(row.refunded_halalas),
    utm: row.utm,
    clickId: row.click_id,
    couponCodes: row.coupon_codes,
    cityKey: row.city_key || null,
    isSent: row.is_sent,
    lines: row.lines,
    changedAt: row.changed_at,
  };
  return { order, readAt: row.read_at };
}

type Listed = { externalId: string; vendorStatus: string; listedTotal: number; changedAt?: Date | null };
type StoredSummary = Pick<OrderRow, "external_id" | "vendor_status" | "listed_total" | "changed_at"> & {
  is_whole: boolean;
};

/**
 * The listed orders that differ from the stored ones by status, total or, where given, time of change; and those
 * stored before lines and cities were read.
 */
export async function findChanged<Order extends Listed>(
  { db, actor }: ReadContext,
  storeId: string,
  listed: readonly Order[],
): Promise<Order[]> {
  const known = await db.many<StoredSummary>(sql`
    select external_id, vendor_status, listed_total, changed_at, lines is not null and city_key is not null as is_whole
    from stores.orders
    where store_id = ${storeId} and merchant_id = ${actor.merchantId}
      and external_id = any(${listed.map((order) => order.externalId)}::text[])`);
  const byId = new Map(known.map((row) => [row.external_id, row]));
  return listed.filter(({ externalId, vendorStatus, listedTotal, changedAt }) => {
    const row = byId.get(externalId);
    if (!row?.is_whole || row.vendor_status !== vendorStatus || row.listed_total !== listedTotal) return true;
    return Boolean(changedAt && row.changed_at && changedAt > row.changed_at);
  });
}
