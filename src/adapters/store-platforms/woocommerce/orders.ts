import { halalas } from "#base/shared/money.ts";
import type { OrderStatus } from "#modules/stores/contract/enums.ts";
import type { OrderSummary, StoreOrder } from "#modules/stores/server/store-platform.port.ts";
import { requireIdAndDate, toOrderLines, toSummary, toUnits } from "../shared/orders.ts";
import {
  asText,
  isRecord,
  list,
  parseCityKey,
  parseClickId,
  parseCodes,
  parseHundredths,
  parseHundredthsOr,
  parseUtm,
  record,
  toPositive,
} from "../shared/read.ts";

/** The meaning of core's statuses (WooCommerce docs, Order statuses). Plugins add their own: those count as placed. */
const orderStatuses: Record<string, OrderStatus> = {
  pending: "unpaid",
  "on-hold": "unpaid",
  "checkout-draft": "unpaid",
  processing: "placed",
  completed: "delivered",
  cancelled: "cancelled",
  trash: "cancelled",
  refunded: "refunded",
  failed: "unpaid",
};

type Fields = Record<string, unknown>;

/** A row of the list is the complete order, unless only its refunds say which lines came back. */
export function readOrderRow(row: unknown): OrderSummary {
  const summary = toSummary(readOrder(row));
  return isRefundedInPart(row) ? { ...summary, order: null } : summary;
}

/** Refunded in part: the order gives the amounts, each refund's own lines its products. */
export function isRefundedInPart(row: unknown): boolean {
  const { refunds, status } = record(row);
  return list(refunds).length > 0 && status !== "refunded";
}

/** An order as `wc/v3/orders` returns it, with the refunds of `…/refunds` where it is refunded in part. */
export function readOrder(data: unknown, refunds: readonly unknown[] = []): StoreOrder {
  const order = record(data);
  const { externalId, placedAt } = requireIdAndDate(order.id, gmtInstant(order.date_created_gmt));
  const vendorStatus = asText(order.status, 60);
  const paymentMethod = asText(order.payment_method, 60);
  const isCod = /(^|[-_])cod([-_]|$)|cash.?on.?delivery/i.test(paymentMethod);
  const listedTotal = parseHundredths(order.total);
  const total = toPositive(listedTotal);
  const status = toOrderStatus(vendorStatus, isCod, order.date_paid_gmt ?? null);
  // Refunds are negative lines.
  const refundSum = list(order.refunds).reduce<number>(
    (sum, line) => sum + Math.abs(parseHundredths(record(line).total)),
    0,
  );
  const attribution = parseAttribution(order);
  const utm = parseUtm(attribution);
  return {
    externalId,
    reference: asText(order.number, 60) || externalId,
    placedAt,
    status,
    vendorStatus,
    paymentMethod,
    isCod,
    currency: asText(order.currency, 3) || "SAR",
    total,
    listedTotal,
    // "Refunded" without a line means all of it.
    refunded: status === "refunded" && refundSum === 0 ? total : halalas(Math.min(refundSum, total)),
    utm,
    clickId: parseClickId(utm) ?? parseClickId({ utm_term: parseLandingClickId(attribution) }),
    couponCodes: parseCodes(list(order.coupon_lines).map((line) => record(line).code)),
    cityKey: parseCityKey(record(order.shipping).city, record(order.billing).city),
    // Core has no status between paid and completed: only the end of the way is known.
    isSent: status === "delivered",
    lines: readLines(order, refunds),
    contact: readContact(record(order.billing)),
    changedAt: gmtInstant(order.date_modified_gmt),
  };
}

/** As the shopper typed it at the checkout. */
const readContact = (billing: Fields) => ({
  email: asText(billing.email, 200) || null,
  phone: asText(billing.phone, 30) || null,
});

/** `subtotal` is before coupons, and without VAT. A refund of an amount alone does not say what came back. */
function readLines(order: Fields, refunds: readonly unknown[]) {
  const refundLines = refunds.map((refund) => list(record(refund).line_items).map(record));
  const isSaid =
    list(order.refunds).length === 0 || (refunds.length > 0 && refundLines.every(({ length }) => length > 0));
  const units = (id: unknown) =>
    refundLines
      .flat()
      .filter((line) => line.product_id === id)
      .reduce((sum, line) => sum + toUnits(line.quantity), 0);
  const counted = new Set<unknown>();
  return toOrderLines(
    list(order.line_items).map((item) => {
      const { product_id: productId, quantity, subtotal, subtotal_tax } = record(item);
      const amount = parseHundredthsOr(subtotal, 0) + parseHundredthsOr(subtotal_tax, 0);
      // Variants of a product are lines of their own; its returned units are counted with the first.
      const returned = counted.has(productId) ? 0 : units(productId);
      counted.add(productId);
      return { productId, quantity, amount, returned: isSaid ? returned : null };
    }),
  );
}

/** `date_paid` is set for cash on delivery too, as soon as it is "processing": it says nothing about cash. */
function toOrderStatus(status: string, isCod: boolean, datePaid: unknown): OrderStatus {
  const mapped = orderStatuses[status];
  if (!isCod) return mapped ?? (datePaid === null ? "unpaid" : "placed");
  // Nobody pays online here, so "failed" is a refused parcel, and a pending order does not wait for money.
  if (status === "failed") return "refused";
  return status === "on-hold" ? "placed" : (mapped ?? "placed");
}

const prefix = "_wc_order_attribution_";

/** What core recorded of the visit: `utm_source`, `session_entry` … "(direct)" means none. */
function parseAttribution(order: Fields): Fields {
  const recorded = list(order.meta_data)
    .filter(isRecord)
    .filter(({ key, value }) => asText(key).startsWith(prefix) && value !== "(direct)");
  return Object.fromEntries(recorded.map(({ key, value }) => [asText(key).slice(prefix.length), value]));
}

/** Our click id in the URL where the visit began, for shops whose tags were overwritten on the way. */
function parseLandingClickId({ session_entry }: Fields): string {
  const entry = asText(session_entry, 2_000);
  return URL.canParse(entry) ? (new URL(entry).searchParams.get("rwj") ?? "") : "";
}

/** "2026-11-21T09:30:00": UTC without an offset. */
function gmtInstant(value: unknown): Date | null {
  const instant = new Date(`${asText(value).slice(0, 19)}Z`);
  return Number.isNaN(instant.getTime()) ? null : instant;
}
