import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

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
