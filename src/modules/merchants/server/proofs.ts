import { createHash, createHmac, randomBytes, randomInt, scrypt, timingSafeEqual } from "node:crypto";
import { randomToken } from "#base/server/ids.ts";
import type { CodePurpose } from "../contract/enums.ts";

/** Six digits, all equally likely. */
export function generateCode(): string {
  return randomInt(1_000_000).toString().padStart(6, "0");
}

/** Whoever reads the database could try a million codes quickly, so the hash takes a key that is not in it. */
export function hashCode(key: Uint8Array, mobile: string, purpose: CodePurpose, code: string): Buffer {
  return createHmac("sha256", key).update(`${purpose}:${mobile}:${code}`).digest();
}

/** 256 random bits: a plain hash is enough for these, and one indexed look-up finds the session. */
export function generateToken(): { token: string; hash: Buffer } {
  const token = randomToken(32);
  return { token, hash: hashToken(token) };
}

export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** 16 MB and five passes: the strength OWASP asks of scrypt, at a memory that fits a small server. */
const cost = { N: 2 ** 14, r: 8, p: 5, maxmem: 64 * 1024 * 1024 };

/** `scrypt$<passes>$<salt>$<hash>`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await stretch(password, salt, cost);
  return `scrypt$${cost.p}$${salt.toString("base64url")}$${hash.toString("base64url")}`;
}

/** Takes the same time whether or not there is a password to compare with. */
export async function verifyPassword(password: string, storedHash: string | null): Promise<boolean> {
  const [, passes, salt = "", hash = ""] = (storedHash ?? dummyHash).split("$");
  const expected = Buffer.from(hash, "base64url");
  const found = await stretch(password, Buffer.from(salt, "base64url"), { ...cost, p: Number(passes) });
  return expected.length === found.length && timingSafeEqual(expected, found) && storedHash !== null;
}

/** A stored hash that no password matches. */
const dummyHash = `scrypt$${cost.p}$${randomBytes(16).toString("base64url")}$${randomBytes(32).toString("base64url")}`;

function stretch(password: string, salt: Buffer, options: typeof cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, 32, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
