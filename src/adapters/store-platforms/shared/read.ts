import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { type Halalas, halalas } from "#base/shared/money.ts";
import { findCityKey } from "#base/shared/places/find-city.ts";

type Fields = Record<string, unknown>;

export function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An object's fields; empty when it is no object, so that a missing part reads as missing. */
export function record(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A body as JSON; undefined when it is not JSON. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

/** Text or a number as text; anything else is empty. PostgreSQL can hold neither NUL nor half a surrogate pair. */
export function asText(value: unknown, max = 500): string {
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? value.replaceAll("\u0000", "").toWellFormed().slice(0, max) : "";
}

/** An amount as text or number, in hundredths, rounded half up; read digit by digit, never through a float product. */
export function parseHundredths(amount: unknown): number {
  const match = /^(-?)(\d{1,12})(?:\.(\d*))?$/.exec(String(amount ?? ""));
  if (!match) throw new AdapterFault("rejected", { reason: `not an amount: ${asText(amount, 40)}` });
  const [, sign = "", whole = "0", rest = ""] = match;
  const cents =
    Number(whole) * 100 + Number(rest.slice(0, 2).padEnd(2, "0")) + (Number(rest[2] ?? 0) >= 5 ? 1 : 0);
  return sign === "-" ? -cents : cents;
}

/** An amount that may be missing. */
export function parseHundredthsOr(amount: unknown, fallback: number): number {
  return amount === undefined || amount === null || amount === "" ? fallback : parseHundredths(amount);
}

export function toPositive(amount: number): Halalas {
  return halalas(Math.max(0, amount));
}

const utmNames = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"] as const;

/** The tags an order came with. */
export function parseUtm(source: Fields): Record<string, string> {
  return Object.fromEntries(
    utmNames.flatMap((name) => {
      const value = asText(source[name], 200);
      return value === "" ? [] : [[name, value]];
    }),
  );
}

/** Our click id, which our links pass as `utm_term`; null when the order has another's value or none. */
export function parseClickId(utm: Readonly<Record<string, string>>): string | null {
  return /^[\w-]{22}$/.test(utm.utm_term ?? "") ? (utm.utm_term ?? null) : null;
}

/** Codes once each, without the empty ones. */
export function parseCodes(codes: readonly unknown[]): string[] {
  return [...new Set(codes.map((code) => asText(code, 60)).filter(Boolean))].slice(0, 10);
}

/** The city of the first of these names that is one; only its key is kept of an address. */
export function parseCityKey(...names: readonly unknown[]): string | null {
  for (const name of names) {
    const key = findCityKey(asText(name, 100));
    if (key !== null) return key;
  }
  return null;
}

export function parseUrl(value: unknown): string | null {
  const text = asText(value, 2_000);
  return /^https?:\/\//.test(text) && URL.canParse(text) ? text : null;
}

/** A picture's URL; a data URL inside the response is kept when it is small. */
export function parseImageUrl(value: unknown): string | null {
  if (typeof value !== "string" || value.length > 4_000) return null;
  return /^data:image\/(svg\+xml|png|jpeg|webp)[;,]/.test(value) ? value : parseUrl(value);
}
