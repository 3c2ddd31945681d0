import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";

export type EmailProof = Row<"messages.email_proofs">;

export function findEmailProof({ db, actor }: ReadContext, address: string): Promise<EmailProof | undefined> {
  return db.maybeOne<EmailProof>(sql`
    select * from messages.email_proofs where merchant_id = ${actor.merchantId} and address = ${address}`);
}

/** The same, locked until the transaction ends; made when it is not there, so that attempts run one at a time. */
export async function lockEmailProof({ tx, actor }: Context, address: string): Promise<EmailProof> {
  await tx.run(sql`
    insert into messages.email_proofs (merchant_id, address) values (${actor.merchantId}, ${address})
    on conflict do nothing`);
  return tx.one<EmailProof>(sql`
    select * from messages.email_proofs
    where merchant_id = ${actor.merchantId} and address = ${address} for update`);
}

/** Writes the fields that steps change. */
export async function saveEmailProof({ tx }: Context, proof: EmailProof): Promise<void> {
  await tx.run(sql`
    update messages.email_proofs set code_hash = ${proof.code_hash}, code_expires_at = ${proof.code_expires_at},
      code_requested_at = ${proof.code_requested_at}, failures = ${proof.failures},
      locked_until = ${proof.locked_until}, proven_at = ${proof.proven_at}
    where merchant_id = ${proof.merchant_id} and address = ${proof.address}`);
}
