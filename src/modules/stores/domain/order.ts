import type { Halalas } from "#base/shared/money.ts";
import type { OrderStatus } from "../contract/words.ts";

/** An order as its platform tells it now. */
export type StoreOrder = {
  externalId: string;
  /** What the merchant calls it. */
  reference: string;
  placedAt: Date;
  status: OrderStatus;
  /** The platform's own word for it. */
  vendorStatus: string;
  paymentMethod: string;
  isCod: boolean;
  /** ISO 4217, as the shopper paid; amounts below are riyals. */
  currency: string;
  total: Halalas;
  /** The total in the order's own currency, in hundredths. */
  listedTotal: number;
  refunded: Halalas;
  utm: Readonly<Record<string, string>>;
  /** Our click id, where the order carries one. */
  clickId: string | null;
  couponCodes: readonly string[];
  /** When the platform last changed it; null where it tells none. */
  changedAt: Date | null;
};

/** A reading of an order: what the platform said, and when we began to ask. */
export type OrderSnapshot = { order: StoreOrder; readAt: Date };

export type OrderDecision =
  /** Something that counts changed: store it and tell. */
  | "record"
  /** Newer, but it says the same: only its age changes. */
  | "confirm"
  /** What is stored is newer. */
  | "ignore";

/**
 * What to do with a reading beside the one that is stored. Readings come twice and out of order; whatever order they
 * come in, the newest one stands in the end.
 */
export function decideOrder(stored: OrderSnapshot | null, incoming: OrderSnapshot): OrderDecision {
  if (!stored) return "record";
  if (!isNewer(stored, incoming)) return "ignore";
  return isSameOrder(stored.order, incoming.order) ? "confirm" : "record";
}

/** The platform's own time decides; within its same second, and where it tells none, the later reading does. */
function isNewer(stored: OrderSnapshot, incoming: OrderSnapshot): boolean {
  const [before, after] = [stored.order.changedAt, incoming.order.changedAt];
  if (before && after && before.getTime() !== after.getTime()) return after > before;
  return incoming.readAt > stored.readAt;
}

function isSameOrder(one: StoreOrder, other: StoreOrder): boolean {
  const facts = ({ changedAt, utm, couponCodes, ...rest }: StoreOrder) =>
    JSON.stringify([
      Object.entries(rest).sort(([a], [b]) => a.localeCompare(b)),
      Object.entries(utm).sort(([a], [b]) => a.localeCompare(b)),
      [...couponCodes].sort(),
    ]);
  return facts(one) === facts(other);
}

/** When it was delivered, as far as we saw: kept once known, for as long as it is delivered or was given back after. */
export function computeDeliveredAt(known: Date | null, { order, readAt }: OrderSnapshot): Date | null {
  if (order.status === "delivered") return known ?? order.changedAt ?? readAt;
  return order.status === "refunded" ? known : null;
}
