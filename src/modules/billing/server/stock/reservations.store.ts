import type { Context } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { ReservationState } from "../../contract/stock.enums.ts";

export type Reservation = Row<"billing.stock_reservations">;
export type ReservationPart = Row<
  "billing.stock_reservation_parts",
  "lot_id" | "quota_feature" | "quota_month" | "units"
>;

export function findReservationByKey({ tx, actor }: Context, key: string): Promise<Reservation | undefined> {
  return tx.maybeOne<Reservation>(sql`
    select * from billing.stock_reservations where merchant_id = ${actor.merchantId} and key = ${key}`);
}

export function findReservation({ tx, actor }: Context, id: string): Promise<Reservation | undefined> {
  return tx.maybeOne<Reservation>(sql`
    select * from billing.stock_reservations where merchant_id = ${actor.merchantId} and id = ${id}`);
}

export function listParts({ tx }: Context, reservationId: string): Promise<ReservationPart[]> {
  return tx.many<ReservationPart>(sql`
    select lot_id, quota_feature, quota_month, units from billing.stock_reservation_parts
    where reservation_id = ${reservationId} order by number`);
}

type NewReservation = Pick<
  Reservation,
  "id" | "service" | "key" | "reason_ar" | "reason_en" | "units" | "held_until"
>;

export async function insertReservation(
  { tx, actor, now }: Context,
  reservation: NewReservation,
  parts: readonly ReservationPart[],
): Promise<void> {
  const { id, service, key, reason_ar, reason_en, units, held_until } = reservation;
  await tx.run(sql`
    insert into billing.stock_reservations
      (id, merchant_id, service, key, reason_ar, reason_en, units, state, reserved_at, held_until)
    values (${id}, ${actor.merchantId}, ${service}, ${key}, ${reason_ar}, ${reason_en}, ${units}, 'held', ${now},
      ${held_until})`);
  for (const [index, part] of parts.entries()) {
    await tx.run(sql`
      insert into billing.stock_reservation_parts (reservation_id, number, lot_id, quota_feature, quota_month, units)
      values (${id}, ${index + 1}, ${part.lot_id}, ${part.quota_feature}, ${part.quota_month}, ${part.units})`);
  }
}

export async function finishReservation(
  { tx, actor, now }: Context,
  { id, state, used_units }: { id: string; state: ReservationState; used_units: number },
): Promise<void> {
  await tx.run(sql`
    update billing.stock_reservations set state = ${state}, used_units = ${used_units}, finished_at = ${now}
    where id = ${id} and merchant_id = ${actor.merchantId}`);
}

/** All merchants' reservations that nobody finished in time; `at` is the system clock. */
export function listUnfinished(
  db: Db,
  { at, size }: { at: Date; size: number },
): Promise<Pick<Reservation, "id" | "merchant_id">[]> {
  return db.many(sql`
    select id, merchant_id from billing.stock_reservations where state = 'held' and held_until <= ${at}
    order by held_until, id limit ${size}`);
}
