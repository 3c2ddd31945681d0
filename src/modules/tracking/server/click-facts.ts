import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { drawRandomBytes } from "#base/server/random-bytes.ts";
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
  // A key made once: to make it of bytes takes Node longer than the hash itself.
  let salted: { day: string; salt: KeyObject } = { day: "", salt: createSecretKey(key) };
  return (address, day) => {
    if (salted.day !== day)
      salted = { day, salt: createSecretKey(createHmac("sha256", key).update(day).digest()) };
    return createHmac("sha256", salted.salt).update(address).digest("base64url").slice(0, 22);
  };
}

/** A visitor of one merchant's links, as far as their browser keeps our cookie. */
export const visitorCookie = "rwv";
const visitorCookieSeconds = 28 * 86_400;

export type VisitorId = { value: string; isNew: boolean };

/**
 * The random first-party id that the browser keeps for this host, or a new one; null for a browser that says it does not
 * want to be recognised (Global Privacy Control, Do Not Track).
 */
export function readVisitorId(headers: IncomingHttpHeaders): VisitorId | null {
  if (headers["sec-gpc"] === "1" || headers.dnt === "1") return null;
  const known = /(?:^|;\s*)rwv=([\w-]{22})(?:;|$)/.exec(headers.cookie ?? "")?.[1];
  return known
    ? { value: known, isNew: false }
    : { value: drawRandomBytes(16).toString("base64url").slice(0, 22), isNew: true };
}

/** Only our own redirect reads it, for 28 days from the first click: it is never renewed. */
export function toVisitorCookie(value: string, isSecure: boolean): string {
  const secure = isSecure ? "; Secure" : "";
  return `${visitorCookie}=${value}; Path=/t; Max-Age=${visitorCookieSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** What is stored of a visitor's id: a keyed hash with the merchant, so that nobody is followed from shop to shop. */
export function makeVisitorHash(key: Buffer): (visitor: { merchantId: string; value: string }) => string {
  const secret = createSecretKey(key);
  return ({ merchantId, value }) =>
    createHmac("sha256", secret).update(`${merchantId} ${value}`).digest("base64url").slice(0, 22);
}

const atOnceMs = 2_000;

/** Counts the different links that one visitor opened within two seconds of business time, this one included. */
export function makeSpeedCounter(): (visitor: string, linkId: string, at: Date) => number {
  let minute = 0;
  const opened = new Map<string, { linkId: string; at: number }[]>();
  return (visitor, linkId, at) => {
    const now = at.getTime();
    const thisMinute = Math.floor(now / 60_000);
    if (minute !== thisMinute || opened.size > maxCounted) opened.clear();
    minute = thisMinute;
    const recent = (opened.get(visitor) ?? []).filter((one) => now - one.at < atOnceMs).slice(-20);
    recent.push({ linkId, at: now });
    opened.set(visitor, recent);
    return new Set(recent.map((one) => one.linkId)).size;
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
