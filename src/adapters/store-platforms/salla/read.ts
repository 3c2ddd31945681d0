import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { type Halalas, halalas } from "#base/shared/money.ts";

type Fields = Record<string, unknown>;

export function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An object's fields; none when it is not one, so that a missing part reads as missing. */
export function record(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Salla's envelope; user/info is also seen without it. */
export function dataOf(answer: unknown): unknown {
  return record(answer).data ?? answer;
}

/** Text or a number as text; anything else is empty. PostgreSQL can hold neither NUL nor half a surrogate pair. */
export function asText(value: unknown, max = 500): string {
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? value.replaceAll("\u0000", "").toWellFormed().slice(0, max) : "";
}

/** `{amount: 115.5, currency}` or the bare amount, in hundredths, rounded half up; never through a float product. */
export function hundredths(money: unknown): number {
  const amount = isRecord(money) ? money.amount : money;
  const match = /^(-?)(\d{1,12})(?:\.(\d*))?$/.exec(String(amount ?? ""));
  if (!match)
    throw new AdapterFault("rejected", { reason: `not an amount of Salla's: ${asText(amount, 40)}` });
  const [, sign = "", whole = "0", rest = ""] = match;
  const cents =
    Number(whole) * 100 + Number(rest.slice(0, 2).padEnd(2, "0")) + (Number(rest[2] ?? 0) >= 5 ? 1 : 0);
  return sign === "-" ? -cents : cents;
}

/** An amount that may be missing. */
export function hundredthsOr(money: unknown, fallback: number): number {
  const amount = isRecord(money) ? money.amount : money;
  return amount === undefined || amount === null || amount === "" ? fallback : hundredths(money);
}

export function positive(amount: number): Halalas {
  return halalas(Math.max(0, amount));
}

/** `{date: "2026-11-21 12:30:00.000000", timezone: "Asia/Riyadh"}`: wall clock of Riyadh without an offset. */
export function riyadhInstant(value: unknown): Date | null {
  const written = asText(isRecord(value) ? value.date : value).slice(0, 19);
  const instant = new Date(`${written.replace(" ", "T")}+03:00`);
  return Number.isNaN(instant.getTime()) ? null : instant;
}
