import type { Clock } from "#base/server/clock.ts";
import type { Page, StorePlatform } from "#modules/stores/server/store-platform.port.ts";
import { parsePageNumber } from "../shared/pages.ts";
import { asText, isRecord, list } from "../shared/read.ts";
import { type SiteAnswer, siteApi } from "./api.ts";
import { siteCoupons } from "./coupons.ts";
import { parseCredential } from "./credential.ts";
import { siteKeys } from "./keys.ts";
import { isRefundedInPart, readOrder, readOrderRow } from "./orders.ts";
import { readProduct } from "./products.ts";
import type { WooCommerceSettings } from "./settings.ts";
import { findSite } from "./site.ts";
import { parseWooCommerceWebhook, subscribeAt, unsubscribeAt } from "./webhooks.ts";

/** The maximum page size of a site. */
const perPage = 100;

/**
 * WooCommerce on its merchants' own sites (WooCommerce REST API docs and the plugin's source). Its quirks: QUIRKS.md.
 */
export function makeWooCommerce(settings: WooCommerceSettings, clock: Clock): StorePlatform {
  const call = siteApi(settings, clock);

  /** A page of rows; the headers count them. */
  async function page<Item>(
    credential: string,
    path: string,
    cursor: string | null,
    query: Record<string, string>,
    read: (row: unknown) => Item,
  ): Promise<Page<Item>> {
    const at = parsePageNumber(cursor);
    const paging = { page: String(at), per_page: String(perPage) };
    const answer = await call(credential, "GET", path, { query: { ...query, ...paging } });
    return {
      items: list(answer.body).map(read),
      next: at < Number(parseCount(answer, "x-wp-totalpages") ?? 0) ? String(at + 1) : null,
      total: parseCount(answer, "x-wp-total"),
    };
  }

  async function loadCurrency(credential: string): Promise<string> {
    const { body } = await call(credential, "GET", "/settings/general");
    const setting = list(body)
      .filter(isRecord)
      .find(({ id }) => id === "woocommerce_currency");
    return asText(setting?.value, 3) || "SAR";
  }

  return {
    platform: "woocommerce",
    ordersListedBy: "changed",
    webhookEndpoint: "store",
    ...siteKeys(settings),
    ...siteCoupons(call),

    async readShop(credential) {
      // The index is public: whether we have access is seen in the settings.
      const currency = await loadCurrency(credential);
      const { address, name, home } = await findSite(parseCredential(credential).site, settings);
      return {
        externalId: address.replace(/^https?:\/\//, ""),
        name,
        link: home,
        currency,
        isActive: true,
      };
    },

    async readProducts(credential, cursor) {
      const currency = await loadCurrency(credential);
      const query = { status: "publish", orderby: "id", order: "asc" };
      return page(credential, "/products", cursor, query, (row) => readProduct(row, currency));
    },

    listOrders(credential, since, cursor) {
      const query = {
        modified_after: new Date(since.getTime() - 1_000).toISOString().slice(0, 19),
        dates_are_gmt: "true",
        orderby: "id",
        order: "desc",
      };
      return page(credential, "/orders", cursor, query, readOrderRow);
    },

    async readOrder(credential, externalId) {
      const path = `/orders/${encodeURIComponent(externalId)}`;
      const { status, body } = await call(credential, "GET", path, { accepted: [404] });
      if (status === 404) return null;
      const refunds = isRefundedInPart(body)
        ? list(
            (await call(credential, "GET", `${path}/refunds`, { query: { per_page: String(perPage) } })).body,
          )
        : [];
      return readOrder(body, refunds);
    },

    subscribe: (credential, endpoint) => subscribeAt(call, credential, endpoint),
    unsubscribe: (credential, endpoint) => unsubscribeAt(call, credential, endpoint),
    parseWebhook: parseWooCommerceWebhook,
  };
}

function parseCount({ headers }: SiteAnswer, name: string): number | null {
  const value = headers[name];
  return typeof value === "string" && /^\d+$/.test(value) ? Number(value) : null;
}
