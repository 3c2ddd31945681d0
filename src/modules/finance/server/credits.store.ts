import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { CreditState } from "../contract/enums.ts";

/** The only file that writes `finance.credits`. */
export type Credit = Omit<Row<"finance.credits">, "state"> & { state: CreditState };

export async function insertCredit(tx: Tx, credit: Credit): Promise<void> {
  await tx.run(sql`
    insert into finance.credits (id, merchant_id, amount_halalas, reason, state, needs_consent, requested_by,
      requested_at, decided_by, decided_at)
    values (${credit.id}, ${credit.merchant_id}, ${credit.amount_halalas}, ${credit.reason}, ${credit.state},
      ${credit.needs_consent}, ${credit.requested_by}, ${credit.requested_at}, ${credit.decided_by}, ${credit.decided_at})`);
}

/** Two decisions at once follow one another. */
export function lockCredit(tx: Tx, id: string): Promise<Credit | undefined> {
  return tx.maybeOne<Credit>(sql`select * from finance.credits where id = ${id} for update`);
}

export async function saveDecision(
  tx: Tx,
  { id, state, decided_by, decided_at }: Pick<Credit, "id" | "state" | "decided_by" | "decided_at">,
): Promise<void> {
  await tx.run(sql`
    update finance.credits set state = ${state}, decided_by = ${decided_by}, decided_at = ${decided_at}
    where id = ${id}`);
}

/** The oldest first. */
export function listWaitingCredits(db: Db): Promise<Credit[]> {
  return db.many<Credit>(sql`
    select * from finance.credits where state = 'waiting' order by requested_at, id limit 200`);
}

/** A merchant's last credits, newest first. */
export function listMerchantCredits(db: Db, merchantId: string, size: number): Promise<Credit[]> {
  return db.many<Credit>(sql`
    select * from finance.credits where merchant_id = ${merchantId} order by requested_at desc, id desc limit ${size}`);
}
