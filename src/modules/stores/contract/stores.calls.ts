import { z } from "zod";
import { file } from "#base/shared/answer-kinds.ts";
import { defineCalls, halalasSchema, instant, requiredText, text } from "#base/shared/contract.ts";
import {
  lostReasons,
  orderBlocks,
  productSorts,
  productStatuses,
  returnPaths,
  salesStates,
  storePlatforms,
  storeStatuses,
  verificationMethods,
} from "./enums.ts";
import { oauthPlatforms } from "./platform-table.ts";

const storeId = z.string().max(60);

export const storeSchema = z.object({
  id: storeId,
  name: z.string(),
  /** Public address of the store. */
  link: z.string(),
  /** The platform it is on. */
  type: z.enum(storePlatforms),
  domain: z.string(),
  status: z.enum(storeStatuses),
  is_active: z.boolean(),
  /** Why the connection was lost; null otherwise. */
  lost_reason: z.enum(lostReasons).nullable(),
  /** Why its orders cannot be read though it is connected; null while they can. */
  orders_blocked_by: z.enum(orderBlocks).nullable(),
  connected_at: instant,
  last_synced_at: instant.nullable(),
  /** Failed syncs in a row; 0 after a successful one. */
  sync_failures: z.number().int(),
  /** Progress of the first sync after connecting; null when it has finished. */
  import: z
    .object({
      products_done: z.boolean(),
      orders_done: z.number().int(),
      orders_total: z.number().int().nullable(),
    })
    .nullable(),
  products: z.number().int(),
  orders: z.number().int(),
  /** How many of them only the pixel reported, and whether the merchant counts them anyway. */
  orders_unconfirmed: z.number().int(),
  counts_unconfirmed: z.boolean(),
});
export type StoreAnswer = z.output<typeof storeSchema>;

/** What a product sold in the last `productSalesDays` days, by the day its orders were placed. */
const productSalesSchema = z.object({
  units_sold: z.number().int(),
  /** With VAT, before coupons on the whole order, shipping and returns. */
  sales_halalas: halalasSchema,
  /** Of the sold units: refunded, or refused on delivery. */
  units_returned: z.number().int(),
  /** Of the sold units: those of orders refunded in part, where the store does not say what came back. */
  units_return_unknown: z.number().int(),
});

export const productSchema = z.object({
  id: z.string(),
  store_id: storeId,
  name: z.string(),
  sku: z.string(),
  url: z.string().nullable(),
  image_url: z.string().nullable(),
  /** What a shopper pays now, with VAT. */
  price_halalas: halalasSchema,
  regular_price_halalas: halalasSchema,
  currency: z.string(),
  /** Null: no limit. */
  quantity: z.number().int().nullable(),
  status: z.enum(productStatuses),
  sales_state: z.enum(salesStates),
  /** Null unless its sales are known. */
  sales: productSalesSchema.nullable(),
});
export type ProductAnswer = z.output<typeof productSchema>;

export const siteSchema = z.object({
  id: z.string(),
  address: z.string(),
  /** For the head of the page at the address. */
  meta_tag: z.string(),
  /** A TXT record for this name. */
  dns_name: z.string(),
  dns_record: z.string(),
  /** For every page. */
  pixel_tag: z.string(),
  /** For the thank-you page, with the order's own number and total in it. */
  order_tag: z.string(),
  /** For the merchant's own server: it signs its order reports with this key. */
  signing_key: z.string(),
  verified_by: z.enum(verificationMethods).nullable(),
  pixel_seen_at: instant.nullable(),
  store_id: storeId.nullable(),
});
export type SiteAnswer = z.output<typeof siteSchema>;

const reading = { subject: "store", action: "read" } as const;
const managing = { subject: "store", action: "manage" } as const;

export const storesCalls = defineCalls({
  "GET pixel.js": {
    summary: "The script that a site on no store platform loads, and which reports its orders",
    access: "public",
    /** Shops add parameters of their own to the addresses of scripts. */
    query: z.record(z.string(), z.unknown()),
    answer: file({
      types: ["text/javascript; charset=utf-8"],
      cache: "public, max-age=3600",
      disposition: "inline",
      crossOrigin: true,
    }),
  },
  "POST Clients/Stores/connect": {
    summary: "Starts connecting a store: returns the platform's consent page, valid for ten minutes",
    access: managing,
    body: z.object({
      platform: z.enum(oauthPlatforms),
      /** The store's address, for platforms that need it first (`storePlatformTable`). */
      address: text(300).optional(),
      /** Reconnects this store; its stored address is used. */
      store_id: storeId.optional(),
      return_to: z.enum(returnPaths).default("/account-settings/connect-store"),
    }),
    answer: z.object({ authorization_url: z.string() }),
    refusals: [
      "stores.platform_not_available",
      "stores.address_not_valid",
      "stores.no_store_there",
      "stores.store_not_found",
      "stores.too_many_connects",
    ],
  },
  "GET Clients/Stores/index": {
    summary:
      "The merchant's stores, newest connection first, without disconnected ones, the platforms that can be connected, and the merchant's landing pages",
    access: reading,
    answer: z.object({
      stores: z.array(storeSchema),
      platforms: z.array(z.object({ platform: z.enum(storePlatforms), is_available: z.boolean() })),
      /** Addresses of ours that the merchant's links may lead to besides the stores'. */
      landing_addresses: z.array(z.string()),
    }),
  },
  "GET Clients/Stores/{id}": {
    summary: "One store",
    access: reading,
    params: z.object({ id: storeId }),
    answer: storeSchema,
    refusals: ["stores.store_not_found"],
  },
  "GET Clients/Stores/products": {
    summary:
      "Products of the merchant's stores, by name or by sales; what cannot be sold or has no picture comes last",
    access: reading,
    readsReplica: true,
    query: z.object({
      size: z.coerce.number().int().min(1).max(50).default(20),
      cursor: z.string().max(2_000).optional().describe("the previous page's `next`"),
      store_id: storeId.optional(),
      search: text(100).optional(),
      sort: z.enum(productSorts).default("name"),
    }),
    answer: z.object({ items: z.array(productSchema), next: z.string().nullable() }),
  },
  "GET Clients/Stores/products/{id}": {
    summary: "One product as it was read last, also when it is gone from the store",
    access: reading,
    params: z.object({ id: z.string().min(1).max(60) }),
    answer: productSchema,
  },
  "POST Clients/Stores/{id}/sync": {
    summary: "Syncs the store's products and orders now",
    access: managing,
    params: z.object({ id: storeId }),
    answer: storeSchema,
    refusals: ["stores.store_not_found", "stores.not_connected", "stores.told_by_pixel"],
  },
  "POST Clients/Stores/sites": {
    summary: "Adds a site on no supported platform: returns its verification tags and its pixel",
    access: managing,
    body: z.object({ address: requiredText(300) }),
    answer: siteSchema,
    refusals: ["stores.address_not_valid", "stores.too_many_sites_named", "stores.most_sites"],
  },
  "GET Clients/Stores/sites": {
    summary: "The merchant's own sites, verified or not, newest first",
    access: managing,
    answer: z.object({ sites: z.array(siteSchema) }),
  },
  "POST Clients/Stores/sites/{id}/verify": {
    summary:
      "Looks for the verification token; if found, the site becomes a store. Looks for the pixel as well",
    access: managing,
    params: z.object({ id: z.string().max(60) }),
    body: z.object({ by: z.enum(verificationMethods) }),
    answer: siteSchema,
    refusals: [
      "stores.site_not_found",
      "stores.proof_not_found",
      "stores.too_many_verifications",
      "stores.site_not_answering",
      "stores.address_not_valid",
      "stores.taken",
    ],
  },
  "POST Clients/Stores/{id}/count-unconfirmed": {
    summary: "Sets whether a site's unconfirmed orders count in figures; past ones are counted again",
    access: managing,
    params: z.object({ id: storeId }),
    body: z.object({ counts: z.boolean() }),
    answer: storeSchema,
    refusals: ["stores.store_not_found", "stores.always_confirmed"],
  },
  "POST Clients/Stores/{id}/disconnect": {
    summary:
      "Ends the connection. Its products, orders and figures stay; connecting again continues from there",
    access: managing,
    params: z.object({ id: storeId }),
    answer: storeSchema,
    refusals: ["stores.store_not_found"],
  },
});
export type StoresCalls = typeof storesCalls;
