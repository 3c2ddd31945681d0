import type { UsedCoupon } from "../shared/coupons.ts";
import type { OrderRecord, ShopRecord } from "../shared/model.ts";

/** A shop on no platform. */
export interface Site extends ShopRecord {
  /** The tags its owner pasted into the head of every page, unchanged. */
  head: string;
  /** The key with which its own server signs order events; empty = it sends none. */
  signingKey: string;
}

export type OrderStatus = "placed" | "sent" | "delivered" | "refused" | "cancelled" | "refunded";

export interface Order extends OrderRecord {
  status: OrderStatus;
  coupon: UsedCoupon | null;
  /** The visit's landing address. */
  entry: string | null;
  /** Bought by a person on the page: their own browser sends the event. */
  isByHand: boolean;
}
