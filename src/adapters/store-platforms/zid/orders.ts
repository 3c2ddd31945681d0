import { halalas } from "#base/shared/money.ts";
import type { OrderStatus } from "#modules/stores/contract/enums.ts";
import type { OrderSummary, StoreOrder } from "#modules/stores/server/store-platform.port.ts";
import { requireIdAndDate, toOrderLines, toSummary } from "../shared/orders.ts";
import {
  asText,
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

/** The meaning of Zid's own statuses (docs.zid.sa, Order webhook). Merchants add their own: those count as placed. */
const orderStatuses: Record<string, OrderStatus> = {
  delivered: "delivered",
  cancelled: "cancelled",
  failed: "cancelled",
  expired: "cancelled",
  denied: "cancelled",
  voided: "cancelled",
  refunded: "refunded",
  reversed: "refunded",
  reverse_in_progress: "refunded",
  processingreverse: "refunded",
  chargeback: "refunded",
};

type Fields = Record<string, unknown>;

/** A row of the list: complete, unless part of it may have been refunded, which only its credit notes say. */
export function readOrderRow(row: unknown): OrderSummary {
  const summary = toSummary(readOrder(row, []));
  return mayHaveCreditNotes(row) ? { ...summary, order: null } : summary;
}

/** Only orders that were paid and delivered are refunded in part. */
export function mayHaveCreditNotes(row: unknown): boolean {
  const { payment, status } = parseStatus(record(row));
  return payment === "paid" && orderStatuses[status] === "delivered";
}

/** An order as the list and the detail call return it, with its credit notes. */
export function readOrder(data: unknown, creditNotes: readonly unknown[]): StoreOrder {
  const order = record(data);
  const { externalId, placedAt } = requireIdAndDate(order.id, utcInstant(order.created_at));
  const { payment, status: slug } = parseStatus(order);
  const isCod =
    /cod$/i.test(asText(getPaymentMethod(order).code)) || /cod$/i.test(asText(getPaymentMethod(order).type));
  const listedTotal = parseHundredths(order.order_total);
  const total = toPositive(toRiyals(order, listedTotal));
  const status = toOrderStatus(slug, payment, isCod);
  const refundSum = creditNotes.reduce<number>((sum, note) => sum + computeRefund(record(note)), 0);
  const utm = parseUtm(order);
  return {
    externalId,
    reference: asText(order.invoice_number, 60) || externalId,
    placedAt,
    status,
    vendorStatus: `${slug}/${payment}`,
    paymentMethod: asText(getPaymentMethod(order).code, 60),
    isCod,
    currency: asText(order.currency_code, 3) || "SAR",
    total,
    listedTotal,
    refunded:
      status === "refunded" ? total : halalas(Math.min(toPositive(toRiyals(order, refundSum)), total)),
    utm,
    clickId: parseClickId(utm),
    couponCodes: parseCodes([record(order.coupon).code]),
    cityKey: parseOrderCity(order),
    isSent: /^(indelivery|delivered)$/.test(slug),
    lines: toOrderLines(list(order.products).map((product) => readProductLine(order, record(product)))),
    contact: readContact(record(order.customer)),
    changedAt: utcInstant(order.updated_at),
  };
}

/** A variant's line names its product as `parent_id`. Which products a credit note takes back is not documented. */
function readProductLine(order: Fields, product: Fields) {
  const amount = toRiyals(order, parseHundredthsOr(product.total, 0));
  return { productId: product.parent_id ?? product.id, quantity: product.quantity, amount, returned: null };
}

/** The mobile is a country code and digits, without a plus. */
function readContact(customer: Fields) {
  const mobile = asText(customer.mobile, 20);
  return {
    email: asText(customer.email, 200) || null,
    phone: /^[1-9]\d{9,}$/.test(mobile) ? `+${mobile}` : mobile,
  };
}

/** An address names its city in one or two languages (docs.zid.sa, Order, `shipping.address`; unconfirmed for orders). */
function parseOrderCity(order: Fields): string | null {
  const { city } = record(record(order.shipping).address);
  const { name, ar_name, en_name } = record(city);
  return parseCityKey(name, ar_name, en_name, city);
}

const getPaymentMethod = (order: Fields) => record(record(order.payment).method);

/** "canceled" and any case occur. */
function parseStatus(order: Fields): { status: string; payment: string } {
  const code = asText(record(order.order_status).code, 60).toLowerCase();
  return {
    status: code === "canceled" ? "cancelled" : code,
    payment: asText(order.payment_status, 40).toLowerCase(),
  };
}

function toOrderStatus(slug: string, payment: string, isCod: boolean): OrderStatus {
  const mapped = orderStatuses[slug] ?? "placed";
  if (mapped === "cancelled") return "cancelled";
  if (payment === "refunded") return "refunded";
  if (payment === "voided") return "cancelled";
  const isPaid = payment === "paid";
  // A returned order that was never paid was refused on delivery.
  if (mapped === "refunded") return isPaid ? "refunded" : "refused";
  return isPaid || isCod ? mapped : "unpaid";
}

/** A credit note for a return or a refund; one for an edited or cancelled order is already in the order itself. */
function computeRefund(note: Fields): number {
  const isReturn = !/update|cancel/.test(asText(note.issue_reason));
  return note.invoice_type === "credit_note" && isReturn ? Math.abs(parseHundredths(note.order_total)) : 0;
}

/**
 * Amounts are in the order's currency; its rate says how much of the order's currency one unit of the store's is
 * worth.
 */
function toRiyals(order: Fields, amount: number): number {
  const { order_currency, order_store_currency } = record(order.currency);
  const { code, exchange_rate } = record(order_currency);
  const rate = Number(exchange_rate);
  const isStoreInRiyals = record(order_store_currency).code === "SAR";
  const isForeign = isStoreInRiyals && code !== "SAR" && code !== undefined && rate > 0;
  return isForeign ? Math.round(amount / rate) : amount;
}

/** "2026-11-21 09:30:00": UTC without an offset. */
function utcInstant(value: unknown): Date | null {
  const text = asText(value).slice(0, 19);
  const instant = new Date(`${text.replace(" ", "T")}Z`);
  return Number.isNaN(instant.getTime()) ? null : instant;
}

/** The notes of `GET …/orders/{id}/credit-notes`. */
export function parseCreditNotes(body: Fields): unknown[] {
  return list(record(body.payload).credit_notes);
}
