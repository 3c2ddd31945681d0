import type { UsedCoupon } from "../shared/coupons.ts";
import type { OrderRecord, ShopRecord } from "../shared/model.ts";

/** A shop that somebody built on no platform. */
export interface Site extends ShopRecord {
  /** What its owner pasted into the head of every page, as it is. */
  head: string;
  /** The key with which its own server signs what it tells of orders; empty while it tells nothing. */
  signingKey: string;
}

export type OrderStatus = "placed" | "sent" | "delivered" | "refused" | "cancelled" | "refunded";

export interface Order extends OrderRecord {
  status: OrderStatus;
  coupon: UsedCoupon | null;
  /** The address by which the visit began. */
  entry: string | null;
  /** Bought by a person on the page: their own browser tells of it. */
  isByHand: boolean;
}
