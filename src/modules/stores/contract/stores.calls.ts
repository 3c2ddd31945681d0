import { z } from "zod";
import {
  defineCalls,
  halalasSchema,
  instant,
  pageQuery,
  pageSchema,
  requiredText,
  text,
} from "#base/shared/contract.ts";
import { oauthPlatforms } from "./platform-table.ts";
import {
  lostReasons,
  orderBlocks,
  productStatuses,
  returnPaths,
  storePlatforms,
  storeStatuses,
  verificationMethods,
} from "./words.ts";

const storeId = z.string().max(60);

export const storeSchema = z.object({
  id: storeId,
  name: z.string(),
  /** Where shoppers visit it. */
  link: z.string(),
  /** The platform it stands on. */
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
  /** Readings that failed in a row; 0 when the last one went well. */
  sync_failures: z.number().int(),
  /** The first reading after connecting; null when it is over. */
  import: z
    .object({
      products_done: z.boolean(),
      orders_done: z.number().int(),
      orders_total: z.number().int().nullable(),
    })
    .nullable(),
  products: z.number().int(),
  orders: z.number().int(),
  /** Those among them that only pages told of, and whether the merchant counts them all the same. */
  orders_unconfirmed: z.number().int(),
  counts_unconfirmed: z.boolean(),
});
export type StoreAnswer = z.output<typeof storeSchema>;

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
});
export type ProductAnswer = z.output<typeof productSchema>;

export const siteSchema = z.object({
  id: z.string(),
  address: z.string(),
  /** Stands in the head of the page at the address. */
  meta_tag: z.string(),
  /** Stands as a TXT record of this name. */
  dns_name: z.string(),
  dns_record: z.string(),
  /** Goes on every page. */
  pixel_tag: z.string(),
  /** Goes on the thank-you page, with the order's own number and total in it. */
  order_tag: z.string(),
  /** For the merchant's own server: what it tells of orders is signed with it. */
  signing_key: z.string(),
  verified_by: z.enum(verificationMethods).nullable(),
  pixel_seen_at: instant.nullable(),
  store_id: storeId.nullable(),
});
export type SiteAnswer = z.output<typeof siteSchema>;

const reading = { subject: "store", action: "read" } as const;
const managing = { subject: "store", action: "manage" } as const;

export const storesCalls = defineCalls({
  "POST Clients/Stores/connect": {
    summary: "Begins connecting a store: answers with the platform's consent page, valid for ten minutes",
    access: managing,
    body: z.object({
      platform: z.enum(oauthPlatforms),
      /** The store's place, for platforms that must know it first (`storePlatformTable`). */
      address: text(300).optional(),
      /** A store that was connected before: where it is need not be said again. */
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
      "The merchant's stores, newest connection first, without disconnected ones, and the platforms that can be connected",
    access: reading,
    answer: z.object({
      stores: z.array(storeSchema),
      platforms: z.array(z.object({ platform: z.enum(storePlatforms), is_available: z.boolean() })),
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
    summary: "Products of the merchant's stores, by name",
    access: reading,
    query: pageQuery.extend({ store_id: storeId.optional(), search: text(100).optional() }),
    answer: pageSchema(productSchema),
  },
  "POST Clients/Stores/{id}/sync": {
    summary: "Reads the store's products and orders again, now",
    access: managing,
    params: z.object({ id: storeId }),
    answer: storeSchema,
    refusals: ["stores.store_not_found", "stores.not_connected", "stores.told_by_pixel"],
  },
  "POST Clients/Stores/sites": {
    summary: "Names a site on no platform we know: answers with what proves it, and with its pixel",
    access: managing,
    body: z.object({ address: requiredText(300) }),
    answer: siteSchema,
    refusals: ["stores.address_not_valid", "stores.too_many_sites_named", "stores.most_sites"],
  },
  "GET Clients/Stores/sites": {
    summary: "The merchant's own sites, proven or not yet, newest first",
    access: managing,
    answer: z.object({ sites: z.array(siteSchema) }),
  },
  "POST Clients/Stores/sites/{id}/verify": {
    summary: "Looks for the proof; found, the site is connected as a store. Looks for the pixel as well",
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
    summary:
      "Whether orders that only a site's pages told of, unsigned, count in figures; past ones are counted anew",
    access: managing,
    params: z.object({ id: storeId }),
    body: z.object({ counts: z.boolean() }),
    answer: storeSchema,
    refusals: ["stores.store_not_found", "stores.always_confirmed"],
  },
  "POST Clients/Stores/{id}/disconnect": {
    summary:
      "Ends the connection. Its products, orders and figures stay, and connecting again goes on from there",
    access: managing,
    params: z.object({ id: storeId }),
    answer: storeSchema,
    refusals: ["stores.store_not_found"],
  },
});
export type StoresCalls = typeof storesCalls;
