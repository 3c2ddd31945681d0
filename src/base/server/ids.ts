import { randomBytes } from "node:crypto";
import { drawRandomBytes } from "./random-bytes.ts";

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** An opaque id with a type prefix that sorts by creation time: `cmp_06bq…`. 48 bits of time, 80 random bits. */
export function newId(prefix: string): string {
  const time = Buffer.alloc(6);
  time.writeUIntBE(Date.now(), 0, 6);
  return `${prefix}_${base32(Buffer.concat([time, drawRandomBytes(10)]))}`;
}

/** Random url-safe text of `bytes` bytes, for tokens, states and click ids. */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString("base64url");
}

function base32(bytes: Buffer): string {
  let bits = 0n;
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte);
  const length = Math.ceil((bytes.length * 8) / 5);
  return Array.from(
    { length },
    (_, index) => alphabet[Number((bits >> BigInt((length - 1 - index) * 5)) & 31n)],
  ).join("");
}
