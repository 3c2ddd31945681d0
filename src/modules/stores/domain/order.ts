import type { Halalas } from "#base/shared/money.ts";
import type { OrderStatus } from "../contract/enums.ts";

/** What an order holds of one product, in all its variants. */
export type OrderLine = {
  /** The product's id on its platform. */
  productId: string;
  quantity: number;
  /** With VAT, before coupons on the whole order. */
  amount: Halalas;
  /** Units that were refunded; null where the platform gives a refund's amount but not its products. */
  returned: number | null;
};

/** An order as its platform reports it now. */
export type StoreOrder = {
  externalId: string;
  /** The order number the merchant sees. */
  reference: string;
  placedAt: Date;
  status: OrderStatus;
  /** The platform's own status. */
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
  /** Where it is sent, as a key of our gazetteer; null where the platform does not say, or names no city we know. */
  cityKey: string | null;
  /** It was handed to a carrier, as far as the platform says. */
  isSent: boolean;
  /** Each product once; null where the platform does not say what was bought. */
  lines: readonly OrderLine[] | null;
  /**
   * The shopper's contact as the platform gives it; it is hashed before anything of it is stored, and only for
   * merchants who share contacts. Absent where the platform does not give it.
   */
  contact?: { email: string | null; phone: string | null };
  /** When the platform last changed it; null where the platform does not say. */
  changedAt: Date | null;
};

/** An order as it was read: what the platform reported, and when the read started. */
export type OrderSnapshot = { order: StoreOrder; readAt: Date };

export type OrderDecision =
  /** Something that counts changed: store it and publish the event. */
  | "record"
  /** Newer, but with the same content: only the times change. */
  | "confirm"
  /** What is stored is newer. */
  | "ignore";

/**
 * Decides what to do with a snapshot, given the stored one. Snapshots come twice and out of order; whatever the
 * order, the newest one is stored in the end.
 */
export function decideOrder(stored: OrderSnapshot | null, incoming: OrderSnapshot): OrderDecision {
  if (!stored) return "record";
  if (!isNewer(stored, incoming)) return "ignore";
  return isSameOrder(stored.order, incoming.order) ? "confirm" : "record";
}

/** The platform's time of change decides; within the same second, or where it gives none, the later read wins. */
function isNewer(stored: OrderSnapshot, incoming: OrderSnapshot): boolean {
  const [before, after] = [stored.order.changedAt, incoming.order.changedAt];
  if (before && after && before.getTime() !== after.getTime()) return after > before;
  return incoming.readAt > stored.readAt;
}

/** Lines and the contact are no part of what is published. */
function isSameOrder(one: StoreOrder, other: StoreOrder): boolean {
  const facts = ({ changedAt, utm, couponCodes, lines, contact, ...rest }: StoreOrder) =>
    JSON.stringify([
      Object.entries(rest).sort(([a], [b]) => a.localeCompare(b)),
      Object.entries(utm).sort(([a], [b]) => a.localeCompare(b)),
      [...couponCodes].sort(),
    ]);
  return facts(one) === facts(other);
}

/** When it was delivered, as far as we know: kept while the order is delivered or refunded afterwards. */
export function computeDeliveredAt(known: Date | null, { order, readAt }: OrderSnapshot): Date | null {
  if (order.status === "delivered") return known ?? order.changedAt ?? readAt;
  return order.status === "refunded" ? known : null;
}
