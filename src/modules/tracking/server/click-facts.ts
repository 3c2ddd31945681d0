import { createHmac } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";

/** A header's value as it is stored: valid text for the database, cut to a maximum length. */
export function headerText(value: string | string[] | undefined, max: number): string {
  const text = Array.isArray(value) ? (value[0] ?? "") : (value ?? "");
  const short = text.length > max ? text.slice(0, max) : text;
  return short.includes("\u0000") || !short.isWellFormed()
    ? short.replaceAll("\u0000", "").toWellFormed()
    : short;
}

/** What a browser sends with a request that no person made. */
export function toPurpose(headers: IncomingHttpHeaders): string {
  return headerText(
    headers["sec-purpose"] ?? headers.purpose ?? headers["x-purpose"] ?? headers["x-moz"],
    60,
  );
}

/** The host only: the rest of a referrer may identify a person. */
export function referrerHost(referrer: string | undefined): string {
  if (!referrer || referrer.length > 2_000 || !URL.canParse(referrer)) return "";
  return new URL(referrer).hostname.slice(0, 200);
}

/**
 * Hashes an address with a key and a salt that changes each Riyadh day. The same visitor has one hash within a day and
 * another the next day. Without the key, the database alone identifies nobody.
 */
export function makeAddressHash(key: Buffer): (address: string, day: RiyadhDay) => string {
  let salted: { day: string; salt: Buffer } = { day: "", salt: key };
  return (address, day) => {
    if (salted.day !== day) salted = { day, salt: createHmac("sha256", key).update(day).digest() };
    return createHmac("sha256", salted.salt).update(address).digest("base64url").slice(0, 22);
  };
}

const maxCounted = 20_000;

/**
 * Counts the clicks of one visitor on one link within a minute of business time. The counters last for that minute
 * only.
 */
export function makeMinuteCounter(): (visitor: string, at: Date) => number {
  let minute = 0;
  const counts = new Map<string, number>();
  return (visitor, at) => {
    const now = Math.floor(at.getTime() / 60_000);
    if (now !== minute || counts.size > maxCounted) counts.clear();
    minute = now;
    const nth = (counts.get(visitor) ?? 0) + 1;
    counts.set(visitor, nth);
    return Math.min(nth, 32_000);
  };
}
