import type { UsedCoupon } from "../shared/coupons.ts";
import type { OrderRecord, ShopRecord, UtmName } from "../shared/model.ts";

/** What the simulated Salla stores. Its merchant id goes over the wire as a number. */
export interface Store extends ShopRecord {
  /** What the vendor's 401 causes depend on. */
  ownerState: "active" | "inactive" | "deleted";
  plan: "plus" | "pro" | "special";
  /** Set when its owner closed the shop; the app stays installed and its calls still work. */
  isClosed?: boolean;
}

export type OrderSlug =
  | "payment_pending"
  | "under_review"
  | "in_progress"
  | "delivering"
  | "shipped"
  | "delivered"
  | "completed"
  | "canceled"
  | "restoring"
  | "restored";

export interface Order extends OrderRecord {
  status: OrderSlug;
  coupon: UsedCoupon | null;
  source: Source;
}

/** The traffic source of the buyer, as the storefront stored it. */
export interface Source {
  type: "direct" | "ads";
  device: "mobile" | "desktop";
  utm: Partial<Record<UtmName, string>>;
  ip: string;
  userAgent: string;
}

export interface Grant {
  /** The access token. */
  id: string;
  refreshToken: string | null;
  storeId: string;
  scopes: string[];
  /** System time, unix seconds. */
  expires: number;
  state: "good" | "replaced" | "expired" | "killed_by_reuse" | "uninstalled";
}

export interface Subscription {
  id: string;
  storeId: string;
  name: string;
  event: string;
  url: string;
  version: number;
  rule: string | null;
  headers: { key: string; value: string }[];
  strategy: "signature" | "token" | "none";
  secret: string;
}
