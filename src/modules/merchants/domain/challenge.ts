import { timingSafeEqual } from "node:crypto";

/** A code is valid for five minutes. */
export const codeTtlSeconds = 300;

/** A code that was sent and not used. */
export type SentCode = { code_hash: Uint8Array; expires_at: Date };

export type Verdict<Code> =
  | { kind: "right"; code: Code }
  | { kind: "locked"; until: Date }
  /** No code to compare with: never requested by this caller, used, or expired. Does not count as an attempt. */
  | { kind: "expired" }
  | { kind: "wrong" };

/**
 * Checks one attempt against the codes its caller may use. For a locked caller nothing is compared, not even the right
 * code.
 */
export function checkCode<Code extends SentCode>(
  codes: readonly Code[],
  attempt: { codeHash: Uint8Array; lockedUntil: Date | null },
  now: Date,
): Verdict<Code> {
  const { codeHash, lockedUntil } = attempt;
  if (lockedUntil && lockedUntil > now) return { kind: "locked", until: lockedUntil };
  const active = codes.filter(({ expires_at }) => expires_at > now);
  if (active.length === 0) return { kind: "expired" };
  const [right] = active.filter((code) => isSame(code.code_hash, codeHash));
  return right ? { kind: "right", code: right } : { kind: "wrong" };
}

/** Constant time; false for unequal lengths, where Node's own comparison throws. */
function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
