import { z } from "zod";
import { defineCalls, instant } from "#base/shared/contract.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { draftContent } from "./draft-content.ts";
import { draftSteps } from "./enums.ts";
import { id } from "./shapes.ts";

const byId = z.object({ id });
const view = { subject: "campaign", action: "read" } as const;
const manage = { subject: "campaign", action: "manage" } as const;

const draftFields = z.object({
  content: draftContent,
  step: z.enum(draftSteps),
  /**
   * A random label of the browser that saves. A browser whose save got no response recognises by it that what stands is
   * its own.
   */
  device: z.string().regex(/^[\w-]{8,60}$/),
});

const draftSummary = z.object({
  id,
  /** The plan that the draft extends to more platforms; null: it becomes a plan of its own. */
  plan_id: id.nullable(),
  name: z.string(),
  platforms: z.array(z.enum(platforms)),
  step: z.enum(draftSteps),
  /** Counts the saves, from 1. */
  revision: z.number().int(),
  device: z.string(),
  created_at: instant,
  updated_at: instant,
});
export type DraftSummary = z.infer<typeof draftSummary>;

const draftRow = draftSummary.extend({ content: draftContent });
export type DraftRow = z.infer<typeof draftRow>;

export const draftsCalls = defineCalls({
  "GET Clients/Drafts/index": {
    summary: "The merchant's drafts, the one saved last first, without their content",
    access: view,
    answer: z.object({ items: z.array(draftSummary) }),
  },
  "GET Clients/Drafts/{id}": {
    summary: "One draft with its content",
    access: view,
    params: byId,
    answer: draftRow,
  },
  "POST Clients/Drafts/create": {
    summary: "Keeps a draft of a plan; `plan_id` when it adds platforms to a plan that exists",
    access: manage,
    body: draftFields.extend({ plan_id: id.nullable().default(null) }),
    answer: draftRow,
    refusals: ["campaigns.drafts_too_many", "campaigns.draft_too_large"],
  },
  "PUT Clients/Drafts/{id}": {
    summary:
      "Saves a draft over the revision it was read at; over a newer one it is refused, and `current` has what stands",
    access: manage,
    params: byId,
    body: draftFields.extend({ revision: z.number().int().min(1).max(2_147_483_646) }),
    answer: draftRow,
    refusals: ["campaigns.draft_changed", "campaigns.draft_too_large"],
  },
  "DELETE Clients/Drafts/{id}": {
    summary: "Deletes a draft for good; with a revision, refused when another device has saved it since",
    access: manage,
    params: byId,
    query: z.object({
      revision: z.coerce.number().int().min(1).optional(),
      device: z.string().max(60).optional(),
    }),
    answer: z.object({ id }),
    refusals: ["campaigns.draft_changed"],
  },
});

export type DraftsCalls = typeof draftsCalls;
