import { createHmac, randomInt } from "node:crypto";
import { join, sql, type Tx } from "#base/server/db/db.ts";
import { recoveryAlphabet, recoveryCodeLength } from "../contract/recovery-code.ts";

const codesPerMember = 10;

/** 50 random bits. */
function generateCode(): string {
  const pick = () => recoveryAlphabet[randomInt(recoveryAlphabet.length)] ?? "";
  return Array.from({ length: recoveryCodeLength }, pick).join("");
}

/** Whoever reads the database could try all codes in time, so the hash takes a key that is not in it. */
const hashCode = (key: Uint8Array, memberId: string, code: string): Buffer =>
  createHmac("sha256", key).update(`${memberId}:${code}`).digest();

/** Gives a member new codes in place of all earlier ones. They are returned once, and stored only as hashes. */
export async function replaceRecoveryCodes(
  tx: Tx,
  memberId: string,
  [key]: readonly Uint8Array[],
): Promise<string[]> {
  if (!key) throw new Error("recovery codes need a key");
  const codes = Array.from({ length: codesPerMember }, generateCode);
  await deleteRecoveryCodes(tx, memberId);
  const rows = codes.map((code) => sql`(${memberId}, ${hashCode(key, memberId, code)})`);
  await tx.run(sql`insert into staff.recovery_codes (member_id, code_hash) values ${join(rows)}`);
  return codes;
}

export async function deleteRecoveryCodes(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`delete from staff.recovery_codes where member_id = ${memberId}`);
}

/** Uses a code up; false when it is not one of the member's, or was used before. */
export async function takeRecoveryCode(
  tx: Tx,
  memberId: string,
  { code, keys, now }: { code: string; keys: readonly Uint8Array[]; now: Date },
): Promise<boolean> {
  const hashes = keys.map((key) => hashCode(key, memberId, code));
  const taken = await tx.run(sql`
    update staff.recovery_codes set used_at = ${now}
    where member_id = ${memberId} and code_hash in (${join(hashes)}) and used_at is null`);
  return taken === 1;
}
