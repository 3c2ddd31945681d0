import { timingSafeEqual } from "node:crypto";

/** A code lives five minutes. */
export const codeTtlSeconds = 300;

/** A code that was sent and not used. */
export type SentCode = { code_hash: Uint8Array; expires_at: Date };

export type Verdict<Code> =
  | { kind: "right"; code: Code }
  | { kind: "locked"; until: Date }
  /** Nothing to compare with: never asked for here, used, or too old. Not a try. */
  | { kind: "expired" }
  | { kind: "wrong" };

/** Judges one try at the codes its caller may use. A locked caller is not judged, the right code included. */
export function judgeCode<Code extends SentCode>(
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

/** Constant time; unequal lengths are simply unequal, where the platform's own comparison would throw. */
function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
