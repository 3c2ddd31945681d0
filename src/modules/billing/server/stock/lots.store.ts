import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { StockService } from "../../contract/stock.enums.ts";

export type Lot = Row<"billing.stock_lots">;

/** Lets no other transaction take of the merchant's service until this one ends. */
export async function lockService({ tx, actor }: Context, service: StockService): Promise<void> {
  await tx.run(sql`
    insert into billing.stock_accounts (merchant_id, service) values (${actor.merchantId}, ${service})
    on conflict do nothing`);
  await tx.run(sql`
    select 1 from billing.stock_accounts
    where merchant_id = ${actor.merchantId} and service = ${service} for update`);
}

/** Lots with units that can be used at this moment, the oldest first. */
export function listUsableLots({ db, actor, now }: ReadContext, service: StockService): Promise<Lot[]> {
  return db.many<Lot>(sql`
    select * from billing.stock_lots
    where merchant_id = ${actor.merchantId} and service = ${service} and left_units > 0
      and (expires_at is null or expires_at > ${now})
    order by added_at, id`);
}

/** Lots of all services with units left or reserved, the oldest first: at most 50 of each service. */
export function listCurrentLots({ db, actor, now }: ReadContext): Promise<Lot[]> {
  return db.many<Lot>(sql`
    select lots.* from billing.stock_accounts services, lateral (
      select * from billing.stock_lots
      where merchant_id = services.merchant_id and stock_lots.service = services.service
        and (reserved_units > 0 or (left_units > 0 and (expires_at is null or expires_at > ${now})))
      order by added_at, id limit 50
    ) lots where services.merchant_id = ${actor.merchantId} order by added_at, id`);
}

/** The lot that was added last, of each service. */
export function listNewestLots({ db, actor }: ReadContext): Promise<Lot[]> {
  return db.many<Lot>(sql`
    select lots.* from billing.stock_accounts services, lateral (
      select * from billing.stock_lots
      where merchant_id = services.merchant_id and stock_lots.service = services.service
      order by added_at desc, id desc limit 1
    ) lots where services.merchant_id = ${actor.merchantId}`);
}

type NewLot = Pick<Lot, "id" | "service" | "order_id" | "order_line" | "units" | "expires_at">;

export async function insertLot({ tx, actor, now }: Context, lot: NewLot): Promise<void> {
  await tx.run(sql`
    insert into billing.stock_lots
      (id, merchant_id, service, order_id, order_line, units, left_units, added_at, expires_at)
    values (${lot.id}, ${actor.merchantId}, ${lot.service}, ${lot.order_id}, ${lot.order_line}, ${lot.units},
      ${lot.units}, ${now}, ${lot.expires_at})`);
}

/** How a lot's units move between what is left, reserved, used, expired and withdrawn: the changes sum to zero. */
export type LotChange = { lot_id: string } & Partial<
  Record<"left" | "reserved" | "used" | "expired" | "withdrawn", number>
>;

export async function changeLot({ tx, actor }: Context, change: LotChange): Promise<void> {
  const { lot_id, left = 0, reserved = 0, used = 0, expired = 0, withdrawn = 0 } = change;
  await tx.run(sql`
    update billing.stock_lots set left_units = left_units + ${left}::bigint,
      reserved_units = reserved_units + ${reserved}::bigint, used_units = used_units + ${used}::bigint,
      expired_units = expired_units + ${expired}::bigint, withdrawn_units = withdrawn_units + ${withdrawn}::bigint
    where id = ${lot_id} and merchant_id = ${actor.merchantId}`);
}

/** Bought units that are left or reserved. */
export async function countStock({ db, actor }: ReadContext, service: StockService): Promise<number> {
  const { units } = await db.one<{ units: number }>(sql`
    select coalesce(sum(left_units + reserved_units), 0)::bigint as units from billing.stock_lots
    where merchant_id = ${actor.merchantId} and service = ${service} and (left_units > 0 or reserved_units > 0)`);
  return units;
}

export function findLot({ db, actor }: ReadContext, id: string): Promise<Lot | undefined> {
  return db.maybeOne<Lot>(
    sql`select * from billing.stock_lots where id = ${id} and merchant_id = ${actor.merchantId}`,
  );
}

export function listLotsOfOrder({ db, actor }: ReadContext, orderId: string): Promise<Lot[]> {
  return db.many<Lot>(sql`
    select * from billing.stock_lots where order_id = ${orderId} and merchant_id = ${actor.merchantId}
    order by order_line`);
}

/** All merchants' lots that have ended with units left, the first ended first. */
export function listEndedLots(
  db: Db,
  { now, size }: { now: Date; size: number },
): Promise<Pick<Lot, "id" | "merchant_id" | "service">[]> {
  return db.many(sql`
    select id, merchant_id, service from billing.stock_lots
    where left_units > 0 and expires_at <= ${now} order by expires_at, id limit ${size}`);
}
