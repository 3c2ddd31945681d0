import { z } from "zod";
import { defineCalls, halalasSchema, riyadhDay } from "#base/shared/contract.ts";
import { seasonKeys } from "#modules/seasons/contract/season-keys.ts";
import { seasonId } from "./season-budgets.calls.ts";
import { id } from "./shapes.ts";

const view = { subject: "campaign", action: "read" } as const;
const manage = { subject: "campaign", action: "manage" } as const;

const seasonDraftRow = z.object({
  season: z.string().describe("ramadan-1448, white_friday-2026"),
  key: z.enum(seasonKeys),
  starts_on: riyadhDay,
  ends_on: riyadhDay.describe("included"),
  draft_id: id,
  total_halalas: halalasSchema.describe("proposed for the whole season, from what was spent a day before"),
  minimum_halalas: halalasSchema.describe("the least that the draft's platforms take for a day, together"),
});
export type SeasonDraftRow = z.infer<typeof seasonDraftRow>;

const seasonDrafts = z.object({
  items: z.array(seasonDraftRow),
  is_on: z.boolean().describe("whether drafts are prepared for this merchant"),
});
export type SeasonDrafts = z.infer<typeof seasonDrafts>;

export const seasonDraftsCalls = defineCalls({
  "GET Clients/SeasonDrafts/index": {
    summary:
      "Drafts that were prepared for seasons that have not ended, the next one first; dismissed ones are left out",
    access: view,
    answer: seasonDrafts,
  },
  "POST Clients/SeasonDrafts/{season}/dismiss": {
    summary: "Hides a season's draft; one that nobody has changed is deleted. It is not prepared again",
    access: manage,
    params: z.object({ season: seasonId }),
    answer: seasonDrafts,
  },
  "PUT Clients/SeasonDrafts/settings": {
    summary: "Turns the preparing of drafts before seasons on or off",
    access: manage,
    body: z.object({ is_on: z.boolean() }),
    answer: seasonDrafts,
  },
});

export type SeasonDraftsCalls = typeof seasonDraftsCalls;
