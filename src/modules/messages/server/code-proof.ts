import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import { waitParams } from "#base/server/rate-limit.ts";
import { lockedUntilAfter } from "#base/shared/lockout.ts";
import { messagesRefusals } from "../contract/messages.refusals.ts";

/** What is known of an address or number that a code is to prove; instants are the system clock. */
export type Proof = {
  merchant_id: string;
  code_hash: Buffer | Uint8Array | null;
  code_expires_at: Date | null;
  code_requested_at: Date | null;
  failures: number;
  locked_until: Date | null;
  proven_at: Date | null;
};
/** 32 bytes, never in the database, and what the code is bound to beside its merchant. */
type Binding = { codeKey: Buffer; subject: string };

const codeTtlMs = 10 * 60_000;
/** Between two codes. */
export const waitSeconds = 60;

/** A new code in place of the one before; refused while it is locked, and a minute after the last one. */
export function issueCode<State extends Proof>(
  proof: State,
  { codeKey, subject }: Binding,
  now: Date,
): { proof: State; code: string; expiresAt: Date } {
  refuseWhileLocked(proof.locked_until, now);
  const waitedSeconds = (now.getTime() - (proof.code_requested_at?.getTime() ?? 0)) / 1_000;
  if (waitedSeconds < waitSeconds)
    messagesRefusals.refuse("messages.code_just_sent", waitParams(Math.ceil(waitSeconds - waitedSeconds)));
  const code = randomInt(1_000_000).toString().padStart(6, "0");
  const expiresAt = new Date(now.getTime() + codeTtlMs);
  return {
    proof: {
      ...proof,
      code_hash: hashCode(codeKey, proof, subject, code),
      code_expires_at: expiresAt,
      code_requested_at: now,
    },
    code,
    expiresAt,
  };
}

/** Compares a code. A wrong one is counted in `proof`, which is to be saved before `refuse` is called. */
export function judgeCode<State extends Proof>(
  proof: State,
  { codeKey, subject }: Binding,
  code: string,
  now: Date,
): { proof: State; refuse: (() => never) | null } {
  refuseWhileLocked(proof.locked_until, now);
  const { code_hash, code_expires_at } = proof;
  if (!code_hash || !code_expires_at || code_expires_at <= now)
    return { proof, refuse: () => messagesRefusals.refuse("messages.code_expired", {}, "code") };
  if (!timingSafeEqual(code_hash, hashCode(codeKey, proof, subject, code))) {
    const failures = proof.failures + 1;
    return {
      proof: { ...proof, failures, locked_until: lockedUntilAfter(failures, now) },
      refuse: () => messagesRefusals.refuse("messages.code_wrong", {}, "code"),
    };
  }
  const proven = { code_hash: null, code_expires_at: null, failures: 0, locked_until: null, proven_at: now };
  return { proof: { ...proof, ...proven }, refuse: null };
}

function refuseWhileLocked(until: Date | null, now: Date): void {
  if (!until || until <= now) return;
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000));
  messagesRefusals.refuse("messages.code_locked", waitParams(seconds));
}

/** A code is bound to its merchant and to what it proves. */
function hashCode(key: Buffer, { merchant_id }: Proof, subject: string, code: string): Buffer {
  return createHmac("sha256", key).update(`${merchant_id}:${subject}:${code}`).digest();
}
