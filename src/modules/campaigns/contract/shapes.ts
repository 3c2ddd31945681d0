import { z } from "zod";
import { halalasSchema, instant, requiredText, text } from "#base/shared/contract.ts";
import {
  biddingStrategies,
  callsToAction,
  devices,
  placements,
  platforms,
} from "#modules/ad-accounts/contract/platforms.ts";
import {
  actions,
  ageRanges,
  genders,
  nameMax,
  noteMax,
  objectives,
  ownNumberMax,
  statuses,
  statusReasons,
  syncs,
} from "./enums.ts";

export const id = z.string().min(5).max(60);
const nameField = requiredText(nameMax);
const budget = halalasSchema.min(1).max(100_000_000);
const unique = <T>(items: T[]) => new Set(items).size === items.length;

/** A campaign's fields as the merchant sets them. `starts_at` null: it begins when it is started. */
export const campaignFields = z.object({
  name: nameField,
  ad_account_id: id,
  platform: z.enum(platforms),
  /** Where on the platform the ads appear; empty where it has only one placement. */
  placements: z.array(z.enum(placements)).max(4).refine(unique).default([]),
  store_id: id.nullable(),
  landing_url: requiredText(2_000),
  objective: z.enum(objectives),
  bidding_strategy: z.enum(biddingStrategies),
  target_cpa_halalas: budget.nullable(),
  /** For target_roas, in basis points: 35_000 aims at 3.5 riyals back for each riyal spent. */
  target_roas: z.number().int().min(1).max(10_000_000).nullable().default(null),
  client_campaign_id: text(ownNumberMax).nullable(),
  starts_at: instant.nullable(),
  ends_at: instant.nullable(),
  daily_budget_halalas: budget,
});
export type CampaignFields = z.infer<typeof campaignFields>;

const locationSchema = z.object({
  /** A city of our list, or null for a point chosen on the map. */
  city: z.string().max(40).nullable(),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  radius_metres: z.number().int().min(1).max(10_000_000),
});
export type Location = z.infer<typeof locationSchema>;

/** Empty: the whole Kingdom. */
export const adGroupFields = z.object({
  name: nameField,
  age_ranges: z.array(z.enum(ageRanges)).min(1, "base:field_required").max(9).refine(unique),
  excluded_age_ranges: z.array(z.enum(ageRanges)).max(9).refine(unique),
  gender: z.enum(genders),
  locations: z.array(locationSchema).max(100),
  devices: z.array(z.enum(devices)).min(1, "base:field_required").max(5).refine(unique),
  optimized_targeting: z.boolean(),
  keywords: z.array(requiredText(200)).max(200).refine(unique),
});
export type AdGroupFields = z.infer<typeof adGroupFields>;

export const adFields = z.object({
  name: nameField,
  headline: requiredText(200),
  /** Further headlines and descriptions, on platforms that combine several into one ad. */
  more_headlines: z.array(requiredText(200)).max(20).default([]),
  text: text(noteMax),
  description: text(1_000),
  more_descriptions: z.array(requiredText(1_000)).max(20).default([]),
  target_url: requiredText(2_000),
  /** Null where ads are text only. */
  media_id: id.nullable(),
  call_to_action: z.enum(callsToAction),
  brand_name: text(200),
  /** The platform may change the ad by itself (music, crops, texts). Off unless chosen. */
  automatic_enhancements: z.boolean().default(false),
});
export type AdFields = z.infer<typeof adFields>;

/** The object's sync state. `fault` is in the reader's language, `fault_text` is the platform's own text. */
const syncStateFields = {
  status: z.enum(statuses),
  /** What may be done to it now, the most common first. */
  allowed_actions: z.array(z.enum(actions)),
  sync: z.enum(syncs),
  fault: z.string().nullable(),
  fault_text: z.string().nullable(),
  /** The status on the platform, as last observed; null: it was never created there. */
  observed_status: z.enum(["active", "paused", "deleted"]).nullable(),
  /** The status someone set on the platform itself; null when nothing differs. */
  drift_status: z.enum(["active", "paused", "deleted"]).nullable(),
  /** Since when something on the platform differs from our data. */
  drift_since: instant.nullable(),
  platform_id: z.string().nullable(),
  created_at: instant,
  updated_at: instant,
};

export const campaignRow = campaignFields.extend({
  id,
  starts_at: instant,
  /** True until the first start: it begins when it is started. */
  starts_at_once: z.boolean(),
  ...syncStateFields,
  status_reason: z.enum(statusReasons).nullable(),
  /** The daily budget last observed on the platform; null until it exists there. */
  observed_daily_budget_halalas: halalasSchema.nullable(),
  /** A different daily budget that someone set on the platform itself. */
  drift_daily_budget_halalas: halalasSchema.nullable(),
  /**
   * A budget set on the platform that the wallet could not cover, so ours was restored. Null after the merchant's next
   * change.
   */
  reverted: z.object({ daily_budget_halalas: halalasSchema, at: instant }).nullable(),
  connection_lost: z.boolean(),
  max_cost_today_halalas: halalasSchema,
  reserve_halalas: halalasSchema,
});
export type CampaignRow = z.infer<typeof campaignRow>;

export const adRow = adFields.extend({
  id,
  campaign_id: id,
  ad_group_id: id,
  tracking_url: z.string(),
  review: z.object({
    outcome: z.enum(["pending", "approved", "rejected"]).nullable(),
    /** The platform's own text, and its meaning in the reader's language; null when the reason is unknown. */
    reasons: z.array(z.object({ text: z.string(), meaning: z.string().nullable() })),
  }),
  ...syncStateFields,
});
export type AdRow = z.infer<typeof adRow>;

export const adGroupRow = adGroupFields.extend({
  id,
  campaign_id: id,
  ads: z.array(adRow),
  ...syncStateFields,
});
export type AdGroupRow = z.infer<typeof adGroupRow>;

export const campaignDetails = campaignRow.extend({ ad_groups: z.array(adGroupRow) });
export type CampaignDetails = z.infer<typeof campaignDetails>;
