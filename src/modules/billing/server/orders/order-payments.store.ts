import type { Context } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";

export type OrderPayment = Omit<Row<"billing.order_payments">, "merchant_id" | "recorded_at">;

export function findOrderPayment(
  { tx, actor }: Context,
  paymentId: string,
): Promise<OrderPayment | undefined> {
  return tx.maybeOne<OrderPayment>(sql`
    select payment_id, order_id, amount_halalas, result from billing.order_payments
    where merchant_id = ${actor.merchantId} and payment_id = ${paymentId}`);
}

export async function insertOrderPayment({ tx, actor, now }: Context, payment: OrderPayment): Promise<void> {
  await tx.run(sql`
    insert into billing.order_payments (merchant_id, payment_id, order_id, amount_halalas, result, recorded_at)
    values (${actor.merchantId}, ${payment.payment_id}, ${payment.order_id}, ${payment.amount_halalas},
      ${payment.result}, ${now})`);
}

/** The order of an intent; undefined when it is none of the merchant's. */
export async function findOrderOfIntent(
  { tx, actor }: Context,
  intentId: string,
): Promise<string | undefined> {
  const found = await tx.maybeOne<{ order_id: string }>(sql`
    select order_id from billing.order_intents
    where intent_id = ${intentId} and merchant_id = ${actor.merchantId}`);
  return found?.order_id;
}
