import { z } from "zod";
import { defineCalls, halalasSchema, riyadhDay } from "#base/shared/contract.ts";
import { queryMax, searchKindNames } from "./search-kinds.ts";

const item = z.object({
  id: z.string(),
  title: z.string(),
  /** What it was found by beside its title, or what tells it from others; empty when there is nothing. */
  detail: z.string(),
  /** Of an ad group its campaign, of an ad its ad group. */
  parent_id: z.string().nullable(),
  /** Of orders and transactions. */
  amount_halalas: halalasSchema.nullable(),
  day: riyadhDay.nullable(),
  /** Of a notification: the page of its act. */
  path: z.string().nullable(),
});

const group = z.object({
  kind: z.enum(searchKindNames),
  items: z.array(item),
  /** More was found than is listed. */
  has_more: z.boolean(),
});

export const searchCalls = defineCalls({
  "GET Clients/Search/index": {
    summary:
      "What the merchant has under these words, by kind, the best first: five of each, or thirty of one kind",
    access: "signed-in",
    readsReplica: true,
    // The box searches while one types; a whole team shares it.
    perMinute: 240,
    query: z.object({
      q: z.string().max(queryMax).default(""),
      kind: z.enum(searchKindNames).optional(),
    }),
    answer: z.object({
      groups: z.array(group),
      /** Nothing has these very words: what is listed is spelt nearly so. */
      is_corrected: z.boolean(),
    }),
  },
});

export type SearchCalls = typeof searchCalls;
export type FoundGroup = z.output<typeof group>;
export type FoundItem = z.output<typeof item>;
