import { createHash } from "node:crypto";

/** A number of 60 bits that is the same for a reference whenever it is asked: of its creates only one succeeds. */
export function requestIdOf(reference: string): string {
  const hex = createHash("sha256").update(`rawaj/tiktok/${reference}`).digest("hex").slice(0, 15);
  return BigInt(`0x${hex}`).toString();
}
