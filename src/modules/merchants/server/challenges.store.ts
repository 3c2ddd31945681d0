import { sql, type Tx } from "#base/server/db/db.ts";
import type { CodePurpose } from "../contract/words.ts";
import type { Caller } from "../domain/caller.ts";

/** The one living code of a browser for a number and a purpose, and what sign-up told when it was asked for. */
export type Challenge = {
  browser_hash: Uint8Array;
  code_hash: Uint8Array;
  expires_at: Date;
  send_id: string;
  pending_name: string | null;
  pending_email: string | null;
};

export type Subject = { mobile: string; purpose: CodePurpose };

const columns = sql`browser_hash, code_hash, expires_at, send_id, pending_name, pending_email`;

/**
 * The challenges a caller may answer, held to the end of the transaction so that tries take turns: the one of its own
 * browser, and without a cookie those that were asked for from its address without a cookie too.
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

/** The browser's one living code for this number and purpose becomes this one; other browsers keep theirs. */
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

/** The code was right: it is gone. */
export async function consumeCode(
  tx: Tx,
  { mobile, purpose }: Subject,
  { browser_hash, send_id }: Challenge,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    delete from merchants.challenges
    where mobile = ${mobile} and purpose = ${purpose} and browser_hash = ${browser_hash}`);
  await tx.run(sql`update merchants.code_sends set used_at = ${now} where id = ${send_id}`);
}
