import type { UsedCoupon } from "../shared/coupons.ts";
import type { OrderRecord, ShopRecord, Visit } from "../shared/model.ts";

/** A shop at Shopify. Times are ISO instants, money is halalas with VAT. */
export interface Shop extends ShopRecord {
  plan: "standard" | "advanced" | "plus";
  /** Its owner has not paid Shopify: every call is answered with 402. */
  isFrozen: boolean;
  /** Our app may not have protected customer data of this shop (level 1): orders and their topics are refused. */
  withholdsCustomerData: boolean;
  /** World seconds until an order's customer journey is ready. */
  journeySeconds: number;
}

export interface Order extends OrderRecord {
  coupon: UsedCoupon | null;
  paidAt: string | null;
  sentAt: string | null;
  deliveredAt: string | null;
  /** The parcel came back: nobody took it. */
  isRefused: boolean;
  cancelledAt: string | null;
  visit: Pick<Visit, "id" | "at" | "utm"> | null;
}

export interface Grant {
  /** The access token. */
  id: string;
  refreshToken: string;
  shopId: string;
  scopes: string[];
  /** Machine time, unix seconds. */
  expires: number;
  refreshExpires: number;
  /** `replaced`: its successor's refresh token has been used, so its own counts no more. */
  state: "good" | "replaced" | "expired" | "uninstalled";
  /** The grant it was renewed from. */
  before: string | null;
}

export interface Subscription {
  id: string;
  shopId: string;
  /** As the API says it: "ORDERS_CREATE". */
  topic: string;
  uri: string;
  format: "JSON" | "XML";
  includeFields: string[];
  filter: string | null;
  createdAt: string;
  updatedAt: string;
}

export const SHOP_DOMAIN = /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/;

export function toDomain({ slug }: { slug: string }): string {
  return `${slug}.myshopify.com`;
}
