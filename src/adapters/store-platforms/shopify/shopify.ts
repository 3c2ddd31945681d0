import type { Clock } from "#base/server/clock.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { StorePlatform } from "#modules/stores/server/store-platform.port.ts";
import { asText, list, record } from "../shared/read.ts";
import { shopifyApi } from "./api.ts";
import { shopCoupons } from "./coupons.ts";
import { shopifyOAuth } from "./oauth.ts";
import { readOrder, readOrderRow } from "./orders.ts";
import { readProduct } from "./products.ts";
import {
  lineItemsQuery,
  linesPerPage,
  orderQuery,
  ordersPerPage,
  ordersQuery,
  productsPerPage,
  productsQuery,
  shopQuery,
} from "./queries.ts";
import type { ShopifySettings } from "./settings.ts";
import { parseShopifyWebhook, subscribeAt, unsubscribeAt } from "./webhooks.ts";

/** Pages of an order's line items that are read at most. */
const maxLinePages = 5;

/** Shopify (shopify.dev, GraphQL Admin API). Its quirks: QUIRKS.md. */
export function makeShopify(settings: ShopifySettings, clock: Clock): StorePlatform {
  const api = shopifyApi(settings, clock);

  /** All line items of an order, from the first page of them. */
  async function readLineItems(credential: string, id: string, first: unknown): Promise<unknown[]> {
    const items: unknown[] = [];
    for (let page = record(first), pages = 1; ; pages += 1) {
      items.push(...list(page.nodes));
      const { hasNextPage, endCursor } = record(page.pageInfo);
      if (hasNextPage !== true || pages === maxLinePages) return items;
      const variables = { id, first: linesPerPage, after: asText(endCursor, 2_000) };
      const { order } = await api.query(credential, lineItemsQuery, variables);
      page = record(record(order).lineItems);
    }
  }

  return {
    platform: "shopify",
    ordersListedBy: "changed",
    webhookEndpoint: "app",
    ...shopifyOAuth(settings, clock),
    ...shopCoupons(api),

    async readShop(credential) {
      const shop = record((await api.query(credential, shopQuery)).shop);
      const link = asText(record(shop.primaryDomain).url, 2_000);
      const externalId = asText(shop.myshopifyDomain, 200).toLowerCase();
      if (externalId === "" || !URL.canParse(link))
        throw new AdapterFault("rejected", { reason: "a shop without an address" });
      return {
        externalId,
        name: asText(shop.name, 200),
        link: link.replace(/\/+$/, ""),
        currency: asText(shop.currencyCode, 3) || "SAR",
        isActive: !/pause|frozen|dormant/i.test(asText(record(shop.plan).publicDisplayName)),
      };
    },

    async readProducts(credential, cursor) {
      const data = await api.query(credential, productsQuery, { first: productsPerPage, after: cursor });
      const currency = asText(record(data.shop).currencyCode, 3) || "SAR";
      return page(data.products, data.productsCount, (row) => readProduct(row, currency));
    },

    async listOrders(credential, since, cursor) {
      const query = `updated_at:>='${since.toISOString()}'`;
      const data = await api.query(credential, ordersQuery, { query, first: ordersPerPage, after: cursor });
      return page(data.orders, data.ordersCount, readOrderRow);
    },

    async readOrder(credential, externalId) {
      if (!/^\d+$/.test(externalId)) return null;
      const id = `gid://shopify/Order/${externalId}`;
      const { order } = await api.query(credential, orderQuery, { id, first: linesPerPage });
      if (order === null || order === undefined) return null;
      return readOrder(order, await readLineItems(credential, id, record(order).lineItems));
    },

    subscribe: (credential, endpoint) => subscribeAt(api, credential, endpoint),
    unsubscribe: (credential, endpoint) => unsubscribeAt(api, credential, endpoint),
    parseWebhook: (delivery) => parseShopifyWebhook(delivery, settings.clientSecrets),
  };
}

/** A page of a connection, and the cursor after it. */
function page<Item>(connection: unknown, counted: unknown, read: (row: unknown) => Item) {
  const { nodes, pageInfo } = record(connection);
  const { hasNextPage, endCursor } = record(pageInfo);
  const { count } = record(counted);
  return {
    items: list(nodes).map(read),
    next: hasNextPage === true ? asText(endCursor, 2_000) || null : null,
    total: typeof count === "number" ? count : null,
  };
}
