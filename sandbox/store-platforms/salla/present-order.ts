import { computeDiscountedTotal } from "../shared/coupons.ts";
import { vatWithin } from "../shared/model.ts";
import { pictureUrl } from "../shared/pictures.ts";
import type { Order } from "./model.ts";
import { money, riyadhDate } from "./responses.ts";
import { presentOrderStatus } from "./statuses.ts";

/** A row of `GET /orders`: light, without amounts. */
export function presentOrderSummary(order: Order, origin: string) {
  return {
    id: Number(order.id),
    reference_id: order.reference,
    total: money(computeDiscountedTotal(order)),
    date: riyadhDate(order.at),
    status: presentOrderStatus(order.storeId, order.status),
    can_cancel: order.status === "under_review" || order.status === "payment_pending",
    items: order.items.map(({ name, quantity, productId }) => ({
      name,
      quantity,
      thumbnail: pictureUrl(origin, productId),
    })),
  };
}

/** The full order, as the detail call and the webhooks give it. */
export function presentOrderDetail(order: Order, origin: string) {
  const total = computeDiscountedTotal(order);
  // Net of the discount, so that the parts add up to the total; the discount is a separate field.
  const goods = total - order.shippingHalalas - order.codFeeHalalas;
  const parts = [goods, order.shippingHalalas, order.codFeeHalalas];
  const tax = parts.reduce((sum, part) => sum + vatWithin(part), 0);
  const net = (part: number) => money(part - vatWithin(part));
  return {
    id: Number(order.id),
    reference_id: order.reference,
    urls: { customer: `${origin}/order/${order.id}`, admin: `${origin}/admin/order/${order.id}` },
    date: riyadhDate(order.at),
    updated_at: riyadhDate(order.updatedAt),
    source: order.source.type === "direct" ? "store" : "ads",
    source_details: {
      type: order.source.type,
      value: null,
      device: order.source.device,
      "user-agent": order.source.userAgent,
      ip: order.source.ip,
      ...order.source.utm,
    },
    draft: false,
    status: presentOrderStatus(order.storeId, order.status),
    payment_method: order.paymentMethod,
    is_pending_payment: order.status === "payment_pending",
    pending_payment_ends_at: 0,
    payment_actions: {
      refund_action: {
        has_refund_amount: order.refundedHalalas > 0,
        paid_amount: money(computePaid(order, total)),
        refund_amount: money(order.refundedHalalas),
      },
      remaining_action: { has_remaining_amount: false, paid_amount: money(computePaid(order, total)) },
    },
    currency: "SAR",
    exchange_rate: { base_currency: "SAR", exchange_currency: "SAR", rate: "1.00000000" },
    amounts: {
      sub_total: net(goods),
      shipping_cost: net(order.shippingHalalas),
      cash_on_delivery: net(order.codFeeHalalas),
      tax: { percent: "15.00", amount: money(tax) },
      discounts: order.coupon
        ? [
            {
              title: "كوبون خصم",
              type: "coupon",
              code: order.coupon.code,
              discount: net(order.coupon.halalas),
            },
          ]
        : [],
      total: money(total),
    },
    can_cancel: order.status === "under_review" || order.status === "payment_pending",
    customer: {
      id: order.buyer.id,
      first_name: order.buyer.firstName,
      last_name: order.buyer.lastName,
      mobile: order.buyer.mobile,
      mobile_code: "+966",
      email: "",
      gender: order.buyer.gender,
      country: "السعودية",
      city: order.buyer.city,
      currency: "SAR",
    },
    shipping: {
      id: Number(order.id),
      company: "سمسا",
      receiver: { name: `${order.buyer.firstName} ${order.buyer.lastName}` },
      address: { country: "السعودية", country_code: "SA", city: order.buyer.city },
    },
    items: order.items.map((item, index) => presentItem(item, index, origin)),
  };
}

function presentItem(item: Order["items"][number], index: number, origin: string) {
  const gross = item.unitHalalas * item.quantity;
  const tax = vatWithin(gross);
  return {
    id: Number(item.productId) * 10 + index,
    product_id: Number(item.productId),
    name: item.name,
    sku: item.sku,
    quantity: item.quantity,
    currency: "SAR",
    thumbnail: pictureUrl(origin, item.productId),
    amounts: {
      price_without_tax: money(item.unitHalalas - vatWithin(item.unitHalalas)),
      total_discount: money(0),
      tax: { percent: "15.00", amount: money(tax) },
      total: money(gross),
    },
  };
}

function computePaid(order: Order, total: number): number {
  const waits = order.status === "payment_pending" || order.status === "canceled";
  if (waits) return 0;
  if (order.paymentMethod !== "cod") return total;
  return order.status === "delivered" || order.status === "completed" || order.refundedHalalas > 0
    ? total
    : 0;
}
