import { GraphQLError } from "graphql";
import { computeDiscountedTotal } from "../shared/coupons.ts";
import { type Product, paidPrice, vatWithin } from "../shared/model.ts";
import { pictureUrl } from "../shared/pictures.ts";
import { versions } from "./app.ts";
import { type PageArgs, toConnection } from "./connection.ts";
import type { Order, Shop, Subscription } from "./model.ts";
import { financialStatus, fulfillmentStatus, parcelStatus, toGatewayName } from "./statuses.ts";

/** "115.0", "99.95": a decimal as text, without trailing zeros but always with a point. */
function decimal(halalas: number): string {
  const written = (halalas / 100).toFixed(2);
  return written.endsWith("0") ? written.slice(0, -1) : written;
}

function moneyBag(halalas: number) {
  const money = { amount: decimal(halalas), currencyCode: "SAR" };
  return { shopMoney: money, presentmentMoney: money };
}

/** An order as the Admin API's object. Fields that a query does not select are not shown. */
export function presentOrder(order: Order, shop: Shop, now: Date) {
  const total = computeDiscountedTotal(order);
  const left = total - order.refundedHalalas;
  const discount = order.coupon?.halalas ?? 0;
  return {
    id: `gid://shopify/Order/${order.id}`,
    legacyResourceId: order.id,
    name: `#${order.reference}`,
    createdAt: seconds(order.at),
    processedAt: seconds(order.at),
    updatedAt: seconds(order.updatedAt),
    cancelledAt: seconds(order.cancelledAt),
    cancelReason: order.cancelledAt ? (order.isRefused ? "DECLINED" : "CUSTOMER") : null,
    closedAt: null,
    confirmed: true,
    test: false,
    currencyCode: "SAR",
    presentmentCurrencyCode: "SAR",
    taxesIncluded: true,
    displayFinancialStatus: financialStatus(order),
    displayFulfillmentStatus: fulfillmentStatus(order),
    paymentGatewayNames: [toGatewayName(order)],
    discountCodes: order.coupon ? [order.coupon.code] : [],
    tags: [],
    sourceName: "web",
    email: null,
    phone: null,
    totalPriceSet: moneyBag(total),
    currentTotalPriceSet: moneyBag(left),
    currentTotalTaxSet: moneyBag(vatWithin(left)),
    totalReceivedSet: moneyBag(order.paidAt ? total : 0),
    totalRefundedSet: moneyBag(order.refundedHalalas),
    totalShippingPriceSet: moneyBag(order.shippingHalalas + order.codFeeHalalas),
    totalTaxSet: moneyBag(vatWithin(total)),
    totalDiscountsSet: moneyBag(discount),
    customerJourneySummary: presentJourney(order, shop, now),
    fulfillments: presentFulfillments(order),
    shippingAddress: () => presentAddress(order, shop),
    lineItems: (args: PageArgs) =>
      toConnection(
        order.items.map((item, index) => ({ ...item, id: `${order.id}${index}` })),
        args,
        () => "",
        (item) => presentLineItem(order, item),
      ),
  };
}

function presentAddress(order: Order, shop: Shop) {
  if (!shop.withholdsAddresses) return { city: order.buyer.city, country: "Saudi Arabia" };
  throw new GraphQLError(
    "This app is not approved to use the shippingAddress field. See https://shopify.dev/docs/apps/launch/protected-customer-data for more details.",
    { extensions: { code: "ACCESS_DENIED" } },
  );
}

/** The coupon is on the whole order, so a line's discounted total is its price. */
function presentLineItem(order: Order, item: Order["items"][number] & { id: string }) {
  return {
    id: `gid://shopify/LineItem/${item.id}`,
    title: item.name,
    sku: item.sku,
    quantity: item.quantity,
    currentQuantity: Math.max(0, item.quantity - countReturned(order, item)),
    product: { id: `gid://shopify/Product/${item.productId}`, legacyResourceId: item.productId },
    originalUnitPriceSet: moneyBag(item.unitHalalas),
    discountedTotalSet: moneyBag(item.unitHalalas * item.quantity),
  };
}

function countReturned(order: Order, { productId, quantity }: Order["items"][number]): number {
  if (order.refundedHalalas >= computeDiscountedTotal(order)) return quantity;
  const items = order.returned?.filter((item) => item.productId === productId) ?? [];
  return items.reduce((sum, item) => sum + item.quantity, 0);
}

/** Times are written to the second. */
function seconds<Iso extends string | null>(iso: Iso): Iso | string {
  return iso && `${iso.slice(0, 19)}Z`;
}

/** The buyer's traffic source; not known at once. Landing page and referrer are protected customer data. */
function presentJourney(order: Order, shop: Shop, now: Date) {
  const isReady = now.getTime() >= Date.parse(order.at) + shop.journeySeconds * 1_000;
  if (!isReady || !order.visit) {
    return {
      ready: isReady,
      customerOrderIndex: null,
      daysToConversion: null,
      firstVisit: null,
      lastVisit: null,
    };
  }
  const { id, at, utm } = order.visit;
  const visit = {
    id: `gid://shopify/CustomerVisit/${id}`,
    landingPage: null,
    referrerUrl: null,
    occurredAt: seconds(at),
    source: utm.utm_source ?? "direct",
    utmParameters:
      Object.keys(utm).length === 0
        ? null
        : {
            source: utm.utm_source ?? null,
            medium: utm.utm_medium ?? null,
            campaign: utm.utm_campaign ?? null,
            term: utm.utm_term ?? null,
            content: utm.utm_content ?? null,
          },
  };
  return { ready: true, customerOrderIndex: 1, daysToConversion: 0, firstVisit: visit, lastVisit: visit };
}

function presentFulfillments(order: Order) {
  if (!order.sentAt) return [];
  return [
    {
      id: `gid://shopify/Fulfillment/${order.id}`,
      createdAt: seconds(order.sentAt),
      updatedAt: seconds(order.updatedAt),
      deliveredAt: seconds(order.deliveredAt),
      displayStatus: parcelStatus(order),
    },
  ];
}

/** A product; an unpublished one has no address in the shop. */
export function presentProduct(product: Product, shop: Shop, origin: string) {
  const isDraft = product.status === "hidden";
  const stock = product.status === "out" ? 0 : (product.quantity ?? 0);
  const onSale = product.saleHalalas !== null;
  return {
    id: `gid://shopify/Product/${product.id}`,
    legacyResourceId: product.id,
    title: product.name,
    handle: product.name.replaceAll(" ", "-"),
    status: isDraft ? "DRAFT" : "ACTIVE",
    onlineStoreUrl: isDraft ? null : `${origin}/p/${product.id}`,
    totalInventory: stock,
    tracksInventory: product.quantity !== null,
    createdAt: seconds(shop.openedAt),
    updatedAt: seconds(shop.openedAt),
    featuredMedia: {
      id: `gid://shopify/MediaImage/${product.id}`,
      preview: { image: { altText: product.name, url: pictureUrl(origin, product.id) } },
    },
    variants: {
      nodes: [
        {
          id: `gid://shopify/ProductVariant/${product.id}1`,
          title: "Default Title",
          sku: product.sku,
          price: (paidPrice(product) / 100).toFixed(2),
          compareAtPrice: onSale ? (product.priceHalalas / 100).toFixed(2) : null,
          inventoryQuantity: stock,
        },
      ],
      pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
    },
  };
}

export function presentSubscription(one: Subscription) {
  return {
    id: `gid://shopify/WebhookSubscription/${one.id}`,
    legacyResourceId: one.id,
    topic: one.topic,
    uri: one.uri,
    format: one.format,
    includeFields: one.includeFields,
    filter: one.filter,
    apiVersion: { handle: versions[0], supported: true },
    createdAt: seconds(one.createdAt),
    updatedAt: seconds(one.updatedAt),
  };
}
