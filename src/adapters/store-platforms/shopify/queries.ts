/**
 * Our queries to the GraphQL Admin API (shopify.dev, Admin API reference), in pages that cost less than 1,000 points.
 */
export const ordersPerPage = 15;
export const productsPerPage = 100;
/** Line items of each order in a list; an order with more is read alone, a page of them at a time. */
const linesInList = 10;
export const linesPerPage = 100;

export const shopQuery = `query {
  shop { name myshopifyDomain currencyCode primaryDomain { url } plan { publicDisplayName } }
}`;

/**
 * `totalPriceSet` is the total before refunds; the "current" one already subtracts them. The address is protected
 * customer data of level 2, which a shop's app may lack: the order is read without it then (api.ts).
 */
const orderFields = `
  legacyResourceId name processedAt createdAt updatedAt cancelledAt test
  presentmentCurrencyCode displayFinancialStatus displayFulfillmentStatus paymentGatewayNames discountCodes
  totalPriceSet { shopMoney { amount } presentmentMoney { amount } }
  totalReceivedSet { shopMoney { amount } }
  totalRefundedSet { shopMoney { amount } }
  fulfillments(first: 5) { displayStatus }
  shippingAddress { city }
  customerJourneySummary { lastVisit { utmParameters { source medium campaign term content } } }`;

/** `discountedTotalSet` leaves out coupons on the whole order (shopify.dev, LineItem). */
const lineFields = `
  nodes { quantity currentQuantity product { legacyResourceId } discountedTotalSet { shopMoney { amount } } }
  pageInfo { hasNextPage endCursor }`;

/** Sorted by when they were placed: a change meanwhile moves no order from one page to another. */
export const ordersQuery = `query ($query: String!, $first: Int!, $after: String) {
  ordersCount(query: $query) { count }
  orders(query: $query, first: $first, after: $after, sortKey: CREATED_AT, reverse: true) {
    nodes { ${orderFields} lineItems(first: ${linesInList}) { ${lineFields} } }
    pageInfo { hasNextPage endCursor }
  }
}`;

export const orderQuery = `query ($id: ID!, $first: Int!) {
  order(id: $id) { ${orderFields} lineItems(first: $first) { ${lineFields} } }
}`;

export const lineItemsQuery = `query ($id: ID!, $first: Int!, $after: String) {
  order(id: $id) { lineItems(first: $first, after: $after) { ${lineFields} } }
}`;

export const productsQuery = `query ($first: Int!, $after: String) {
  shop { currencyCode }
  productsCount { count }
  products(first: $first, after: $after, sortKey: ID) {
    nodes {
      legacyResourceId title status onlineStoreUrl totalInventory tracksInventory
      featuredMedia { preview { image { url } } }
      variants(first: 1) { nodes { sku price compareAtPrice } }
    }
    pageInfo { hasNextPage endCursor }
  }
}`;

export const subscriptionsQuery = `query ($uri: String!) {
  webhookSubscriptions(first: 100, uri: $uri) { nodes { id topic } }
}`;

export const subscribeMutation = `mutation ($topic: WebhookSubscriptionTopic!, $hook: WebhookSubscriptionInput!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: $hook) { userErrors { message } }
}`;

export const unsubscribeMutation = `mutation ($id: ID!) {
  webhookSubscriptionDelete(id: $id) { userErrors { message } }
}`;

const couponFields = `id codeDiscount { ... on DiscountCodeBasic {
  codes(first: 1) { nodes { code } } customerGets { value { ... on DiscountPercentage { percentage } } } } }`;

export const couponByCodeQuery = `query ($code: String!) {
  codeDiscountNodeByCode(code: $code) { ${couponFields} }
}`;

export const createCouponMutation = `mutation ($basic: DiscountCodeBasicInput!) {
  discountCodeBasicCreate(basicCodeDiscount: $basic) { codeDiscountNode { ${couponFields} } userErrors { message } }
}`;

export const stopCouponMutation = `mutation ($id: ID!) {
  discountCodeDeactivate(id: $id) { userErrors { message } }
}`;
