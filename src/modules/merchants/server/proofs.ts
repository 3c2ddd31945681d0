import { createHmac, randomInt } from "node:crypto";
import type { CodePurpose } from "../contract/enums.ts";

/** Six digits, all equally likely. */
export function generateCode(): string {
  return randomInt(1_000_000).toString().padStart(6, "0");
}

/** Whoever reads the database could try a million codes quickly, so the hash takes a key that is not in it. */
export function hashCode(key: Uint8Array, mobile: string, purpose: CodePurpose, code: string): Buffer {
  return createHmac("sha256", key).update(`${purpose}:${mobile}:${code}`).digest();
}
