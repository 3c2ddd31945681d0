import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, empty, join, type Sql, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { fold, likePattern } from "#base/shared/fold.ts";
import type { MoneyState, OrderStatus, Payment } from "../contract/consultations-enums.ts";
import type { OrdersQuery } from "../contract/order-shapes.ts";
import type { Answers, Question } from "../contract/questions.ts";
import type { OrderChange } from "../domain/order.ts";
import type { SchedulingVendorName } from "./scheduling.port.ts";

/** The only file that writes `consultations.orders`. */

export type OrderRecord = Row<"consultations.orders"> & {
  status: OrderStatus;
  questions: Question[];
  answers: Answers;
  currency: "SAR";
  paid_with: Payment;
  payment_state: MoneyState;
};

export type NewOrder = Pick<
  OrderRecord,
  | "id"
  | "consultation_id"
  | "serial_number"
  | "title_ar"
  | "title_en"
  | "minutes"
  | "scheduling_url"
  | "consultant_id"
  | "questions"
  | "answers"
  | "client_name"
  | "client_email"
  | "client_mobile"
  | "original_price_halalas"
  | "price_halalas"
  | "paid_with"
  | "coupon_code"
  | "voucher_reservation"
>;

export function insertOrder({ tx, actor, now }: Context, order: NewOrder): Promise<OrderRecord> {
  const searched = [order.serial_number, order.title_ar, order.title_en, order.client_name].join(" ");
  return tx.one<OrderRecord>(sql`
    insert into consultations.orders (merchant_id, id, consultation_id, serial_number, status, title_ar, title_en, minutes,
      scheduling_url, consultant_id, questions, answers, client_name, client_email, client_mobile,
      original_price_halalas, price_halalas, held_halalas, payment_state, paid_with, coupon_code, voucher_reservation,
      search_text, created_at, updated_at)
    values (${actor.merchantId}, ${order.id}, ${order.consultation_id}, ${order.serial_number}, 'created',
      ${order.title_ar}, ${order.title_en}, ${order.minutes}, ${order.scheduling_url}, ${order.consultant_id},
      ${JSON.stringify(order.questions)}::jsonb, ${JSON.stringify(order.answers)}::jsonb, ${order.client_name},
      ${order.client_email}, ${order.client_mobile}, ${order.original_price_halalas}, ${order.price_halalas},
      ${order.price_halalas}, 'held', ${order.paid_with}, ${order.coupon_code}, ${order.voucher_reservation},
      ${fold(searched)}, ${now}, ${now})
    returning *`);
}

export const findOrder = ({ db, actor }: ReadContext, id: string): Promise<OrderRecord | undefined> =>
  db.maybeOne<OrderRecord>(sql`
    select * from consultations.orders
    where merchant_id = ${actor.merchantId} and id = ${id} and status <> 'deleted'`);

/** The order, until the transaction ends nobody else's to change. */
export const lockOrder = ({ tx, actor }: Context, id: string): Promise<OrderRecord | undefined> =>
  tx.maybeOne<OrderRecord>(sql`
    select * from consultations.orders
    where merchant_id = ${actor.merchantId} and id = ${id} and status <> 'deleted' for update`);

/** Whose order it is: staff, and vendors' webhooks, know its id alone. */
export async function findOrderOwner(db: Db, id: string): Promise<string | undefined> {
  const found = await db.maybeOne<{ merchant_id: string }>(
    sql`select merchant_id from consultations.orders where id = ${id} and status <> 'deleted'`,
  );
  return found?.merchant_id;
}

type Page = OrdersQuery & { limit: number };

export const listOwnOrders = ({ db, actor }: ReadContext, query: Page): Promise<OrderRecord[]> =>
  listOrders(db, sql`merchant_id = ${actor.merchantId}`, query);

/** Of all merchants, for our staff. */
export const listAllOrders = (db: Db, query: Page): Promise<OrderRecord[]> =>
  listOrders(db, sql`true`, query);

/** The newest first: ids grow with time. */
function listOrders(db: Db, whose: Sql, { after, search, status, limit }: Page): Promise<OrderRecord[]> {
  const filters = join(
    [
      whose,
      status ? sql`status = ${status}` : sql`status <> 'deleted'`,
      ...(after ? [sql`id < ${after}`] : []),
      ...(search ? [sql`search_text like ${likePattern(search)}`] : []),
    ],
    " and ",
  );
  return db.many<OrderRecord>(
    sql`select * from consultations.orders where ${filters} order by id desc limit ${limit}`,
  );
}

/** What a transition made of the order. `reason` stays as it is without one. */
export function saveTransition(
  { tx, actor, now }: Context,
  {
    id,
    change,
    endedStatus,
    reason,
  }: { id: string; change: OrderChange; endedStatus: string | null; reason?: string },
): Promise<OrderRecord> {
  return tx.one<OrderRecord>(sql`
    update consultations.orders set status = ${change.status}, held_halalas = ${change.held_halalas},
      earned_halalas = ${change.earned_halalas}, returned_halalas = ${change.returned_halalas},
      payment_state = ${change.payment_state},
      ended_status = ${endedStatus} ${reason === undefined ? empty : sql`, reason = ${reason}`}, updated_at = ${now}
    where merchant_id = ${actor.merchantId} and id = ${id} returning *`);
}

/** `booking`: at a calendar's vendor; null where our staff confirm the time by hand. */
export type Meeting = {
  startsAt: Date;
  endsAt: Date;
  meetingUrl: string | null;
  booking: { vendor: SchedulingVendorName; uid: string; changedAt: Date; moveUrl: string | null } | null;
};

/** The meeting's time; of another one nobody was reminded, and nobody has come to it. */
export async function saveMeeting(
  { tx, actor, now }: Context,
  { id, startsAt, endsAt, meetingUrl, booking }: Meeting & { id: string },
): Promise<OrderRecord> {
  return tx.one<OrderRecord>(sql`
    update consultations.orders set
      reminded_day_at = case when starts_at = ${startsAt} then reminded_day_at end,
      reminded_hour_at = case when starts_at = ${startsAt} then reminded_hour_at end,
      merchant_joined_at = case when starts_at = ${startsAt} then merchant_joined_at end,
      consultant_joined_at = case when starts_at = ${startsAt} then consultant_joined_at end,
      starts_at = ${startsAt}, ends_at = ${endsAt}, meeting_url = ${meetingUrl}, booking_vendor = ${booking?.vendor ?? null},
      booking_uid = ${booking?.uid ?? null}, move_url = ${booking?.moveUrl ?? null},
      booking_changed_at = coalesce(${booking?.changedAt ?? null}::timestamptz, booking_changed_at), updated_at = ${now}
    where merchant_id = ${actor.merchantId} and id = ${id} returning *`);
}

/** The first time that a side opened the meeting. */
export async function saveJoined(
  { tx, actor, now }: Context,
  { id, side }: { id: string; side: "merchant" | "consultant" },
): Promise<void> {
  const assignment =
    side === "merchant"
      ? sql`merchant_joined_at = coalesce(merchant_joined_at, ${now})`
      : sql`consultant_joined_at = coalesce(consultant_joined_at, ${now})`;
  await tx.run(sql`
    update consultations.orders set ${assignment}, updated_at = ${now}
    where merchant_id = ${actor.merchantId} and id = ${id}`);
}

export async function saveRating(
  { tx, actor, now }: Context,
  { id, rating, comment }: { id: string; rating: number; comment: string },
): Promise<OrderRecord> {
  return tx.one<OrderRecord>(sql`
    update consultations.orders set rating = ${rating}, rating_comment = ${comment}, updated_at = ${now}
    where merchant_id = ${actor.merchantId} and id = ${id} returning *`);
}

/** Confirmed meetings of all merchants that begin before this time, the earliest first. */
export const listMeetingsBefore = (
  db: Db,
  { before, size }: { before: Date; size: number },
): Promise<Pick<OrderRecord, "merchant_id" | "id">[]> =>
  db.many(sql`
    select merchant_id, id from consultations.orders
    where status = 'confirmed' and starts_at < ${before}
      and (reminded_day_at is null or reminded_hour_at is null and starts_at < ${before}::timestamptz - interval '23 hours'
        or consultant_joined_at is null and starts_at < ${before}::timestamptz - interval '24 hours')
    order by starts_at limit ${size}`);

/**
 * Orders of all merchants whose payment is held: those whose meeting ended before a time, and those without one to which
 * nothing happened and on which nobody wrote since a time. By their ids, after the one before.
 */
export const listUnended = (
  db: Db,
  {
    endedBefore,
    idleBefore,
    after,
    size,
  }: { endedBefore: Date; idleBefore: Date; after: string; size: number },
): Promise<Pick<OrderRecord, "merchant_id" | "id">[]> =>
  db.many(sql`
    select merchant_id, id from consultations.orders
    where payment_state = 'held' and id > ${after} and (
      status = 'confirmed' and ends_at <= ${endedBefore}
      or status in ('created', 'accepted') and updated_at <= ${idleBefore} and not exists (
        select 1 from consultations.messages
        where messages.merchant_id = orders.merchant_id and messages.order_id = orders.id
          and messages.created_at > ${idleBefore}))
    order by id limit ${size}`);

/** A reminder was published; of a meeting within the hour the one for the day is not sent any more. */
export async function saveReminded(
  { tx, actor, now }: Context,
  { id, hours }: { id: string; hours: 24 | 1 },
): Promise<void> {
  const hour = hours === 1 ? sql`, reminded_hour_at = ${now}` : empty;
  await tx.run(sql`
    update consultations.orders set reminded_day_at = coalesce(reminded_day_at, ${now}) ${hour}
    where merchant_id = ${actor.merchantId} and id = ${id}`);
}
