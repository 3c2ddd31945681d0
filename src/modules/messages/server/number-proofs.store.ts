import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";

/** The only file that writes `messages.number_proofs`. */

export type NumberProof = Row<"messages.number_proofs">;

/** The merchant's numbers that were sent a code, the proven ones too. */
export function listNumberProofs({ db, actor }: ReadContext): Promise<NumberProof[]> {
  return db.many<NumberProof>(sql`
    select * from messages.number_proofs where merchant_id = ${actor.merchantId} order by number`);
}

/** One, locked until the transaction ends; made when it is not there, so that attempts run one at a time. */
export async function lockNumberProof({ tx, actor }: Context, number: string): Promise<NumberProof> {
  await tx.run(sql`
    insert into messages.number_proofs (merchant_id, number) values (${actor.merchantId}, ${number})
    on conflict do nothing`);
  return tx.one<NumberProof>(sql`
    select * from messages.number_proofs
    where merchant_id = ${actor.merchantId} and number = ${number} for update`);
}

/** Writes the fields that steps change. */
export async function saveNumberProof({ tx }: Context, proof: NumberProof): Promise<void> {
  await tx.run(sql`
    update messages.number_proofs set code_hash = ${proof.code_hash}, code_expires_at = ${proof.code_expires_at},
      code_requested_at = ${proof.code_requested_at}, failures = ${proof.failures},
      locked_until = ${proof.locked_until}, proven_at = ${proof.proven_at}
    where merchant_id = ${proof.merchant_id} and number = ${proof.number}`);
}

/** Its wrong attempts are kept with the row, so only a proven one is deleted; false when there is none. */
export async function deleteProvenNumber({ tx, actor }: Context, number: string): Promise<boolean> {
  const deleted = await tx.run(sql`
    delete from messages.number_proofs
    where merchant_id = ${actor.merchantId} and number = ${number} and proven_at is not null`);
  return deleted > 0;
}
