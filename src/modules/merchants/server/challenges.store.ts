import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { CodePurpose } from "../contract/enums.ts";
import type { Caller } from "../domain/caller.ts";

/** The one active code of a browser for a number and a purpose, with the name and e-mail that a sign-up gave. */
export type Challenge = Row<
  "merchants.challenges",
  "browser_hash" | "code_hash" | "expires_at" | "send_id" | "pending_name" | "pending_email"
>;

export type Subject = { mobile: string; purpose: CodePurpose };

const columns = sql`browser_hash, code_hash, expires_at, send_id, pending_name, pending_email`;

/**
 * The challenges a caller may answer, locked to the end of the transaction so that attempts run one at a time: the one
 * of its own browser; without a cookie, those requested from its address without a cookie too.
 */
export function lockChallenges(tx: Tx, { mobile, purpose }: Subject, caller: Caller): Promise<Challenge[]> {
  const own = caller.hasCookie
    ? sql`browser_hash = ${caller.browserHash}`
    : sql`is_open_to_address and address = ${caller.address}`;
  return tx.many<Challenge>(sql`
    select ${columns} from merchants.challenges
    where mobile = ${mobile} and purpose = ${purpose} and ${own}
    order by browser_hash for update`);
}

type NewCode = Subject & {
  codeHash: Uint8Array;
  expiresAt: Date;
  sendId: string;
  pendingName: string | null;
  pendingEmail: string | null;
};

/** Replaces the browser's one active code for this number and purpose; other browsers keep theirs. */
export function upsertChallenge(tx: Tx, code: NewCode, caller: Caller): Promise<number> {
  return tx.run(sql`
    insert into merchants.challenges
      (mobile, purpose, browser_hash, is_open_to_address, address, code_hash, expires_at, send_id,
       pending_name, pending_email)
    values (${code.mobile}, ${code.purpose}, ${caller.browserHash}, ${!caller.hasCookie}, ${caller.address},
            ${code.codeHash}, ${code.expiresAt}, ${code.sendId}, ${code.pendingName}, ${code.pendingEmail})
    on conflict (mobile, purpose, browser_hash) do update set
      is_open_to_address = excluded.is_open_to_address, address = excluded.address,
      code_hash = excluded.code_hash, expires_at = excluded.expires_at, send_id = excluded.send_id,
      pending_name = excluded.pending_name, pending_email = excluded.pending_email`);
}

/** The code was right: the challenge is over. */
export async function deleteChallenge(
  tx: Tx,
  { mobile, purpose }: Subject,
  { browser_hash }: Challenge,
): Promise<void> {
  await tx.run(sql`
    delete from merchants.challenges
    where mobile = ${mobile} and purpose = ${purpose} and browser_hash = ${browser_hash}`);
}

export async function deleteExpiredChallenges(db: Db, { before }: { before: Date }): Promise<void> {
  await db.run(sql`delete from merchants.challenges where expires_at < ${before}`);
}
