import { type Halalas, halalas } from "#base/shared/money.ts";
import type { PixelWord } from "../contract/pixel.ts";
import type { StoreOrder } from "./order.ts";

/** More than this in one order is no order of a shop that sells by a page. */
export const mostOrderHalalas = 10_000_000;

/** "115.5" in halalas; the shape is already checked. */
export function halalasOf(amount: string): Halalas {
  const [whole = "0", cents = ""] = amount.split(".");
  return halalas(Number(whole) * 100 + Number(cents.padEnd(2, "0")));
}

/** An order as a site tells it. Only a signed word says more than that it was placed. */
export function orderOf({ order, click, utm = {} }: PixelWord, isSigned: boolean, now: Date): StoreOrder {
  const total = halalasOf(order.total);
  const said = isSigned ? order : { ...order, status: undefined, refunded: undefined, at: undefined };
  const status = said.status ?? "placed";
  const refunded =
    status === "refunded" && said.refunded === undefined ? total : halalasOf(said.refunded ?? "0");
  const payment = order.payment ?? "";
  return {
    externalId: order.id,
    reference: order.id,
    placedAt: said.at ? new Date(said.at) : now,
    status,
    vendorStatus: status,
    paymentMethod: payment,
    isCod: /cod|cash|عند الاستلام/i.test(payment),
    currency: order.currency,
    total,
    listedTotal: total,
    refunded: halalas(Math.min(refunded, total)),
    utm: Object.fromEntries(Object.entries(utm).filter(([, value]) => value)),
    clickId: click && /^[\w-]{22}$/.test(click) ? click : null,
    couponCodes: order.coupon ? [order.coupon] : [],
    changedAt: said.at ? new Date(said.at) : null,
  };
}
