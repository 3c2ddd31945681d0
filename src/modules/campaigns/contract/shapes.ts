import { z } from "zod";
import { halalasSchema, instant, requiredText, text } from "#base/shared/contract.ts";
import { hourPlanPattern } from "#modules/ad-accounts/contract/hour-plan.ts";
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
  objectives,
  planMax,
  statuses,
  statusReasons,
  syncs,
} from "./enums.ts";

/**
 * Shapes on the wire. Their bounds only keep out what nobody types; what a field must hold, and how much of it, is
 * checked by `check-*.ts`, all fields at once.
 */

export const id = z.string().min(5).max(60);
/** Empty when nothing is chosen yet. */
const chosenId = z.string().max(60);
const longestText = 5_000;
const anyText = text(longestText);
const listMax = 1_000;
const texts = z.array(requiredText(longestText)).max(listMax);
const amount = halalasSchema.min(0);
const unique = <T>(items: T[]) => new Set(items).size === items.length;

/** A campaign's fields as the merchant sets them. `starts_at` null: it begins when it is started. */
export const campaignFields = z.object({
  name: anyText,
  ad_account_id: chosenId,
  platform: z.enum(platforms),
  /** Where on the platform the ads appear; empty where it has only one placement. */
  placements: z.array(z.enum(placements)).refine(unique).default([]),
  store_id: id.nullable(),
  landing_url: anyText,
  objective: z.enum(objectives),
  bidding_strategy: z.enum(biddingStrategies),
  target_cpa_halalas: amount.nullable(),
  /** For target_roas, in basis points: 35_000 aims at 3.5 riyals back for each riyal spent. */
  target_roas: z.number().int().min(0).nullable().default(null),
  client_campaign_id: anyText.nullable(),
  starts_at: instant.nullable(),
  ends_at: instant.nullable(),
  /** The hours of the week at which its ads are shown (`hour-plan.ts`); null: always. */
  hours: z.string().regex(hourPlanPattern, { error: "base:value_not_valid" }).nullable().default(null),
  daily_budget_halalas: amount,
});
export type CampaignFields = z.infer<typeof campaignFields>;

const placeName = requiredText(nameMax);
const locationSchema = z.object({
  /** The key of a city, governorate or district in the gazetteer, or null for a point chosen on the map. */
  city: z.string().max(40).nullable(),
  /** The gazetteer's names, or what the merchant calls the point, twice; null: it has no name. */
  names: z.object({ ar: placeName, en: placeName }).nullable().default(null),
  /** Ads are not shown here. Exclusions are taken from the included places, or from the whole Kingdom without any. */
  excluded: z.boolean().default(false),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  radius_metres: z.number().int().min(1).max(10_000_000),
});
export type Location = z.infer<typeof locationSchema>;

/** Without an included location: the whole Kingdom. */
export const adGroupFields = z.object({
  name: anyText,
  age_ranges: z.array(z.enum(ageRanges)).refine(unique),
  excluded_age_ranges: z.array(z.enum(ageRanges)).refine(unique),
  gender: z.enum(genders),
  locations: z.array(locationSchema).max(listMax),
  devices: z.array(z.enum(devices)).refine(unique),
  optimized_targeting: z.boolean(),
  keywords: texts.refine(unique),
});
export type AdGroupFields = z.infer<typeof adGroupFields>;

export const adFields = z.object({
  name: anyText,
  headline: anyText,
  /** Further headlines and descriptions, on platforms that combine several into one ad. */
  more_headlines: texts.default([]),
  text: anyText,
  description: anyText,
  more_descriptions: texts.default([]),
  target_url: anyText,
  /** Null where ads are text only. */
  media_id: id.nullable(),
  call_to_action: z.enum(callsToAction),
  brand_name: anyText,
  /** The platform may change the ad by itself (music, crops, texts). Off unless chosen. */
  automatic_enhancements: z.boolean().default(false),
  /** The public profile it appears under, one of the ad account's; null: the account's own. */
  profile_id: z.string().min(1).max(200).nullable().default(null),
});
export type AdFields = z.infer<typeof adFields>;

const newAdGroup = adGroupFields.extend({ ads: z.array(adFields).max(planMax.adsPerGroup) });
/** A new campaign with all its ad groups and ads. */
/** The draft that something new was written in, and how it stood there. */
export const fromDraft = z.object({
  /** It is deleted, and a draft of an existing plan adds its campaigns to that plan. */
  draft_id: id.nullable().default(null),
  /** The revision that this browser knows, and its label: a newer one of another device refuses. Null: none is compared. */
  draft_seen: z
    .object({ revision: z.number().int().min(1), device: z.string().max(60) })
    .nullable()
    .default(null),
});
export type FromDraft = z.infer<typeof fromDraft>;

export const newCampaign = campaignFields.extend({
  ad_groups: z.array(newAdGroup).max(planMax.adGroups),
});
export type NewCampaign = z.infer<typeof newCampaign>;

/** One intent over one to five platforms: a campaign on each. */
export const newPlan = z.object({
  name: anyText,
  objective: z.enum(objectives),
  campaigns: z
    .array(newCampaign)
    .min(1)
    .max(platforms.length)
    .refine((campaigns) => unique(campaigns.map(({ platform }) => platform))),
});
export type NewPlan = z.infer<typeof newPlan>;

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
  /** The plan it belongs to: one intent, with one campaign per platform. */
  plan_id: id,
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

/** What is sent to the platform had to wait, and is tried again by itself. */
const campaignRetry = z.object({
  /** Seconds from this answer to the next try; zero while it is being tried. */
  in_seconds: z.number().int().min(0),
  /** False while the platform asked us to wait, or an earlier write may still take effect: nobody can hurry that. */
  can_try_now: z.boolean(),
  /** What the platform waits for, in the reader's language; null while it is busy or does not answer. */
  reason: z.string().nullable(),
});
export type CampaignRetry = z.infer<typeof campaignRetry>;

export const campaignDetails = campaignRow.extend({
  ad_groups: z.array(adGroupRow),
  /** Null while the platform answers. */
  retry: campaignRetry.nullable(),
});
export type CampaignDetails = z.infer<typeof campaignDetails>;
