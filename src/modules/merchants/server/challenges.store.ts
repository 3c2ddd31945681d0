import { raw, sql, type Tx } from "#base/server/db/db.ts";
import type { CodePurpose } from "../contract/words.ts";
import type { Challenge } from "../domain/challenge.ts";

/** A number's row: its one living code, what sign-up asked for, and the wrong tries of both factors. */
export type ChallengeRow = {
  purpose: CodePurpose | null;
  code_hash: Uint8Array | null;
  expires_at: Date | null;
  send_id: string | null;
  pending_name: string | null;
  pending_email: string | null;
  code_failures: number;
  code_locked_until: Date | null;
  password_failures: number;
  password_locked_until: Date | null;
};

/** Waits for the number's row and holds it to the end of the transaction: tries at one number take turns. */
export function lockChallenge(tx: Tx, mobile: string): Promise<ChallengeRow | undefined> {
  return tx.maybeOne<ChallengeRow>(sql`
    select purpose, code_hash, expires_at, send_id, pending_name, pending_email,
           code_failures, code_locked_until, password_failures, password_locked_until
    from merchants.challenges where mobile = ${mobile} for update`);
}

export function challengeOf(row: ChallengeRow | undefined): Challenge | undefined {
  return (
    row && {
      purpose: row.purpose,
      codeHash: row.code_hash,
      expiresAt: row.expires_at,
      failures: row.code_failures,
      lockedUntil: row.code_locked_until,
    }
  );
}

type NewCode = {
  purpose: CodePurpose;
  codeHash: Uint8Array;
  expiresAt: Date;
  sendId: string;
  pendingName: string | null;
  pendingEmail: string | null;
};

/** The number's one living code becomes this one. Its wrong tries stay as they are. */
export function keepCode(tx: Tx, mobile: string, code: NewCode, now: Date): Promise<number> {
  return tx.run(sql`
    insert into merchants.challenges
      (mobile, purpose, code_hash, expires_at, send_id, pending_name, pending_email, touched_at)
    values (${mobile}, ${code.purpose}, ${code.codeHash}, ${code.expiresAt}, ${code.sendId},
            ${code.pendingName}, ${code.pendingEmail}, ${now})
    on conflict (mobile) do update set
      purpose = excluded.purpose, code_hash = excluded.code_hash, expires_at = excluded.expires_at,
      send_id = excluded.send_id, pending_name = excluded.pending_name, pending_email = excluded.pending_email,
      touched_at = excluded.touched_at`);
}

/** The code was right: it is gone, and so are the wrong tries before it. */
export async function consumeCode(tx: Tx, mobile: string, sendId: string | null, now: Date): Promise<void> {
  await tx.run(sql`
    update merchants.challenges set
      purpose = null, code_hash = null, expires_at = null, send_id = null, pending_name = null, pending_email = null,
      code_failures = 0, code_locked_until = null, touched_at = ${now}
    where mobile = ${mobile}`);
  await tx.run(sql`update merchants.code_sends set used_at = ${now} where id = ${sendId}`);
}

/** Each factor counts its own wrong tries. */
const columnsOf = {
  code: { failures: raw("code_failures"), lockedUntil: raw("code_locked_until") },
  password: { failures: raw("password_failures"), lockedUntil: raw("password_locked_until") },
};

export function saveTries(
  tx: Tx,
  factor: keyof typeof columnsOf,
  mobile: string,
  { failures, lockedUntil }: { failures: number; lockedUntil: Date | null },
  now: Date,
): Promise<number> {
  const columns = columnsOf[factor];
  return tx.run(sql`
    update merchants.challenges
    set ${columns.failures} = ${failures}, ${columns.lockedUntil} = ${lockedUntil}, touched_at = ${now}
    where mobile = ${mobile}`);
}

/** A row to lock, for a number that was never sent a code. */
export function ensureChallenge(tx: Tx, mobile: string, now: Date): Promise<number> {
  return tx.run(sql`
    insert into merchants.challenges (mobile, touched_at) values (${mobile}, ${now}) on conflict (mobile) do nothing`);
}
