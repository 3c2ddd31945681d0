import type { World } from "../../base/world.ts";
import { computeDiscountedTotal } from "../shared/coupons.ts";
import { computeGoodsTotal, vatWithin } from "../shared/model.ts";
import { toStoreOrigin } from "../shared/shop-backend.ts";
import { storefrontName } from "./app.ts";
import type { CreditNote, Order, OrderStatus, Store } from "./model.ts";
import { toProductUuid } from "./product-uuid.ts";
import { formatFloatAmount, utcTime } from "./responses.ts";

const statusNames: Record<OrderStatus, string> = {
  new: "جديد",
  preparing: "جاري التجهيز",
  ready: "جاهز",
  indelivery: "جاري التوصيل",
  delivered: "تم التوصيل",
  cancelled: "تم الإلغاء",
  reversed: "مرتجع",
};

const methods: Partial<Record<Order["paymentMethod"], { name: string; code: string; type: string }>> = {
  cod: { name: "الدفع عند الاستلام", code: "zid_cod", type: "zid_cod" },
  bank: { name: "تحويل بنكي", code: "zid_bank_transfer", type: "zid_bank_transfer" },
  tabby_installment: { name: "تابي", code: "tabby", type: "tabby" },
  tamara_installment: { name: "تمارا", code: "tamara", type: "tamara" },
};

/** The status in the wire format: cancelled has two spellings, and one status has a capital inside. */
export function presentStatus({ id, status }: Order) {
  const isOdd = Number(id) % 2 === 1;
  const spelling: Partial<Record<OrderStatus, string>> = isOdd
    ? { cancelled: "canceled", indelivery: "inDelivery" }
    : {};
  return { name: statusNames[status], code: spelling[status] ?? status };
}

/** An order as the list with `payload_type=default` and the detail call give it; `simple` leaves the products out. */
export function presentOrder(world: World, store: Store, order: Order, isSimple = false) {
  const origin = toStoreOrigin({ world, storefrontName }, store);
  const total = computeDiscountedTotal(order);
  return {
    id: Number(order.id),
    code: order.code,
    invoice_number: order.reference,
    store_id: Number(store.id),
    store_name: store.name,
    store_url: `${origin}/`,
    order_url: `${origin}/o/${order.code}/inv`,
    shipping_method_code: "zid_zidship",
    order_status: presentStatus(order),
    display_status: presentStatus(order),
    currency_code: "SAR",
    currency: {
      order_currency: { id: 4, code: "SAR", exchange_rate: 1 },
      order_store_currency: { id: 4, code: "SAR", exchange_rate: null },
    },
    customer: {
      id: order.buyer.id,
      name: `${order.buyer.firstName} ${order.buyer.lastName}`,
      email: null,
      mobile: `966${order.buyer.mobile}`,
      verified: 1,
      type: "individual",
    },
    shipping: {
      method: { name: "زدشب", code: "zid_zidship" },
      address: {
        formatted_address: order.buyer.city,
        city: { id: 1, name: order.buyer.city },
        country: { id: 184, name: "السعودية", code: "SA" },
      },
    },
    is_marketplace_order: false,
    is_potential_fraud: false,
    order_total: formatFloatAmount(total),
    order_total_string: `${(total / 100).toFixed(2)} SAR`,
    transaction_amount: total / 100,
    has_different_transaction_currency: false,
    payment_status: order.paymentStatus,
    payment: { method: methods[order.paymentMethod] ?? card(order), invoice: presentInvoice(order, total) },
    coupon: order.coupon && {
      id: 395_523,
      code: order.coupon.code,
      name: "خصم المتجر",
      discount: (-order.coupon.halalas / 100).toFixed(4),
      discount_string: `${(-order.coupon.halalas / 100).toFixed(2)} SAR`,
    },
    source: "المتجر الإلكتروني",
    source_code: "catalog",
    ...order.utm,
    tags: [],
    created_at: utcTime(order.at),
    updated_at: utcTime(order.updatedAt),
    ...(isSimple ? {} : { products: order.items.map(presentItem) }),
  };
}

const card = ({ paymentMethod }: Order) => ({
  name: "بطاقة",
  code: "zidpay",
  type: "cc",
  payment_network: paymentMethod,
});

function presentInvoice(order: Order, total: number) {
  const coupon = order.coupon?.halalas ?? 0;
  const goods = computeGoodsTotal(order) - coupon;
  const line = (code: string, halalas: number, title: string) => ({
    code,
    value: formatFloatAmount(halalas),
    value_string: `${(halalas / 100).toFixed(2)} SAR`,
    title,
  });
  return [
    line("sub_totals_before_vat", goods - vatWithin(goods) + coupon, "المجموع غير شامل الضريبة"),
    ...(coupon > 0 ? [line("coupon", -coupon, "قسيمة التخفيض")] : []),
    line("vat", vatWithin(goods), "ضريبة القيمة المضافة (15%)"),
    line("shipping", order.shippingHalalas, "التوصيل"),
    ...(order.codFeeHalalas > 0 ? [line("cod_fee", order.codFeeHalalas, "رسوم الدفع عند الاستلام")] : []),
    line("total", total, "المجموع الكلي"),
  ];
}

function presentItem(item: Order["items"][number]) {
  return {
    id: toProductUuid(item.productId),
    parent_id: null,
    name: item.name,
    sku: item.sku,
    quantity: item.quantity,
    price: item.unitHalalas / 100,
    total: (item.unitHalalas * item.quantity) / 100,
    tax_percentage: 0.15,
  };
}

/** `GET …/orders/{id}/credit-notes`. */
export function presentCreditNote(store: Store, order: Order, note: CreditNote) {
  return {
    id: note.id,
    order_id: Number(order.id),
    store_id: Number(store.id),
    invoice_type: "credit_note",
    original_invoice_number: order.reference,
    invoice_number: note.number,
    issue_reason: note.reason,
    currency_code: "SAR",
    order_total: (note.halalas / 100).toFixed(4),
    order_total_string: `${(note.halalas / 100).toFixed(2)} SAR`,
    created_at: utcTime(note.at),
  };
}
