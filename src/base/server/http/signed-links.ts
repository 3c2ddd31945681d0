import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto";
import type { Clock } from "../clock.ts";

/**
 * An <img> cannot carry a bearer token, so its address is signed instead: for one file and one merchant, for at most
 * two days.
 */
export type SignedLinks = ReturnType<typeof makeSignedLinks>;

const dayMs = 86_400_000;

/** The query parameters of a signature: the merchant, the time until which it holds, and the signature itself. */
export const signatureParams = ["m", "u", "s"] as const;

/** `secret`: the application's signing key, never one that also encrypts. */
export function makeSignedLinks(secret: string, clock: Clock) {
  // A page signs dozens of pictures: to make the key of text each time takes longer than the signature.
  const key = createSecretKey(secret, "utf8");
  const sign = (path: string, merchantId: string, until: number) =>
    createHmac("sha256", key).update(`${path}\n${merchantId}\n${until}`).digest("base64url");

  return {
    /**
     * The same address for a whole day, so that browsers can cache the picture. It expires at the second midnight (UTC)
     * from now.
     */
    link(path: string, merchantId: string): string {
      const until = (Math.floor(clock.now().getTime() / dayMs) + 2) * dayMs;
      const query = new URLSearchParams({
        m: merchantId,
        u: String(until),
        s: sign(path, merchantId, until),
      });
      return `${path}?${query.toString()}`;
    },
    /** The merchant of a signed address; null when it is forged, changed or expired. */
    read(path: string, query: { m?: string; u?: string; s?: string }): string | null {
      const { m = "", u = "", s = "" } = query;
      const until = Number(u);
      if (!Number.isSafeInteger(until) || until <= clock.now().getTime()) return null;
      const expected = Buffer.from(sign(path, m, until));
      const given = Buffer.from(s);
      return given.length === expected.length && timingSafeEqual(given, expected) ? m : null;
    },
  };
}
