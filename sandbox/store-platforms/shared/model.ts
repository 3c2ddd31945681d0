import type { ShopOrder } from "../../economy/ports.ts";
import type { UsedCoupon } from "./coupons.ts";

/** What every simulated store platform stores about a shop; each adds its own fields. Times are ISO instants. */
export interface ShopRecord {
  /** Decimal digits. */
  id: string;
  slug: string;
  name: string;
  kind: string;
  description: string;
  owner: { id: number; name: string; email: string; mobile: string };
  everydayOrders: number;
  openedAt: string;
  /** Set when an app was connected for the first time; a store that was never connected gets no everyday orders. */
  connectedAt: string | null;
  installed: boolean;
  lastReference: number;
}

/** Money is halalas with VAT. */
export interface Product {
  id: string;
  storeId: string;
  sku: string;
  name: string;
  description: string;
  priceHalalas: number;
  /** The price during the sale; null = no sale. */
  saleHalalas: number | null;
  quantity: number | null;
  status: "sale" | "out" | "hidden";
  category: string;
  appeal: number;
}

/** The part of an order that all platforms share; the status is each platform's own. */
export interface OrderRecord {
  id: string;
  storeId: string;
  reference: number;
  at: string;
  updatedAt: string;
  items: OrderLine[];
  shippingHalalas: number;
  codFeeHalalas: number;
  paymentMethod: ShopOrder["paymentMethod"];
  refundedHalalas: number;
  /** The code the shop took. */
  coupon?: UsedCoupon | null;
  /** `mobile` is the national number, 5XXXXXXXX. */
  buyer: { id: number; firstName: string; lastName: string; mobile: number; city: string; gender: string };
}

/** Units that came back with a refund. */
export interface ReturnedItem {
  productId: string;
  quantity: number;
}

interface OrderLine {
  productId: string;
  name: string;
  sku: string;
  quantity: number;
  unitHalalas: number;
}

export const utmNames = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"] as const;
export type UtmName = (typeof utmNames)[number];

/** A visit to an address of a shop; an order may follow. */
export interface Visit {
  id: string;
  storeId: string;
  at: string;
  url: string;
  utm: Partial<Record<UtmName, string>>;
}

export function computeGoodsTotal({ items }: Pick<OrderRecord, "items">): number {
  return items.reduce((sum, item) => sum + item.unitHalalas * item.quantity, 0);
}

export function computeTotal(
  order: Pick<OrderRecord, "items" | "shippingHalalas" | "codFeeHalalas">,
): number {
  return computeGoodsTotal(order) + order.shippingHalalas + order.codFeeHalalas;
}

export function paidPrice(product: Product): number {
  return product.saleHalalas ?? product.priceHalalas;
}

/** The VAT inside an amount with VAT, in halalas (15 %, rounded half up). */
export function vatWithin(gross: number): number {
  return Math.floor((gross * 30 + 115) / 230);
}
