import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { CardOrderReason, CardOrderState } from "../contract/consultations-enums.ts";
import type { Answers } from "../contract/questions.ts";

/** The only file that writes `consultations.card_orders`. */

export type CardOrder = Row<"consultations.card_orders"> & {
  answers: Answers;
  state: CardOrderState;
  reason: CardOrderReason | null;
};
type NewCardOrder = Pick<
  CardOrder,
  "deposit_id" | "consultation_id" | "answers" | "coupon_code" | "price_halalas" | "opened_at"
>;

export async function insertCardOrder({ tx, actor }: Context, order: NewCardOrder): Promise<void> {
  await tx.run(sql`
    insert into consultations.card_orders (merchant_id, deposit_id, consultation_id, ordered_by, answers, coupon_code,
      price_halalas, opened_at)
    values (${actor.merchantId}, ${order.deposit_id}, ${order.consultation_id}, ${actor.by.id},
      ${JSON.stringify(order.answers)}::jsonb, ${order.coupon_code}, ${order.price_halalas}, ${order.opened_at})`);
}

export const findCardOrder = (
  { db, actor }: ReadContext,
  depositId: string,
): Promise<CardOrder | undefined> =>
  db.maybeOne<CardOrder>(sql`
    select * from consultations.card_orders
    where merchant_id = ${actor.merchantId} and deposit_id = ${depositId}`);

/** The same, until the transaction ends nobody else's to change; undefined once something became of it. */
export const lockWaitingOrder = ({ tx, actor }: Context, depositId: string): Promise<CardOrder | undefined> =>
  tx.maybeOne<CardOrder>(sql`
    select * from consultations.card_orders
    where merchant_id = ${actor.merchantId} and deposit_id = ${depositId} and state = 'waiting' for update`);

export async function savePlaced(
  { tx, actor }: Context,
  { depositId, orderId }: { depositId: string; orderId: string },
): Promise<void> {
  await tx.run(sql`
    update consultations.card_orders set state = 'placed', order_id = ${orderId}
    where merchant_id = ${actor.merchantId} and deposit_id = ${depositId}`);
}

/** False when something became of it before. */
export async function saveNotPlaced(
  { tx, actor }: Context,
  { depositId, reason }: { depositId: string; reason: CardOrderReason },
): Promise<boolean> {
  const changed = await tx.run(sql`
    update consultations.card_orders set state = 'not_placed', reason = ${reason}
    where merchant_id = ${actor.merchantId} and deposit_id = ${depositId} and state = 'waiting'`);
  return changed > 0;
}

/** Of several payments that were begun for one consultation, only the last places an order. */
export async function endEarlierOrders({ tx, actor }: Context, consultationId: string): Promise<void> {
  await tx.run(sql`
    update consultations.card_orders set state = 'not_placed', reason = 'ordered_again'
    where merchant_id = ${actor.merchantId} and consultation_id = ${consultationId} and state = 'waiting'`);
}
