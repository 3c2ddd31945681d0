import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";

/** What a bank took back of a payment that was in the wallet. */
export type Chargeback = Row<"wallet.chargebacks", "id" | "payment_id" | "deposit_id" | "amount_halalas">;

/** Recorded once, whether or not the ledger may be written now. */
export async function insertChargeback({ tx, actor }: Context, one: Chargeback): Promise<void> {
  await tx.run(sql`
    insert into wallet.chargebacks (id, merchant_id, payment_id, deposit_id, amount_halalas)
    values (${one.id}, ${actor.merchantId}, ${one.payment_id}, ${one.deposit_id}, ${one.amount_halalas})
    on conflict (id) do nothing`);
}

/** The same for one that was won, whether or not it was recorded before. */
export async function saveWon({ tx, actor, now }: Context, one: Chargeback): Promise<void> {
  await tx.run(sql`
    insert into wallet.chargebacks (id, merchant_id, payment_id, deposit_id, amount_halalas, won_at)
    values (${one.id}, ${actor.merchantId}, ${one.payment_id}, ${one.deposit_id}, ${one.amount_halalas}, ${now})
    on conflict (id) do update set won_at = coalesce(chargebacks.won_at, excluded.won_at)`);
}

/** Taken and not debited, or won and not credited again. One that was won before it was debited needs neither. */
const isUnapplied = sql`
  ((applied_at is null and won_at is null) or (applied_at is not null and won_at is not null and returned_at is null))`;

/** The chargeback while the ledger lacks something of it; the wallet is locked. */
export function findUnapplied(
  { tx, actor }: Context,
  id: string,
): Promise<(Chargeback & { is_won: boolean }) | undefined> {
  return tx.maybeOne(sql`
    select id, payment_id, deposit_id, amount_halalas, won_at is not null as is_won from wallet.chargebacks
    where id = ${id} and merchant_id = ${actor.merchantId} and ${isUnapplied}`);
}

/** All merchants' chargebacks of which the ledger lacks something, at most `limit`; what was won comes back first. */
export function listUnapplied(
  db: Db,
  limit: number,
): Promise<Row<"wallet.chargebacks", "id" | "merchant_id">[]> {
  return db.many(sql`
    select id, merchant_id from wallet.chargebacks where ${isUnapplied} order by won_at is null, id limit ${limit}`);
}

/** A chargeback that was debited; `applied_at` is business time. */
export type AppliedChargeback = Row<"wallet.chargebacks", "id" | "amount_halalas"> & { applied_at: Date };

/** What was debited since then and was not won, newest first, at most ten. */
export function listAppliedChargebacks(
  { db, actor }: ReadContext,
  { since }: { since: Date },
): Promise<AppliedChargeback[]> {
  return db.many<AppliedChargeback>(sql`
    select id, amount_halalas, applied_at from wallet.chargebacks
    where merchant_id = ${actor.merchantId} and applied_at >= ${since} and won_at is null
    order by applied_at desc, id limit 10`);
}

export async function saveApplied({ tx, actor, now }: Context, id: string): Promise<void> {
  await tx.run(sql`
    update wallet.chargebacks set applied_at = ${now} where id = ${id} and merchant_id = ${actor.merchantId}`);
}

export async function saveReturned({ tx, actor, now }: Context, id: string): Promise<void> {
  await tx.run(sql`
    update wallet.chargebacks set returned_at = ${now} where id = ${id} and merchant_id = ${actor.merchantId}`);
}
