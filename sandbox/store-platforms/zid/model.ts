import type { UsedCoupon } from "../shared/coupons.ts";
import type { OrderRecord, ShopRecord, UtmName } from "../shared/model.ts";

/** What the simulated Zid stores. A store's id goes over the wire as a number, beside a uuid. */
export interface Store extends ShopRecord {
  uuid: string;
}

/** Zid's own statuses; "cancelled" occurs in both spellings and any case. */
export const orderStatuses = [
  "new",
  "preparing",
  "ready",
  "indelivery",
  "delivered",
  "cancelled",
  "reversed",
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const paymentStatuses = ["pending", "paid", "refunded", "voided"] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export interface Order extends OrderRecord {
  code: string;
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  coupon: UsedCoupon | null;
  creditNotes: CreditNote[];
  utm: Partial<Record<UtmName, string>>;
}

/** Issued when a part of an order is refunded. */
export interface CreditNote {
  id: string;
  number: number;
  reason: "issue_reason_cancel" | "issue_reason_return";
  at: string;
  halalas: number;
}

/** The two credentials of an install, and its refresh token. */
export interface Grant {
  /** The store manager's token, `X-Manager-Token`. */
  id: string;
  /** The partner's token, `Authorization: Bearer`. */
  authorization: string;
  refreshToken: string;
  storeId: string;
  /** System time, unix milliseconds. */
  expires: number;
  state: "good" | "expired" | "uninstalled";
}

export interface Hook {
  id: string;
  storeId: string;
  event: string;
  targetUrl: string;
  originalId: number;
  subscriber: string;
  conditions: object;
  username: string;
  password: string;
  /** Failures in a row; too many, and it is disabled without notice. */
  failures: number;
  isActive: boolean;
}
