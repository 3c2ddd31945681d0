import type { Context, ReadContext } from "#base/server/context.ts";
import { empty, sql } from "#base/server/db/db.ts";
import { makeKeyset, type PageRequest } from "#base/server/db/keyset.ts";
import type { Row } from "#base/server/db/row.ts";
import type { MovementKind, StockService } from "../../contract/stock.enums.ts";

export type Movement = Omit<Row<"billing.stock_movements">, "merchant_id" | "reservation_id">;

type NewMovement = Pick<Movement, "service" | "kind" | "units" | "stock_after"> &
  Partial<
    Pick<Row<"billing.stock_movements">, "lot_id" | "reservation_id" | "order_id" | "reason_ar" | "reason_en">
  >;

/** Writes a line of a service's history. The caller holds the service's lock. */
export async function insertMovement({ tx, actor, now }: Context, movement: NewMovement): Promise<void> {
  const {
    service,
    kind,
    units,
    lot_id = null,
    reservation_id = null,
    order_id = null,
    stock_after,
  } = movement;
  await tx.run(sql`
    insert into billing.stock_movements (merchant_id, service, kind, units, lot_id, reservation_id, order_id, reason_ar,
      reason_en, stock_after, moved_at)
    values (${actor.merchantId}, ${service}, ${kind}, ${units}, ${lot_id}, ${reservation_id}, ${order_id},
      ${movement.reason_ar ?? ""}, ${movement.reason_en ?? ""}, ${stock_after}, ${now})`);
}

type MovementFilter = {
  service?: StockService | undefined;
  kind?: MovementKind | undefined;
};

const newestFirst = makeKeyset<Movement>({
  columns: [{ name: "id", type: "bigint" }],
  order: "desc",
  toPlace: ({ id }) => [id],
});

/** The merchant's history, newest first. */
export async function listMovements(
  { db, actor }: ReadContext,
  { service, kind, ...request }: MovementFilter & PageRequest,
): Promise<{ items: Movement[]; page: number; size: number; total: number; next: string | null }> {
  const where = sql`merchant_id = ${actor.merchantId} ${service ? sql`and service = ${service}` : empty}
    ${kind ? sql`and kind = ${kind}` : empty}`;
  const found = await db.many<Movement>(sql`
    select id, service, kind, units, lot_id, order_id, reason_ar, reason_en, stock_after, moved_at
    from billing.stock_movements where ${where} ${newestFirst.where(request)} ${newestFirst.take(request)}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from billing.stock_movements where ${where}`,
  );
  const { page, size } = request;
  return { ...newestFirst.split(found, request), page, size, total };
}
