import { halalas } from "#base/shared/money.ts";
import type { OrderStatus } from "#modules/stores/contract/enums.ts";
import type { OrderSummary, StoreOrder } from "#modules/stores/server/store-platform.port.ts";
import { requireIdAndDate, toOrderLines, toSummary, toUnits } from "../shared/orders.ts";
import {
  asText,
  list,
  parseCityKey,
  parseClickId,
  parseCodes,
  parseHundredths,
  parseHundredthsOr,
  parseUtm,
  record,
  toPositive,
} from "../shared/read.ts";

type Fields = Record<string, unknown>;

/** A row of the list is the complete order, unless it has more lines than the list queries. */
export function readOrderRow(row: unknown): OrderSummary {
  const { nodes, pageInfo } = record(record(row).lineItems);
  const summary = toSummary(readOrder(row, list(nodes)));
  return record(pageInfo).hasNextPage === true ? { ...summary, order: null } : summary;
}

/** An order as `orderFields` queries it, with all its line items. */
export function readOrder(data: unknown, lineItems: readonly unknown[] = []): StoreOrder {
  const order = record(data);
  const { externalId, placedAt } = requireIdAndDate(
    order.legacyResourceId,
    instant(order.processedAt) ?? instant(order.createdAt),
  );
  const state = toOrderState(order);
  const price = record(order.totalPriceSet);
  const fullTotal = toPositive(parseHundredths(record(price.shopMoney).amount));
  // Of an order paid in part, the received amount counts.
  const received = toPositive(parseHundredthsOr(shopAmount(order.totalReceivedSet), 0));
  const total = state.financial === "PARTIALLY_PAID" ? received : fullTotal;
  const utm = parseVisitUtm(order);
  return {
    externalId,
    reference: asText(order.name, 60) || externalId,
    placedAt,
    status: toOrderStatus(state),
    vendorStatus: toVendorStatus(state),
    paymentMethod: asText(list(order.paymentGatewayNames)[0], 60),
    isCod: state.isCod,
    currency: asText(order.presentmentCurrencyCode, 3) || "SAR",
    total,
    listedTotal: parseHundredthsOr(record(price.presentmentMoney).amount, fullTotal),
    refunded: halalas(Math.min(toPositive(parseHundredthsOr(shopAmount(order.totalRefundedSet), 0)), total)),
    utm,
    clickId: parseClickId(utm),
    couponCodes: parseCodes(list(order.discountCodes)),
    cityKey: parseCityKey(record(order.shippingAddress).city),
    isSent: state.fulfillment === "FULFILLED" || state.parcels.length > 0,
    lines: toOrderLines(lineItems.map((item) => readLineItem(record(item)))),
    changedAt: instant(order.updatedAt),
  };
}

/** `currentQuantity` leaves out refunded units, and those an edit removed before they were sent. */
function readLineItem(item: Fields) {
  const quantity = toUnits(item.quantity);
  return {
    productId: record(item.product).legacyResourceId,
    quantity,
    amount: parseHundredthsOr(shopAmount(item.discountedTotalSet), 0),
    returned: Math.max(0, quantity - toUnits(item.currentQuantity ?? quantity)),
  };
}

type OrderState = {
  financial: string;
  fulfillment: string;
  /** Each parcel's own status. */
  parcels: string[];
  isCancelled: boolean;
  isTest: boolean;
  isCod: boolean;
};

function toOrderState(order: Fields): OrderState {
  return {
    financial: asText(order.displayFinancialStatus, 40),
    fulfillment: asText(order.displayFulfillmentStatus, 40),
    parcels: list(order.fulfillments).map((parcel) => asText(record(parcel).displayStatus, 40)),
    isCancelled: order.cancelledAt !== null && order.cancelledAt !== undefined,
    isTest: order.test === true,
    isCod: list(order.paymentGatewayNames).some((name) =>
      /cash on delivery|\bcod\b|عند الاستلام/i.test(asText(name, 100)),
    ),
  };
}

const arrived = new Set(["DELIVERED", "PICKED_UP"]);
const failed = new Set(["NOT_DELIVERED", "FAILURE"]);

/** What the statuses mean together (shopify.dev, OrderDisplayFinancialStatus, FulfillmentDisplayStatus). */
function toOrderStatus({
  financial,
  fulfillment,
  parcels,
  isCancelled,
  isTest,
  isCod,
}: OrderState): OrderStatus {
  const isPaid = /^(PAID|PARTIALLY_PAID|PARTIALLY_REFUNDED)$/.test(financial);
  if (isTest) return "unpaid";
  if (isCod && !isPaid && parcels.some((parcel) => failed.has(parcel))) return "refused";
  if (isCancelled || financial === "VOIDED") return "cancelled";
  if (financial === "REFUNDED") return "refunded";
  // Cash is pending until the merchant marks the order as paid, which happens when the parcel was accepted.
  if (!isPaid && !(isCod && financial === "PENDING")) return "unpaid";
  const isDelivered = parcels.length > 0 && parcels.every((parcel) => arrived.has(parcel));
  const isCashCollected = isCod && isPaid && fulfillment === "FULFILLED";
  return isDelivered || isCashCollected ? "delivered" : "placed";
}

/** "paid/fulfilled/delivered": everything that can change is included. */
function toVendorStatus({ financial, fulfillment, parcels, isCancelled }: OrderState): string {
  const statuses = [financial, fulfillment, ...new Set(parcels), ...(isCancelled ? ["CANCELLED"] : [])];
  return statuses.filter(Boolean).join("/").toLowerCase().slice(0, 200);
}

function shopAmount(bag: unknown): unknown {
  return record(record(bag).shopMoney).amount;
}

/** The tags of the last visit before the order; empty while Shopify has not determined it yet. */
function parseVisitUtm(order: Fields): Record<string, string> {
  const { lastVisit } = record(order.customerJourneySummary);
  const { source, medium, campaign, term, content } = record(record(lastVisit).utmParameters);
  return parseUtm({
    utm_source: source,
    utm_medium: medium,
    utm_campaign: campaign,
    utm_term: term,
    utm_content: content,
  });
}

function instant(value: unknown): Date | null {
  const at = new Date(asText(value) || Number.NaN);
  return Number.isNaN(at.getTime()) ? null : at;
}
