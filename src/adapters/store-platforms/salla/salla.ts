import type { Clock } from "#base/server/clock.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { StorePlatform } from "#modules/stores/server/store-platform.port.ts";
import { subscribeToEach } from "../shared/each-topic.ts";
import { parsePageNumber } from "../shared/pages.ts";
import { asText, isRecord, list, record } from "../shared/read.ts";
import { sallaAccounts } from "./accounts.ts";
import { sallaApi } from "./api.ts";
import { sallaCoupons } from "./coupons.ts";
import { readOrderDetails, readOrderRow } from "./orders.ts";
import { readProduct } from "./products.ts";
import { unwrapData } from "./read.ts";
import type { SallaSettings } from "./settings.ts";
import { parseSallaWebhook, subscribedEvents } from "./webhooks.ts";

/** The maximum page size at Salla. */
const perPage = 60;

/** Salla (Salla docs, Merchant API and Authorization). Its quirks: QUIRKS.md. */
export function makeSalla(settings: SallaSettings, clock: Clock): StorePlatform {
  const api = sallaApi(settings, clock);

  /** The rows of a page, and the cursor of the next one. */
  async function page<Item>(
    credential: string,
    path: string,
    cursor: string | null,
    read: (row: unknown) => Item,
  ) {
    const answer = record(await api.get(credential, path));
    const paging = record(answer.pagination);
    const at = parsePageNumber(cursor);
    return {
      items: list(answer.data).map(read),
      next: at < Number(paging.totalPages ?? 0) ? String(at + 1) : null,
      total: typeof paging.total === "number" ? paging.total : null,
    };
  }

  return {
    platform: "salla",
    ordersListedBy: "placed",
    webhookEndpoint: "app",
    ...sallaAccounts(settings, clock),
    ...sallaCoupons(api),

    async readShop(credential) {
      const info = record(unwrapData(await api.get(credential, "/store/info")));
      const link = asText(info.domain);
      if (!URL.canParse(link)) throw new AdapterFault("rejected", { reason: "the store has no domain yet" });
      return {
        externalId: asText(info.id),
        name: asText(info.name),
        link: link.replace(/\/+$/, ""),
        currency: asText(info.currency) || "SAR",
        isActive: asText(info.status) !== "inactive",
      };
    },

    readProducts: (credential, cursor) =>
      page(credential, `/products?page=${parsePageNumber(cursor)}&per_page=${perPage}`, cursor, readProduct),

    listOrders: (credential, since, cursor) =>
      page(
        credential,
        `/orders?from_date=${riyadhDate(since)}&sort_by=id-desc&page=${parsePageNumber(cursor)}&per_page=${perPage}`,
        cursor,
        readOrderRow,
      ),

    async readOrder(credential, externalId) {
      const answer = await api.get(credential, `/orders/${encodeURIComponent(externalId)}`, {
        missing: null,
      });
      return answer === null ? null : readOrderDetails(unwrapData(answer));
    },

    async subscribe(credential, { address }) {
      const known = list(unwrapData(await api.get(credential, "/webhooks"))).filter(isRecord);
      const existing = new Set(known.filter((one) => one.url === address).map((one) => one.event));
      const missing = subscribedEvents.filter((event) => !existing.has(event));
      return subscribeToEach(missing, (event) =>
        api.post(credential, "/webhooks/subscribe", {
          name: `Rawaj ${event}`,
          event,
          url: address,
          version: 2,
          security_strategy: "signature",
          secret: settings.webhookSecrets[0],
        }),
      );
    },

    async unsubscribe(credential, { address }) {
      await api.remove(credential, `/webhooks/unsubscribe?url=${encodeURIComponent(address)}`);
    },

    parseWebhook: (delivery) => parseSallaWebhook(delivery, settings.webhookSecrets),
  };
}

/** Salla's filters take Riyadh days. */
function riyadhDate(instant: Date): string {
  return new Date(instant.getTime() + 3 * 3_600_000).toISOString().slice(0, 10);
}
