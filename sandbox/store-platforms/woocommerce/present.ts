import { type CouponRecord, computeDiscountedTotal, shopCoupon } from "../shared/coupons.ts";
import { computeGoodsTotal, type Product, paidPrice, vatWithin } from "../shared/model.ts";
import { pictureUrl } from "../shared/pictures.ts";
import { amount, gmtTime, siteTime } from "./format.ts";
import type { Hook, Order } from "./model.ts";

const methods: Record<string, [id: string, title: string]> = {
  bank: ["bacs", "تحويل بنكي"],
  cod: ["cod", "الدفع عند الاستلام"],
  mada: ["moyasar-credit-card", "مدى"],
  credit_card: ["moyasar-credit-card", "بطاقة ائتمانية"],
  apple_pay: ["moyasar-apple-pay", "Apple Pay"],
  stc_pay: ["moyasar-stc-pay", "STC Pay"],
  tabby_installment: ["tabby_installments", "تابي"],
  tamara_installment: ["tamara-gateway", "تمارا"],
};

/** An order as `wc/v3/orders` and its webhooks give it. Prices include VAT; line totals exclude it. */
export function presentOrder(order: Order) {
  const total = computeDiscountedTotal(order);
  const discount = order.coupon?.halalas ?? 0;
  const [method, title] = methods[order.paymentMethod] ?? ["other", order.paymentMethod];
  const fee = order.codFeeHalalas;
  return {
    id: Number(order.id),
    parent_id: 0,
    status: order.status,
    currency: "SAR",
    version: "10.3.4",
    prices_include_tax: true,
    ...dates("date_created", order.at),
    ...dates("date_modified", order.updatedAt),
    discount_total: amount(discount - vatWithin(discount)),
    discount_tax: amount(vatWithin(discount)),
    shipping_total: amount(order.shippingHalalas - vatWithin(order.shippingHalalas)),
    shipping_tax: amount(vatWithin(order.shippingHalalas)),
    cart_tax: amount(vatWithin(computeGoodsTotal(order) - discount)),
    total: amount(total),
    total_tax: amount(vatWithin(total)),
    customer_id: 0,
    order_key: `wc_order_${order.id}`,
    billing: {
      first_name: order.buyer.firstName,
      last_name: order.buyer.lastName,
      city: order.buyer.city,
      country: "SA",
      email: "",
      phone: `0${order.buyer.mobile}`,
    },
    shipping: {
      first_name: order.buyer.firstName,
      last_name: order.buyer.lastName,
      city: order.buyer.city,
      country: "SA",
    },
    payment_method: method,
    payment_method_title: title,
    transaction_id: "",
    created_via: "checkout",
    ...dates("date_completed", order.completedAt),
    ...dates("date_paid", order.paidAt),
    number: String(order.reference),
    meta_data: attributionMeta(order),
    line_items: order.items.map((item, index) => presentLine(item, index, order)),
    tax_lines: [
      { id: 1, rate_code: "SA-VAT-1", label: "ضريبة القيمة المضافة", tax_total: amount(vatWithin(total)) },
    ],
    shipping_lines: [{ id: 1, method_id: "flat_rate", total: amount(order.shippingHalalas) }],
    fee_lines:
      fee > 0 ? [{ id: 1, name: "رسوم الدفع عند الاستلام", total: amount(fee - vatWithin(fee)) }] : [],
    coupon_lines: order.coupon
      ? [{ id: 1, code: order.coupon.code.toLowerCase(), discount: amount(discount - vatWithin(discount)) }]
      : [],
    refunds: order.refunds.map(({ id, reason, halalas }) => ({ id, reason, total: amount(-halalas) })),
  };
}

function dates(name: string, iso: string | null): Record<string, string | null> {
  return { [name]: siteTime(iso), [`${name}_gmt`]: gmtTime(iso) };
}

function presentLine(item: Order["items"][number], index: number, order: Order) {
  const gross = item.unitHalalas * item.quantity;
  const price = item.unitHalalas - vatWithin(item.unitHalalas);
  return {
    id: Number(order.id) * 10 + index,
    name: item.name,
    product_id: Number(item.productId),
    variation_id: 0,
    quantity: item.quantity,
    subtotal: amount(gross - vatWithin(gross)),
    subtotal_tax: amount(vatWithin(gross)),
    total: amount(gross - vatWithin(gross)),
    total_tax: amount(vatWithin(gross)),
    sku: item.sku,
    price: price / 100,
  };
}

/** Order attribution, as core stores it since 8.5. A visit without tags is "typein" from "(direct)". */
function attributionMeta({ attribution: { sourceType, utm, entry } }: Order) {
  const fields: Record<string, string | null | undefined> = {
    source_type: sourceType,
    utm_source: utm.utm_source ?? "(direct)",
    utm_medium: utm.utm_medium,
    utm_campaign: utm.utm_campaign,
    utm_content: utm.utm_content,
    utm_term: utm.utm_term,
    session_entry: entry,
    device_type: "Mobile",
  };
  return Object.entries(fields).flatMap(([name, value], index) =>
    value ? [{ id: 9_000 + index, key: `_wc_order_attribution_${name}`, value }] : [],
  );
}

/** A refund as `…/refunds` gives it: units and amounts of its lines count down. */
export function presentRefund(order: Order, refund: Order["refunds"][number]) {
  return {
    id: refund.id,
    ...dates("date_created", refund.at),
    amount: amount(refund.halalas),
    reason: refund.reason,
    refunded_payment: false,
    line_items: (refund.items ?? []).flatMap(({ productId, quantity }, index) => {
      const item = order.items.find((one) => one.productId === productId);
      return item ? [presentRefundLine(refund.id * 10 + index, item, quantity)] : [];
    }),
  };
}

function presentRefundLine(id: number, item: Order["items"][number], quantity: number) {
  const gross = item.unitHalalas * quantity;
  return {
    id,
    name: item.name,
    product_id: Number(item.productId),
    variation_id: 0,
    quantity: -quantity,
    subtotal: amount(vatWithin(gross) - gross),
    subtotal_tax: amount(-vatWithin(gross)),
    total: amount(vatWithin(gross) - gross),
    total_tax: amount(-vatWithin(gross)),
    sku: item.sku,
  };
}

/** A product as `wc/v3/products` gives it. A hidden one is a draft, and its price may be missing: "". */
export function presentProduct(product: Product, origin: string) {
  const url = `${origin}/p/${product.id}`;
  const isDraft = product.status === "hidden";
  return {
    id: Number(product.id),
    name: product.name,
    slug: encodeURIComponent(product.name.replaceAll(" ", "-")).toLowerCase(),
    permalink: url,
    type: "simple",
    status: isDraft ? "draft" : "publish",
    description: `<p>${product.description}</p>`,
    sku: product.sku,
    price: isDraft ? "" : amount(paidPrice(product)),
    regular_price: isDraft ? "" : amount(product.priceHalalas),
    sale_price: product.saleHalalas === null ? "" : amount(product.saleHalalas),
    on_sale: product.saleHalalas !== null,
    purchasable: !isDraft,
    manage_stock: product.quantity !== null,
    stock_quantity: product.quantity,
    stock_status: product.status === "out" ? "outofstock" : "instock",
    categories: [{ id: 15, name: product.category, slug: "main" }],
    images: [
      { id: Number(product.id) + 1, src: pictureUrl(origin, product.id), name: product.name, alt: "" },
    ],
  };
}

export function presentHook(hook: Hook) {
  const [resource, event] = hook.topic.split(".");
  return {
    id: Number(hook.id),
    name: hook.name,
    status: hook.status,
    topic: hook.topic,
    resource,
    event,
    hooks: [],
    delivery_url: hook.deliveryUrl,
    ...dates("date_created", hook.createdAt),
    ...dates("date_modified", hook.updatedAt),
  };
}

/** A coupon as the site has it; WooCommerce stores codes in lower case. */
export function presentCoupon(coupon: CouponRecord, used: number) {
  return {
    id: Number(coupon.id),
    code: coupon.code,
    amount: `${coupon.percent}.00`,
    discount_type: "percent",
    status: "publish",
    usage_count: used,
    date_expires: siteTime(coupon.endsAt),
    date_expires_gmt: gmtTime(coupon.endsAt),
    ...dates("date_created", coupon.startsAt),
  };
}

/** The code that every demo shop accepts. */
export function presentShopCoupon(openedAt: string, countUses: (code: string) => number) {
  const code = shopCoupon.code.toLowerCase();
  const coupon = {
    id: "1001",
    storeId: "",
    code,
    percent: shopCoupon.percent,
    startsAt: openedAt,
    endsAt: null,
  };
  return presentCoupon({ ...coupon, isActive: true, everydayShare: 0 }, countUses(code));
}
