import { type Halalas, halalas } from "#base/shared/money.ts";
import type { PixelEvent } from "../contract/pixel.ts";
import type { OrderSnapshot, StoreOrder } from "./order.ts";

/** A larger total is not a plausible order. */
export const maxOrderHalalas = 10_000_000;
/** Other pages' claims kept for one unconfirmed order: the shopper's own claim is among the first, if there is one. */
const maxClaims = 5;
/** A page reports its order at once: a page event later than this after the server's is not from the shopper's page. */
const pageDelayMs = 24 * 3_600_000;

/** "115.5" to halalas; the format is already checked. */
export function parseHalalas(amount: string): Halalas {
  const [whole = "0", cents = ""] = amount.split(".");
  return halalas(Number(whole) * 100 + Number(cents.padEnd(2, "0")));
}

/** An order as a site reports it. Only a signed event can set a status other than placed. */
export function toOrder({ order, click, utm = {} }: PixelEvent, isSigned: boolean, now: Date): StoreOrder {
  const total = parseHalalas(order.total);
  const details = isSigned ? order : { ...order, status: undefined, refunded: undefined, at: undefined };
  const status = details.status ?? "placed";
  const refunded =
    status === "refunded" && details.refunded === undefined ? total : parseHalalas(details.refunded ?? "0");
  return {
    externalId: order.id,
    reference: order.id,
    placedAt: details.at ? new Date(details.at) : now,
    status,
    vendorStatus: status,
    ...toPayment(order.payment ?? ""),
    currency: order.currency,
    total,
    listedTotal: total,
    refunded: halalas(Math.min(refunded, total)),
    utm: Object.fromEntries(Object.entries(utm).filter(([, value]) => value)),
    clickId: click && /^[\w-]{22}$/.test(click) ? click : null,
    couponCodes: order.coupon ? [order.coupon] : [],
    cityKey: null,
    isSent: false,
    lines: null,
    changedAt: details.at ? new Date(details.at) : null,
  };
}

/** How an order began: visit, coupons and means of payment. */
type OrderOrigin = Pick<StoreOrder, "utm" | "clickId" | "couponCodes" | "paymentMethod">;
/** What a page claims about an order: only a browser knows which link its visit came from. */
export type PageClaim = OrderOrigin & Pick<StoreOrder, "total"> & { placedAt: string };

/**
 * A site's order as it is stored. Unconfirmed: only pages reported it, and `otherClaims` contradict the first claim.
 */
export type SiteOrder = { snapshot: OrderSnapshot; isConfirmed: boolean; otherClaims: readonly PageClaim[] };

/**
 * The order after a page's event; null when nothing changes. Anybody can send such an event, so it never changes a
 * known order: a contradicting claim is stored beside the first, and a confirmed order can only be given its visit.
 */
export function applyPageEvent(known: SiteOrder | null, incoming: OrderSnapshot): SiteOrder | null {
  if (!known) return { snapshot: incoming, isConfirmed: false, otherClaims: [] };
  const { order } = known.snapshot;
  const claim = toClaim(incoming.order);
  if (known.isConfirmed) {
    if (!canAddVisit(order, incoming.order)) return null;
    return { ...known, snapshot: withOrigin(known.snapshot, [order, claim], order.placedAt) };
  }
  const totals = [order.total, ...known.otherClaims.map(({ total }) => total)];
  if (totals.includes(claim.total) || known.otherClaims.length >= maxClaims) return null;
  return { ...known, otherClaims: [...known.otherClaims, claim] };
}

/**
 * The order after the server's signed event. It replaces what pages claimed. Of the claims it takes only how the
 * order began, from the first one with the same total, which only the server and the shopper's own page know.
 */
export function applySignedEvent(known: SiteOrder | null, incoming: OrderSnapshot): SiteOrder {
  const confirmed = { isConfirmed: true, otherClaims: [] };
  if (known?.isConfirmed) {
    const { order: first } = known.snapshot;
    return { ...confirmed, snapshot: withOrigin(incoming, [first, incoming.order], first.placedAt) };
  }
  const claims = known ? [toClaim(known.snapshot.order), ...known.otherClaims] : [];
  const claim = claims.find(({ total }) => total === incoming.order.total);
  if (!claim) return { ...confirmed, snapshot: incoming };
  return { ...confirmed, snapshot: withOrigin(incoming, [incoming.order, claim], new Date(claim.placedAt)) };
}

const hasVisit = ({ clickId, utm }: OrderOrigin) => clickId !== null || Object.keys(utm).length > 0;

function canAddVisit(order: StoreOrder, incoming: StoreOrder): boolean {
  const delayMs = incoming.placedAt.getTime() - order.placedAt.getTime();
  return !hasVisit(order) && hasVisit(incoming) && order.total === incoming.total && delayMs <= pageDelayMs;
}

/** The snapshot with the origin from the first source, and from the second where the first has none. */
function withOrigin(
  { order, readAt }: OrderSnapshot,
  [first, second]: [OrderOrigin, OrderOrigin],
  placedAt: Date,
): OrderSnapshot {
  const { utm, clickId } = hasVisit(first) ? first : second;
  const { couponCodes } = first.couponCodes.length > 0 ? first : second;
  const payment = toPayment(order.paymentMethod || first.paymentMethod || second.paymentMethod);
  return { order: { ...order, ...payment, placedAt, utm, clickId, couponCodes }, readAt };
}

function toClaim({ total, utm, clickId, couponCodes, paymentMethod, placedAt }: StoreOrder): PageClaim {
  return { total, utm, clickId, couponCodes, paymentMethod, placedAt: placedAt.toISOString() };
}

function toPayment(paymentMethod: string): Pick<StoreOrder, "paymentMethod" | "isCod"> {
  return { paymentMethod, isCod: /cod|cash|عند الاستلام/i.test(paymentMethod) };
}
