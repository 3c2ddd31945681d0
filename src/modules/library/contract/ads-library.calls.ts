import { z } from "zod";
import { file } from "#base/shared/answer-kinds.ts";
import { defineCalls, halalasSchema, instant, requiredText, riyadhDay, text } from "#base/shared/contract.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { acceptedMimes } from "#modules/creative/contract/uploads.ts";
import { seasonKeys } from "#modules/seasons/contract/season-keys.ts";
import { adStyles, adTypes, itemSources, noteMax, sectors } from "./library-enums.ts";
import { byId, collectionSchema, itemId, itemSchema, structureSchema } from "./library-shapes.ts";

const read = { subject: "library", action: "read" } as const;
const manage = { subject: "library", action: "manage" } as const;
const cache = "private, max-age=86400, immutable";

/** A filter that is absent leaves nothing out. Own ads have no season and no style. */
export const itemsQuery = z.object({
  /** The `next` cursor of the previous page. */
  after: z.string().max(400).optional(),
  size: z.coerce.number().int().min(1).max(100).default(24),
  /** Folded like the texts it searches: any spelling of Arabic letters and digits. */
  search: text(120).optional(),
  season: z.enum(seasonKeys).optional(),
  style: z.enum(adStyles).optional(),
  type: z.enum(adTypes).optional(),
  platform: z.enum(platforms).optional(),
  sector: z.enum(sectors).optional(),
  source: z.enum(itemSources).optional(),
  collection_id: itemId.optional(),
});

const sectorState = z.object({
  sector: z.enum(sectors).nullable(),
  /** Since when the merchant's figures are shared; null while they are not. */
  shared_since: instant.nullable(),
  /** What is published of the newest month; null where the merchant does not share, or nothing is published. */
  medians: z
    .object({
      month: riyadhDay.describe("its first day"),
      stores_at_least: z.number().int(),
      roas_delivered: z.number().describe("rounded to a tenth"),
      cost_per_delivered_halalas: halalasSchema.describe("rounded to whole riyals"),
      /** The merchant's own of that month; null where they sold too little in it, or shared only later. */
      own: z.object({ roas_delivered: z.number(), cost_per_delivered_halalas: halalasSchema }).nullable(),
    })
    .nullable(),
});
export type SectorState = z.output<typeof sectorState>;

export const adsLibraryCalls = defineCalls({
  "GET Clients/AdsLibrary/index": {
    summary: "Ads to learn from, the newest first: our team's library and the merchant's own winners",
    access: read,
    readsReplica: true,
    query: itemsQuery,
    answer: z.object({ items: z.array(itemSchema), next: z.string().nullable() }),
  },
  "GET Clients/AdsLibrary/items/{id}": {
    summary: "One ad of the library, or one of the merchant's own winners",
    access: read,
    params: byId,
    answer: itemSchema,
  },
  "GET Clients/AdsLibrary/items/{id}/file": {
    summary: "A library ad's picture or video, in ranges where a player requests them",
    access: { signedOr: read },
    params: byId,
    query: z.object({ v: z.string().max(12).optional() }),
    answer: file({ types: acceptedMimes, ranges: true, cache, disposition: "inline" }),
  },
  "GET Clients/AdsLibrary/items/{id}/thumbnail": {
    summary: "A library ad's small picture",
    access: { signedOr: read },
    params: byId,
    query: z.object({ v: z.string().max(12).optional() }),
    answer: file({ types: ["image/jpeg"], cache, disposition: "inline" }),
  },
  "PUT Clients/AdsLibrary/items/{id}/note": {
    summary: "Keeps the merchant's own note about an ad; an empty one removes it",
    access: manage,
    params: byId,
    body: z.object({ text: text(noteMax) }),
    answer: itemSchema,
  },
  "PUT Clients/AdsLibrary/items/{id}/structure": {
    summary: "Says how one of the merchant's own winners is built; a library ad's is our team's",
    access: manage,
    params: byId,
    body: structureSchema,
    answer: itemSchema,
  },
  "POST Clients/AdsLibrary/items/{id}/draft": {
    summary:
      "Makes a draft whose ad is to be built like this one: structure, button and platform, and no word of it",
    access: manage,
    params: byId,
    answer: z.object({ draft_id: itemId }),
    refusals: ["library.structure_unknown", "campaigns.drafts_too_many", "campaigns.draft_too_large"],
    idempotent: true,
  },
  "GET Clients/AdsLibrary/collections": {
    summary: "The merchant's collections by name, with the number of ads in each",
    access: read,
    answer: z.object({ items: z.array(collectionSchema) }),
  },
  "POST Clients/AdsLibrary/collections": {
    summary: "Makes a collection",
    access: manage,
    body: z.object({ name: requiredText(60) }),
    answer: collectionSchema,
    refusals: ["library.collection_name_taken", "library.collections_too_many"],
  },
  "PUT Clients/AdsLibrary/collections/{id}": {
    summary: "Renames a collection",
    access: manage,
    params: byId,
    body: z.object({ name: requiredText(60) }),
    answer: collectionSchema,
    refusals: ["library.collection_name_taken"],
  },
  "DELETE Clients/AdsLibrary/collections/{id}": {
    summary: "Deletes a collection; its ads stay in the library",
    access: manage,
    params: byId,
    answer: z.object({ id: itemId }),
  },
  "PUT Clients/AdsLibrary/collections/{id}/items/{item_id}": {
    summary: "Puts an ad into a collection; once is enough",
    access: manage,
    params: byId.extend({ item_id: itemId }),
    answer: collectionSchema,
    refusals: ["library.collection_full"],
  },
  "DELETE Clients/AdsLibrary/collections/{id}/items/{item_id}": {
    summary: "Takes an ad out of a collection",
    access: manage,
    params: byId.extend({ item_id: itemId }),
    answer: collectionSchema,
  },
  "GET Clients/AdsLibrary/sector": {
    summary: "The merchant's sector, whether they share, and its published medians",
    access: read,
    readsReplica: true,
    answer: sectorState,
  },
  "PUT Clients/AdsLibrary/sector": {
    summary:
      "Chooses the sector, and whether the merchant's figures are in its medians; stopping forgets what was read",
    access: manage,
    body: z.object({ sector: z.enum(sectors), is_shared: z.boolean() }),
    answer: sectorState,
  },
});
export type AdsLibraryCalls = typeof adsLibraryCalls;
