import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Text that stands signed in an address: `payload.signature`, both base64url. Whoever has the address has the right that
 * its reader gives it; nobody can make or change one.
 */
export function makeSignedPayloads(keys: readonly Buffer[]) {
  const sign = (key: Buffer, payload: string) => createHmac("sha256", key).update(payload).digest();
  return {
    /** Signed with the present key, the first one. */
    seal(parts: readonly string[]): string {
      const [key] = keys;
      if (!key) throw new Error("no key signs the addresses");
      const payload = Buffer.from(JSON.stringify(parts)).toString("base64url");
      return `${payload}.${sign(key, payload).toString("base64url")}`;
    },
    /** Null when it is forged or changed; any of the keys may have signed it. */
    open(token: string): string[] | null {
      const [payload = "", signature = "", ...more] = token.split(".");
      const given = Buffer.from(signature, "base64url");
      const isSigned = keys.some((key) => {
        const expected = sign(key, payload);
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
      if (!isSigned || more.length > 0) return null;
      return JSON.parse(Buffer.from(payload, "base64url").toString()) as string[];
    },
  };
}
