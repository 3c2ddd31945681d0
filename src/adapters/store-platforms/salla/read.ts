import { asText, isRecord, parseHundredths, parseHundredthsOr, record } from "../shared/read.ts";

/** Salla's envelope; user/info also occurs without it. */
export function unwrapData(answer: unknown): unknown {
  return record(answer).data ?? answer;
}

/** `{amount: 115.5, currency}` or the bare amount, in hundredths. */
export function parseAmount(money: unknown): number {
  return parseHundredths(isRecord(money) ? money.amount : money);
}

/** An amount that may be missing. */
export function parseAmountOr(money: unknown, fallback: number): number {
  return parseHundredthsOr(isRecord(money) ? money.amount : money, fallback);
}

/** `{date: "2026-11-21 12:30:00.000000", timezone: "Asia/Riyadh"}`: wall clock of Riyadh without an offset. */
export function riyadhInstant(value: unknown): Date | null {
  const written = asText(isRecord(value) ? value.date : value).slice(0, 19);
  const instant = new Date(`${written.replace(" ", "T")}+03:00`);
  return Number.isNaN(instant.getTime()) ? null : instant;
}
