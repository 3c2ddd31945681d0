import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";

export type ReturnedPayment = Omit<Row<"billing.returned_payments">, "merchant_id">;

/** Keeps that a payment goes back because its period needed none; false when that was kept before. */
export async function insertReturnedPayment(
  { tx, actor, now }: Context,
  { payment_id, period_id, amount_halalas }: Omit<ReturnedPayment, "returned_at">,
): Promise<boolean> {
  const kept = await tx.maybeOne(sql`
    insert into billing.returned_payments (payment_id, merchant_id, period_id, amount_halalas, returned_at)
    values (${payment_id}, ${actor.merchantId}, ${period_id}, ${amount_halalas}, ${now})
    on conflict do nothing returning payment_id`);
  return kept !== undefined;
}

/** What went back of the merchant's payments since then, in halalas. */
export async function sumReturnedSince({ db, actor }: ReadContext, since: Date): Promise<number> {
  const { amount } = await db.one<{ amount: number }>(sql`
    select coalesce(sum(amount_halalas), 0)::bigint as amount from billing.returned_payments
    where merchant_id = ${actor.merchantId} and returned_at > ${since}`);
  return amount;
}
