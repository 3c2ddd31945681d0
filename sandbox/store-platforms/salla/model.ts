/** What the simulated Salla keeps. Times are ISO instants; money is halalas with VAT. */
export interface Store {
  /** Merchant id as text; the wire says it as a number. */
  id: string;
  slug: string;
  name: string;
  kind: string;
  description: string;
  owner: { id: number; name: string; email: string; mobile: string };
  /** What the vendor's 401 causes hang on. */
  ownerState: "active" | "inactive" | "deleted";
  plan: "plus" | "pro" | "special";
  /** Set when its owner closed the shop; the app stays installed and is answered. */
  isClosed?: boolean;
  everydayOrders: number;
  openedAt: string;
  /** Set when an app was installed for the first time; an unconnected store keeps quiet. */
  connectedAt: string | null;
  installed: boolean;
  lastReference: number;
}

export interface Product {
  id: string;
  storeId: string;
  sku: string;
  name: string;
  description: string;
  priceHalalas: number;
  /** What is paid while the sale lasts; null = no sale. */
  saleHalalas: number | null;
  quantity: number | null;
  status: "sale" | "out" | "hidden";
  category: string;
  appeal: number;
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

export interface Order {
  id: string;
  storeId: string;
  reference: number;
  at: string;
  updatedAt: string;
  status: OrderSlug;
  items: {
    productId: string;
    name: string;
    sku: string;
    quantity: number;
    unitHalalas: number;
  }[];
  shippingHalalas: number;
  codFeeHalalas: number;
  paymentMethod: string;
  refundedHalalas: number;
  buyer: { id: number; firstName: string; lastName: string; mobile: number; city: string; gender: string };
  source: Source;
}

/** Where the buyer came from, as the storefront kept it. */
export interface Source {
  type: "direct" | "ads";
  device: "mobile" | "desktop";
  utm: Partial<Record<UtmName, string>>;
  ip: string;
  userAgent: string;
}

export const utmNames = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"] as const;
export type UtmName = (typeof utmNames)[number];

export interface Grant {
  /** The access token. */
  id: string;
  refreshToken: string | null;
  storeId: string;
  scopes: string[];
  /** Machine time, unix seconds. */
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

export interface Visit {
  id: string;
  storeId: string;
  at: string;
  url: string;
  utm: Partial<Record<UtmName, string>>;
}

export function totalOf(order: Order): number {
  const goods = order.items.reduce((sum, item) => sum + item.unitHalalas * item.quantity, 0);
  return goods + order.shippingHalalas + order.codFeeHalalas;
}

export function paidPrice(product: Product): number {
  return product.saleHalalas ?? product.priceHalalas;
}
