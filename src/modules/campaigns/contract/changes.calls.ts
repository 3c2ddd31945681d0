import { z } from "zod";
import { defineCalls, halalasSchema, instant } from "#base/shared/contract.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { adChecks, campaignChecks, groupChecks, moneyChecks, transitionChecks } from "./campaigns.calls.ts";
import { changeOutcomes, statusReasons } from "./enums.ts";
import { planDetails } from "./plans.calls.ts";
import { adGroupFields, adGroupRow, campaignDetails, campaignFields, id } from "./shapes.ts";

const view = { subject: "campaign", action: "read" } as const;
const manage = { subject: "campaign", action: "manage" } as const;
const byId = z.object({ id });

/** Who made a change; `platform` when it was made on the platform itself, `product` when Rawaj did it by itself. */
const changedBy = ["member", "staff", "rule", "assistant", "product", "platform"] as const;

/** Some places by name in the reader's language, and how many more there are. */
const somePlaces = z.object({ names: z.array(z.string()), more: z.number().int().min(0) });
/** What a change did to an ad group's places; `resized`: the same place with another radius. */
const changedPlaces = z.object({ added: somePlaces, removed: somePlaces, resized: somePlaces });
export type ChangedPlaces = z.infer<typeof changedPlaces>;

const changeRow = z.object({
  id: z.number().int(),
  level: z.enum(["plan", "campaign", "ad_group", "ad"]),
  /** The campaign that was changed, itself or below it; both null for a change of the plan itself. */
  campaign_id: id.nullable(),
  platform: z.enum(platforms).nullable(),
  subject_id: z.string(),
  subject_name: z.string(),
  /** What was done, in the past tense: `edited`, `paused`, `drift_seen`. */
  verb: z.string(),
  by: z.enum(changedBy),
  /** The member's name; null where that is the reader, or nobody in person. */
  by_name: z.string().nullable(),
  /** For stops: who or what stopped it. */
  reason: z.enum(statusReasons).nullable(),
  at: instant,
  /** Field by field; the values have the shapes that the fields have in the campaign, the ad group or the ad. */
  changes: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
  /** In place of the field `locations`, whose lists may be long; null when no place changed. */
  places: changedPlaces.nullable(),
  /** What the platform made of it; null for what is not sent there. */
  outcome: z.enum(changeOutcomes).nullable(),
  outcome_at: instant.nullable(),
  /** It can be taken back, and nothing of it has changed since. */
  can_undo: z.boolean(),
});
export type ChangeRow = z.infer<typeof changeRow>;

const changesQuery = z.object({
  /** The `next` of the page before. */
  before: z.coerce.number().int().min(1).optional(),
  size: z.coerce.number().int().min(1).max(50).default(20),
});
const changesPage = z.object({ items: z.array(changeRow), next: z.number().int().nullable() });

/** What a plan's campaigns share, and each one's daily budget; what is left out stays as it is. */
const planChange = campaignFields
  .pick({ name: true, starts_at: true, ends_at: true })
  .partial()
  .extend({
    budgets: z
      .array(z.object({ campaign_id: id, daily_budget_halalas: halalasSchema }))
      .min(1)
      .max(platforms.length)
      .optional(),
  });
export type PlanChange = z.infer<typeof planChange>;

export const changesCalls = defineCalls({
  "PATCH Clients/Campaigns/{id}": {
    summary:
      "Changes a campaign's name, daily budget or dates, and leaves the rest as it is; a budget alone is checked alone",
    access: manage,
    params: byId,
    body: campaignFields
      .pick({ name: true, daily_budget_halalas: true, starts_at: true, ends_at: true })
      .partial(),
    answer: campaignDetails,
    refusals: [...campaignChecks, ...moneyChecks, "campaigns.campaign_closed"],
    idempotent: true,
  },
  "PATCH Clients/AdGroups/{id}": {
    summary: "Changes an ad group's name, and leaves the rest as it is",
    access: manage,
    params: byId,
    body: adGroupFields.pick({ name: true }),
    answer: adGroupRow,
    refusals: [...groupChecks, "campaigns.campaign_closed"],
    idempotent: true,
  },
  "GET Clients/Campaigns/{id}/changes": {
    summary:
      "What changed in a campaign, its ad groups and ads, newest first: by whom, and what the platform confirmed",
    access: view,
    readsReplica: true,
    params: byId,
    query: changesQuery,
    answer: changesPage,
  },
  "POST Clients/Campaigns/{id}/changes/{change}/undo": {
    summary: "Takes a change back by the opposite change; refused when something of it has changed since",
    access: manage,
    params: byId.extend({ change: z.coerce.number().int().min(1) }),
    answer: campaignDetails,
    refusals: [
      ...new Set([
        ...campaignChecks,
        ...groupChecks,
        ...adChecks,
        ...transitionChecks,
        ...moneyChecks,
        "campaigns.placement_fixed",
        "campaigns.account_fixed",
        "campaigns.store_fixed",
        "campaigns.objective_fixed",
        "campaigns.store_closed",
        "campaigns.change_not_undoable",
        "campaigns.change_half_undoable",
        "campaigns.changed_since",
      ] as const),
    ],
    idempotent: true,
  },
  "PATCH Clients/Plans/{id}": {
    summary:
      "Changes a plan's name, its campaigns' dates or their daily budgets, all of it or nothing. A start that has come stays, and ended campaigns keep their dates",
    access: manage,
    params: byId,
    body: planChange,
    answer: planDetails,
    refusals: [...campaignChecks, ...moneyChecks, "campaigns.campaign_closed"],
    idempotent: true,
  },
  "GET Clients/Plans/{id}/changes": {
    summary: "What changed in a plan, its campaigns, their ad groups and ads, newest first",
    access: view,
    readsReplica: true,
    params: byId,
    query: changesQuery,
    answer: changesPage,
  },
  "POST Clients/Plans/{id}/changes/{change}/undo": {
    summary:
      "Takes a change of the plan itself back: its name, or a budget move. Refused when something of it has changed since",
    access: manage,
    params: byId.extend({ change: z.coerce.number().int().min(1) }),
    answer: planDetails,
    refusals: [
      ...campaignChecks,
      ...moneyChecks,
      "campaigns.campaign_closed",
      "campaigns.change_not_undoable",
      "campaigns.changed_since",
    ],
    idempotent: true,
  },
});

export type ChangesCalls = typeof changesCalls;
