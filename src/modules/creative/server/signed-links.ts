import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock } from "#base/server/clock.ts";

/** An <img> cannot carry a bearer token: its address is signed instead, for one file, one merchant and a day at most. */
export type SignedLinks = ReturnType<typeof makeSignedLinks>;

const dayMs = 86_400_000;

/** `secret`: the program's own key for signing, never one that also encrypts. */
export function makeSignedLinks(secret: string, clock: Clock) {
  const sign = (path: string, merchantId: string, until: number) =>
    createHmac("sha256", secret).update(`${path}\n${merchantId}\n${until}`).digest("base64url");

  return {
    /** The same address all day long, so that browsers keep the picture: it ends at the second midnight (UTC) from now. */
    link(path: string, merchantId: string): string {
      const until = (Math.floor(clock.now().getTime() / dayMs) + 2) * dayMs;
      const query = new URLSearchParams({
        m: merchantId,
        u: String(until),
        s: sign(path, merchantId, until),
      });
      return `${path}?${query.toString()}`;
    },
    /** Whose file the address opens; null when it is forged, changed or past its time. */
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
