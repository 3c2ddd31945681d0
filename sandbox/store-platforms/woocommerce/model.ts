import type { UsedCoupon } from "../shared/coupons.ts";
import type { OrderRecord, ReturnedItem, ShopRecord, UtmName } from "../shared/model.ts";

/** A WordPress site with WooCommerce. Times are ISO instants, money is halalas with VAT. */
export interface Site extends ShopRecord {
  /** Its permalinks are plain: `/wp-json/` does not exist, `/?rest_route=` does. */
  hasPlainPermalinks: boolean;
  /** A plugin added the status "shipped". */
  hasShippedStatus: boolean;
  /** Its host removes the Authorization header before WordPress sees it. */
  stripsHeader: boolean;
  /** A firewall in front of it refuses external requests, in HTML. */
  isWalled: boolean;
}

export type OrderStatus =
  | "pending"
  | "processing"
  | "on-hold"
  | "completed"
  | "cancelled"
  | "refunded"
  | "failed"
  | "trash"
  | "checkout-draft"
  /** Added by a plugin. */
  | "shipped";

export interface Order extends OrderRecord {
  status: OrderStatus;
  /** Its parcel is in transit, whatever the status says. */
  isSent: boolean;
  paidAt: string | null;
  completedAt: string | null;
  coupon: UsedCoupon | null;
  refunds: Refund[];
  attribution: Attribution;
}

export interface Refund {
  id: number;
  at: string;
  reason: string;
  halalas: number;
  /** What came back; none for a refund of an amount alone. */
  items?: ReturnedItem[];
}

/** What the site stored of the visit that led to the order. */
export interface Attribution {
  sourceType: "utm" | "typein";
  utm: Partial<Record<UtmName, string>>;
  /** The visit's landing address. */
  entry: string | null;
}

export const topics = ["order", "product", "customer", "coupon"].flatMap((resource) =>
  ["created", "updated", "deleted", "restored"].map((event) => `${resource}.${event}`),
);

export interface Hook {
  id: string;
  siteId: string;
  name: string;
  topic: string;
  deliveryUrl: string;
  secret: string;
  status: "active" | "paused" | "disabled";
  /** Failures in a row. */
  failures: number;
  createdAt: string;
  updatedAt: string;
}
