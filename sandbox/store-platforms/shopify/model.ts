import type { UsedCoupon } from "../shared/coupons.ts";
import type { OrderRecord, ReturnedItem, ShopRecord, Visit } from "../shared/model.ts";

/** A shop at Shopify. Times are ISO instants, money is halalas with VAT. */
export interface Shop extends ShopRecord {
  plan: "standard" | "advanced" | "plus";
  /** Its owner has not paid Shopify: every call is answered with 402. */
  isFrozen: boolean;
  /** Our app has no access to this shop's protected customer data (level 1): orders and their topics are refused. */
  withholdsCustomerData: boolean;
  /** It has none to names, addresses, phones and e-mails (level 2): those fields alone are refused. */
  withholdsAddresses: boolean;
  /** World seconds until an order's customer journey is ready. */
  journeySeconds: number;
}

export interface Order extends OrderRecord {
  coupon: UsedCoupon | null;
  paidAt: string | null;
  sentAt: string | null;
  deliveredAt: string | null;
  /** The parcel came back: it was not accepted. */
  isRefused: boolean;
  cancelledAt: string | null;
  /** What refunds of a part took back; a refund of everything takes all. */
  returned?: ReturnedItem[];
  visit: Pick<Visit, "id" | "at" | "utm"> | null;
}

export interface Grant {
  /** The access token. */
  id: string;
  refreshToken: string;
  shopId: string;
  scopes: string[];
  /** System time, unix seconds. */
  expires: number;
  refreshExpires: number;
  /** `replaced`: its successor's refresh token has been used, so its own is no longer valid. */
  state: "good" | "replaced" | "expired" | "uninstalled";
  /** The grant it was refreshed from. */
  before: string | null;
}

export interface Subscription {
  id: string;
  shopId: string;
  /** As in the API: "ORDERS_CREATE". */
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
