import { computeDiscountedTotal } from "../shared/coupons.ts";
import type { Order } from "./model.ts";

/** OrderDisplayFinancialStatus, from what was paid and refunded. */
export function financialStatus(order: Order): string {
  if (!order.paidAt) return order.cancelledAt ? "VOIDED" : "PENDING";
  if (order.refundedHalalas === 0) return "PAID";
  return order.refundedHalalas >= computeDiscountedTotal(order) ? "REFUNDED" : "PARTIALLY_REFUNDED";
}

export function fulfillmentStatus(order: Order): string {
  return order.sentAt ? "FULFILLED" : "UNFULFILLED";
}

/** A parcel's own status: being fulfilled does not mean it arrived. */
export function parcelStatus(order: Order): string {
  if (order.deliveredAt) return "DELIVERED";
  return order.isRefused ? "NOT_DELIVERED" : "IN_TRANSIT";
}

const gateways: Record<Order["paymentMethod"], string> = {
  mada: "mada",
  credit_card: "shopify_payments",
  apple_pay: "shopify_payments",
  stc_pay: "STC Pay",
  tabby_installment: "Tabby",
  tamara_installment: "Tamara",
  bank: "Bank Deposit",
  cod: "Cash on Delivery (COD)",
};

export function toGatewayName({ paymentMethod }: Order): string {
  return gateways[paymentMethod];
}
