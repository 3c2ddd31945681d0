import { type Halalas, halalas } from "#base/shared/money.ts";
import type { OrderGlimpse, StoreOrder } from "#modules/stores/server/store-platform.port.ts";
import { knownBy } from "../shared/orders.ts";
import { asText, clickIdOf, codesOf, isRecord, list, positive, record, utmOf } from "../shared/read.ts";
import { amountOf, amountOr, riyadhInstant } from "./read.ts";
import { meaningOf, originalSlug } from "./statuses.ts";

/** A row of `GET /orders`: light, without amounts, payment or source. */
export function readOrderRow(row: unknown): OrderGlimpse {
  const fields = record(row);
  return {
    externalId: asText(fields.id),
    vendorStatus: originalSlug(record(fields.status)),
    listedTotal: amountOf(fields.total),
    order: null,
  };
}

/** An order as `GET /orders/{id}` gives it. */
export function readOrderDetails(data: unknown): StoreOrder {
  const order = record(data);
  const { externalId, placedAt } = knownBy(order.id, riyadhInstant(order.date));

  const refundAction = record(record(order.payment_actions).refund_action);
  const listedTotal = amountOf(record(order.amounts).total);
  const toRiyals = riyalsPer(order);
  const total = positive(toRiyals(listedTotal));
  const told = Math.min(toRiyals(amountOr(refundAction.refund_amount, 0)), total);
  const paid = amountOr(refundAction.paid_amount, 0);

  const slug = originalSlug(record(order.status));
  const isCod = asText(order.payment_method) === "cod";
  const status = order.draft === true ? "unpaid" : meaningOf(slug, isCod && paid === 0 && told === 0);
  const utm = utmOf(record(order.source_details));
  return {
    externalId,
    reference: asText(order.reference_id, 60) || externalId,
    placedAt,
    status,
    vendorStatus: slug,
    paymentMethod: asText(order.payment_method, 60),
    isCod,
    currency: currencyOf(order),
    total,
    listedTotal,
    // "Returned" without an amount means all of it.
    refunded: status === "refunded" && told === 0 ? total : positive(told),
    utm,
    clickId: clickIdOf(utm),
    couponCodes: couponsOf(record(order.amounts)),
    changedAt: riyadhInstant(order.updated_at),
  };
}

function currencyOf(order: Record<string, unknown>): string {
  const total = record(record(order.amounts).total);
  return asText(order.currency, 3) || asText(total.currency, 3) || "SAR";
}

/** Amounts come in the shopper's currency; `exchange_rate` says how much of it the store's one is worth. */
function riyalsPer(order: Record<string, unknown>): (amount: number) => Halalas {
  const { base_currency: base, exchange_currency: paidIn, rate } = record(order.exchange_rate);
  const perRiyal = Number(rate);
  const isForeign = base === "SAR" && paidIn === currencyOf(order) && paidIn !== "SAR" && perRiyal > 0;
  return (amount) => halalas(isForeign ? Math.round(amount / perRiyal) : amount);
}

/** Discounts name the coupon as `code`, some as `coupon.code`. */
function couponsOf(amounts: Record<string, unknown>): string[] {
  return codesOf(
    list(amounts.discounts)
      .filter(isRecord)
      .map((one) => one.code ?? record(one.coupon).code),
  );
}
