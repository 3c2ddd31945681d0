import type { OrderStatus } from "#modules/stores/contract/enums.ts";

/**
 * The meaning of Salla's own statuses (Salla docs, Order statuses). A merchant's own status is a child of one of
 * these.
 */
const orderStatuses: Record<string, OrderStatus> = {
  payment_pending: "unpaid",
  request_quote: "unpaid",
  under_review: "placed",
  in_progress: "placed",
  shipped: "placed",
  delivering: "placed",
  completed: "delivered",
  delivered: "delivered",
  canceled: "cancelled",
  deleted: "cancelled",
  restoring: "refunded",
  restored: "refunded",
};

/** The original statuses' ids, for orders whose custom status comes without its slug. */
const slugs: Record<string, string> = {
  1473353380: "payment_pending",
  566146469: "under_review",
  1939592358: "in_progress",
  1298199463: "completed",
  349994915: "delivering",
  1723506348: "delivered",
  814202285: "shipped",
  525144736: "canceled",
  989286562: "restored",
  1548352431: "restoring",
  773200552: "request_quote",
  99911771: "deleted",
};

/** The original slug behind an order's status; its own slug when Salla has a new one. */
export function originalSlug(status: Record<string, unknown>): string {
  const byId = slugs[String(status.id)];
  return byId ?? (typeof status.slug === "string" ? status.slug : "unknown");
}

/** `isReturnedUnpaid`: it was returned and nothing had been paid, like a parcel refused on delivery. */
export function toOrderStatus(slug: string, isReturnedUnpaid: boolean): OrderStatus {
  const mapped = orderStatuses[slug] ?? "placed";
  return mapped === "refunded" && isReturnedUnpaid ? "refused" : mapped;
}

/** Handed to a carrier, or already there. */
export const isSentSlug = (slug: string): boolean => /^(shipped|delivering|delivered|completed)$/.test(slug);
