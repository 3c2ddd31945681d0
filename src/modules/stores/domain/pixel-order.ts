import { type Halalas, halalas } from "#base/shared/money.ts";
import type { PixelWord } from "../contract/pixel.ts";
import type { OrderReading, StoreOrder } from "./order.ts";

/** More than this in one order is no order of a shop that sells by a page. */
export const mostOrderHalalas = 10_000_000;
/** Other pages' claims kept about one unconfirmed order: the shopper's own is among the first, if it is there at all. */
const mostClaims = 5;
/** A page tells of its order at once: later than this after the server did, it is somebody else's word. */
const pageDelayMs = 24 * 3_600_000;

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
  return {
    externalId: order.id,
    reference: order.id,
    placedAt: said.at ? new Date(said.at) : now,
    status,
    vendorStatus: status,
    ...paymentOf(order.payment ?? ""),
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

/** How an order began: when, by which visit, with which coupon and means of payment. */
type Beginning = Pick<StoreOrder, "utm" | "clickId" | "couponCodes" | "paymentMethod">;
/** What a page claims of an order: only a browser knows by which link its visit came. */
export type PageClaim = Beginning & Pick<StoreOrder, "total"> & { placedAt: string };

/** An order of a site as it is kept. Unconfirmed: only pages spoke of it, and `otherClaims` contradict the first. */
export type SiteOrder = { reading: OrderReading; isConfirmed: boolean; otherClaims: readonly PageClaim[] };

/**
 * What a page's word makes of an order; null when nothing. Anybody can send one, so it changes no order that is known:
 * a contradicting claim is kept beside the first, and an order the server told of may only be given its visit.
 */
export function afterPageWord(known: SiteOrder | null, word: OrderReading): SiteOrder | null {
  if (!known) return { reading: word, isConfirmed: false, otherClaims: [] };
  const { order } = known.reading;
  const claim = claimOf(word.order);
  if (known.isConfirmed) {
    if (!mayGiveVisit(order, word.order)) return null;
    return { ...known, reading: begun(known.reading, [order, claim], order.placedAt) };
  }
  const totals = [order.total, ...known.otherClaims.map(({ total }) => total)];
  if (totals.includes(claim.total) || known.otherClaims.length >= mostClaims) return null;
  return { ...known, otherClaims: [...known.otherClaims, claim] };
}

/**
 * What the server's signed word makes of an order. It replaces whatever pages said, and takes of them only how the
 * order began: from the first claim of the same total, which nobody knows but the server and the shopper's own page.
 */
export function afterSignedWord(known: SiteOrder | null, word: OrderReading): SiteOrder {
  const confirmed = { isConfirmed: true, otherClaims: [] };
  if (known?.isConfirmed) {
    const { order: first } = known.reading;
    return { ...confirmed, reading: begun(word, [first, word.order], first.placedAt) };
  }
  const claims = known ? [claimOf(known.reading.order), ...known.otherClaims] : [];
  const claim = claims.find(({ total }) => total === word.order.total);
  if (!claim) return { ...confirmed, reading: word };
  return { ...confirmed, reading: begun(word, [word.order, claim], new Date(claim.placedAt)) };
}

const hasVisit = ({ clickId, utm }: Beginning) => clickId !== null || Object.keys(utm).length > 0;

function mayGiveVisit(order: StoreOrder, word: StoreOrder): boolean {
  const delayMs = word.placedAt.getTime() - order.placedAt.getTime();
  return !hasVisit(order) && hasVisit(word) && order.total === word.total && delayMs <= pageDelayMs;
}

/** The reading with what the first source knows of the beginning, and the second where the first knows nothing. */
function begun(
  { order, readAt }: OrderReading,
  [first, second]: [Beginning, Beginning],
  placedAt: Date,
): OrderReading {
  const { utm, clickId } = hasVisit(first) ? first : second;
  const { couponCodes } = first.couponCodes.length > 0 ? first : second;
  const payment = paymentOf(order.paymentMethod || first.paymentMethod || second.paymentMethod);
  return { order: { ...order, ...payment, placedAt, utm, clickId, couponCodes }, readAt };
}

function claimOf({ total, utm, clickId, couponCodes, paymentMethod, placedAt }: StoreOrder): PageClaim {
  return { total, utm, clickId, couponCodes, paymentMethod, placedAt: placedAt.toISOString() };
}

function paymentOf(paymentMethod: string): Pick<StoreOrder, "paymentMethod" | "isCod"> {
  return { paymentMethod, isCod: /cod|cash|عند الاستلام/i.test(paymentMethod) };
}
