import { type Halalas, halalas } from "#base/shared/money.ts";

/** Snapchat counts money in millionths of the account's currency: 1 halala is 10,000 of them. */
const microPerHalala = 10_000;

/** Exact. */
export function toMicro(amount: Halalas): number {
  return amount * microPerHalala;
}

/** Rounded half up: Snapchat's clicks cost fractions of a halala. */
export function fromMicro(micro: number): Halalas {
  return halalas(Math.floor((micro + microPerHalala / 2) / microPerHalala));
}
