import type { Clock } from "#base/server/clock.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { StorePlatform } from "#modules/stores/server/store-platform.port.ts";
import { parsePageNumber } from "../shared/pages.ts";
import { asText, list, record } from "../shared/read.ts";
import { zidAccounts } from "./accounts.ts";
import { zidApi } from "./api.ts";
import { zidCoupons } from "./coupons.ts";
import type { ZidTokens } from "./credential.ts";
import { mayHaveCreditNotes, parseCreditNotes, readOrder, readOrderRow } from "./orders.ts";
import { readProduct } from "./products.ts";
import type { ZidSettings } from "./settings.ts";
import { parseZidWebhook, subscribeAt, unsubscribeAll } from "./webhooks.ts";

/** The maximum page sizes at Zid, of orders and of products. */
const ordersPerPage = 100;
const productsPerPage = 50;

/** Zid (docs.zid.sa, Merchant APIs and Authorization). Its quirks: QUIRKS.md. */
export function makeZid(settings: ZidSettings, clock: Clock): StorePlatform {
  const call = zidApi(settings, clock);
  const orders = "/managers/store/orders";

  async function readStore(credential: string) {
    const { body } = await call(credential, "GET", "/managers/account/profile");
    return record(record(body.user ?? body).store);
  }

  /** The products API also requires the store's number and our role. */
  const productHeaders =
    (storeId: string) =>
    ({ manager }: ZidTokens) => ({ "access-token": manager, "store-id": storeId, role: "Manager" });

  return {
    platform: "zid",
    ordersListedBy: "changed",
    webhookEndpoint: "store",
    ...zidAccounts(settings, clock),
    ...zidCoupons(call),

    async readShop(credential) {
      const store = await readStore(credential);
      const link = asText(store.url);
      const externalId = asText(store.id, 40);
      if (externalId === "" || !URL.canParse(link))
        throw new AdapterFault("rejected", { reason: "the profile names no store with an address" });
      return {
        externalId,
        name: asText(store.title, 200),
        link: link.replace(/\/+$/, ""),
        currency: asText(record(store.currency).code, 3) || asText(store.currency, 3) || "SAR",
        isActive: true,
      };
    },

    async readProducts(credential, cursor) {
      const storeId = asText((await readStore(credential)).id, 40);
      const at = parsePageNumber(cursor);
      const path = `/products/?page=${at}&page_size=${productsPerPage}`;
      const { body } = await call(credential, "GET", path, { headers: productHeaders(storeId) });
      return {
        items: list(body.results).map(readProduct),
        next: body.next ? String(at + 1) : null,
        total: typeof body.count === "number" ? body.count : null,
      };
    },

    async listOrders(credential, since, cursor) {
      const at = parsePageNumber(cursor);
      const query = new URLSearchParams({
        payload_type: "default",
        date_attribute: "updated_at",
        date_from: since.toISOString().slice(0, 10),
        page: String(at),
        per_page: String(ordersPerPage),
      });
      const { body } = await call(credential, "GET", `${orders}?${query}`);
      const rows = list(body.orders);
      return {
        items: rows.map(readOrderRow),
        next: rows.length < ordersPerPage ? null : String(at + 1),
        total: typeof body.total_order_count === "number" ? body.total_order_count : null,
      };
    },

    async readOrder(credential, externalId) {
      const path = `${orders}/${encodeURIComponent(externalId)}`;
      const { status, body } = await call(credential, "GET", `${path}/view`, { accepted: [404] });
      if (status === 404) return null;
      const order = body.order ?? body;
      const notes = mayHaveCreditNotes(order)
        ? parseCreditNotes((await call(credential, "GET", `${path}/credit-notes`, { accepted: [404] })).body)
        : [];
      return readOrder(order, notes);
    },

    subscribe: (credential, endpoint) => subscribeAt(call, credential, endpoint),
    unsubscribe: (credential) => unsubscribeAll(call, credential),
    parseWebhook: parseZidWebhook,
  };
}
