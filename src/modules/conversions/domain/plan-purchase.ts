import type { ConversionRules } from "#modules/ad-accounts/contract/conversion-rules.ts";
import type { SendTime } from "../contract/enums.ts";

type OrderState = {
  status: "placed" | "delivered" | "refused" | "cancelled" | "refunded";
  counts: boolean;
  placed_at: Date;
  delivered_at: Date | null;
};

/**
 * When an order counts as a purchase to send: when it was placed, or only once it was delivered. Null while it does not
 * count, or not any more.
 */
export function findPurchaseTime(order: OrderState, sendAt: SendTime): Date | null {
  if (!order.counts || (order.status !== "placed" && order.status !== "delivered")) return null;
  if (sendAt === "order") return order.placed_at;
  return order.status === "delivered" ? order.delivered_at : null;
}

/** What a purchase is worth now, in halalas: nothing once it was cancelled, refused or given back. */
export function computeKeptValue({
  status,
  counts,
  total_halalas,
  refunded_halalas,
}: Pick<OrderState, "status" | "counts"> & { total_halalas: number; refunded_halalas: number }): number {
  if (!counts || status === "cancelled" || status === "refused") return 0;
  return Math.max(0, total_halalas - refunded_halalas);
}

/** What a purchase could be matched by. */
export type Identifiers = {
  /** Names of the platform's own click ids; empty when the order came by another platform, or by none. */
  clickNames: readonly string[];
  hasContact: boolean;
};

/** Whether a platform can match a purchase at all: by its own click id, or by a contact that may be shared. */
export function canMatch({ clickNames, hasContact }: Identifiers, rules: ConversionRules): boolean {
  if (hasContact) return true;
  return !rules.needsContact && rules.clickNames.some((name) => clickNames.includes(name));
}

/** Older purchases are refused by the platform: they are not sent at all. */
export function isTooOld(occurredAt: Date, now: Date, { maxAgeDays }: ConversionRules): boolean {
  return now.getTime() - occurredAt.getTime() > maxAgeDays * 86_400_000;
}

const firstWaitSeconds = 60;
const maxWaitSeconds = 3_600;

/** Seconds until sending is tried again after so many failures in a row: doubled each time, at most an hour. */
export function computeRetrySeconds(failures: number, requestedSeconds = 0): number {
  const doubled = firstWaitSeconds * 2 ** Math.min(Math.max(0, failures - 1), 10);
  return Math.max(requestedSeconds, Math.min(doubled, maxWaitSeconds));
}
