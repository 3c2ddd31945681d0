import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { Carried } from "../domain/deposit.ts";

/** What the ledger carried out for a payment. The caller holds the wallet's lock. */
export async function loadCarried({ tx, actor }: Context, paymentId: string): Promise<Carried> {
  const known = await tx.maybeOne<NonNullable<Carried>>(sql`
    select amount_halalas, refunded_halalas from wallet.credited_payments
    where merchant_id = ${actor.merchantId} and payment_id = ${paymentId}`);
  return known ?? null;
}

/** `credited_at` is the system clock. */
type Credited = Omit<Row<"wallet.credited_payments">, "merchant_id" | "refunded_halalas">;

export async function insertCredited({ tx, actor }: Context, credited: Credited): Promise<void> {
  await tx.run(sql`
    insert into wallet.credited_payments
      (merchant_id, payment_id, deposit_id, amount_halalas, owed_settled_halalas, credited_at)
    values (${actor.merchantId}, ${credited.payment_id}, ${credited.deposit_id}, ${credited.amount_halalas},
      ${credited.owed_settled_halalas}, ${credited.credited_at})`);
}

export async function saveRefunded(
  { tx, actor }: Context,
  { paymentId, refunded }: { paymentId: string; refunded: number },
): Promise<void> {
  await tx.run(sql`
    update wallet.credited_payments set refunded_halalas = ${refunded}
    where merchant_id = ${actor.merchantId} and payment_id = ${paymentId}`);
}

/** Of these deposits, the credited ones, with what each settled of earlier debt. */
export async function loadCreditedDeposits(
  { db, actor }: ReadContext,
  depositIds: readonly string[],
): Promise<Map<string, { owed_settled_halalas: number }>> {
  const rows = await db.many<Row<"wallet.credited_payments", "deposit_id" | "owed_settled_halalas">>(sql`
    select deposit_id, sum(owed_settled_halalas)::bigint as owed_settled_halalas from wallet.credited_payments
    where merchant_id = ${actor.merchantId} and deposit_id = any(${[...depositIds]}::text[]) group by deposit_id`);
  return new Map(rows.map((row) => [row.deposit_id, row]));
}
