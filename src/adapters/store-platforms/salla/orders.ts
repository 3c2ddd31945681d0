import { type Halalas, halalas } from "#base/shared/money.ts";
import type { OrderSummary, StoreOrder } from "#modules/stores/server/store-platform.port.ts";
import { requireIdAndDate, toOrderLines } from "../shared/orders.ts";
import {
  asText,
  isRecord,
  list,
  parseCityKey,
  parseClickId,
  parseCodes,
  parseUtm,
  record,
  toPositive,
} from "../shared/read.ts";
import { parseAmount, parseAmountOr, riyadhInstant } from "./read.ts";
import { isSentSlug, originalSlug, toOrderStatus } from "./statuses.ts";

/** A row of `GET /orders`: partial, without amounts, payment or source. */
export function readOrderRow(row: unknown): OrderSummary {
  const fields = record(row);
  return {
    externalId: asText(fields.id),
    vendorStatus: originalSlug(record(fields.status)),
    listedTotal: parseAmount(fields.total),
    order: null,
  };
}

/** An order as `GET /orders/{id}` returns it. */
export function readOrderDetails(data: unknown): StoreOrder {
  const order = record(data);
  const { externalId, placedAt } = requireIdAndDate(order.id, riyadhInstant(order.date));

  const refundAction = record(record(order.payment_actions).refund_action);
  const listedTotal = parseAmount(record(order.amounts).total);
  const toRiyals = makeRiyalConverter(order);
  const total = toPositive(toRiyals(listedTotal));
  const reportedRefund = Math.min(toRiyals(parseAmountOr(refundAction.refund_amount, 0)), total);
  const paid = parseAmountOr(refundAction.paid_amount, 0);

  const slug = originalSlug(record(order.status));
  const isCod = asText(order.payment_method) === "cod";
  const status =
    order.draft === true ? "unpaid" : toOrderStatus(slug, isCod && paid === 0 && reportedRefund === 0);
  const utm = parseUtm(record(order.source_details));
  return {
    externalId,
    reference: asText(order.reference_id, 60) || externalId,
    placedAt,
    status,
    vendorStatus: slug,
    paymentMethod: asText(order.payment_method, 60),
    isCod,
    currency: parseCurrency(order),
    total,
    listedTotal,
    // "Returned" without an amount means all of it.
    refunded: status === "refunded" && reportedRefund === 0 ? total : toPositive(reportedRefund),
    utm,
    clickId: parseClickId(utm),
    couponCodes: parseCoupons(record(order.amounts)),
    cityKey: parseCityKey(record(record(order.shipping).address).city, record(order.customer).city),
    isSent: isSentSlug(slug),
    lines: toOrderLines(list(order.items).map((item) => readItem(record(item), toRiyals))),
    contact: readContact(record(order.customer)),
    changedAt: riyadhInstant(order.updated_at),
  };
}

/** Of a partial refund the order gives the amount alone: which items came back is not said. */
function readItem(item: Record<string, unknown>, toRiyals: (amount: number) => Halalas) {
  const amount = toRiyals(parseAmountOr(record(item.amounts).total, 0));
  const productId = item.product_id ?? record(item.product).id;
  return { productId, quantity: item.quantity, amount, returned: null };
}

/** The mobile comes without its country code, which stands beside it (Salla docs, Order details, customer). */
function readContact(customer: Record<string, unknown>) {
  const code = asText(customer.mobile_code, 6);
  const mobile = asText(customer.mobile, 20);
  return { email: asText(customer.email, 200) || null, phone: mobile ? `${code}${mobile}` : null };
}

function parseCurrency(order: Record<string, unknown>): string {
  const total = record(record(order.amounts).total);
  return asText(order.currency, 3) || asText(total.currency, 3) || "SAR";
}

/**
 * Amounts come in the shopper's currency; `exchange_rate` says how much of it one unit of the store's currency is
 * worth.
 */
function makeRiyalConverter(order: Record<string, unknown>): (amount: number) => Halalas {
  const { base_currency: base, exchange_currency: paidIn, rate } = record(order.exchange_rate);
  const perRiyal = Number(rate);
  const isForeign = base === "SAR" && paidIn === parseCurrency(order) && paidIn !== "SAR" && perRiyal > 0;
  return (amount) => halalas(isForeign ? Math.round(amount / perRiyal) : amount);
}

/** Discounts name the coupon as `code`, some as `coupon.code`. */
function parseCoupons(amounts: Record<string, unknown>): string[] {
  return parseCodes(
    list(amounts.discounts)
      .filter(isRecord)
      .map((one) => one.code ?? record(one.coupon).code),
  );
}
