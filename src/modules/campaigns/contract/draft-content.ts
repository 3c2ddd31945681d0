import { z } from "zod";
import {
  biddingStrategies,
  callsToAction,
  devices,
  type Platform,
  placements,
  platforms,
} from "#modules/ad-accounts/contract/platforms.ts";
import { hookKinds, offerKinds, proofKinds } from "./ad-structure.ts";
import { ageRanges, genders, objectives } from "./enums.ts";

/**
 * What a merchant has typed so far: one plan over one to five platforms. Nothing is required and no limit of a platform
 * applies, because the form reports those itself. What the platforms have in common is written once; under a platform
 * stands what is its own, and what differs there.
 */

/** Text exactly as typed, less what PostgreSQL cannot store: NUL and lone surrogates. */
const typedText = z.string().transform((text) => text.replaceAll("\u0000", "").toWellFormed());
const halalas = z.number().nullable();
const moment = typedText.nullable();
/** Names an ad group or an ad within its draft, so that what differs on a platform finds it wherever it is moved. */
const key = z.string().regex(/^[\w-]{1,40}$/);

const campaignPart = z
  .object({
    name: typedText,
    store_id: typedText.nullable(),
    landing_url: typedText,
    objective: z.enum(objectives),
    client_campaign_id: typedText.nullable(),
    starts_at: moment,
    ends_at: moment,
    hours: typedText.nullable(),
    /** Of all platforms together; each gets its share. */
    daily_budget_halalas: halalas,
  })
  .partial();

const adGroupPart = z
  .object({
    name: typedText,
    age_ranges: z.array(z.enum(ageRanges)),
    excluded_age_ranges: z.array(z.enum(ageRanges)),
    gender: z.enum(genders),
    locations: z.array(
      z.object({
        city: typedText.nullable(),
        names: z.object({ ar: typedText, en: typedText }).nullable().default(null),
        excluded: z.boolean().default(false),
        latitude: z.number(),
        longitude: z.number(),
        radius_metres: z.number(),
      }),
    ),
    devices: z.array(z.enum(devices)),
    optimized_targeting: z.boolean(),
    keywords: z.array(typedText),
  })
  .partial();

const adPart = z
  .object({
    name: typedText,
    headline: typedText,
    more_headlines: z.array(typedText),
    text: typedText,
    description: typedText,
    more_descriptions: z.array(typedText),
    target_url: typedText,
    media_id: typedText.nullable(),
    call_to_action: z.enum(callsToAction),
    brand_name: typedText,
    automatic_enhancements: z.boolean(),
    /** Only among a platform's differences: profiles are of one platform. */
    profile_id: typedText.nullable(),
    /** The store's product that the ad began from. */
    product_id: typedText.nullable(),
    /** How the ad is to be built, which the form shows beside its texts. */
    structure: z
      .object({
        hook: z.enum(hookKinds).nullable(),
        proof: z.enum(proofKinds).nullable(),
        offer: z.enum(offerKinds).nullable(),
      })
      .nullable(),
  })
  .partial();

/** What platforms never share: the ad account, where the ads appear, the share of the budget and how it is bid. */
const ownPart = z
  .object({
    ad_account_id: typedText,
    placements: z.array(z.enum(placements)),
    /** Basis points of the daily budget; all platforms' shares together are 10,000. */
    budget_share: z.number().int().min(0).max(10_000),
    bidding_strategy: z.enum(biddingStrategies),
    target_cpa_halalas: halalas,
    target_roas: z.number().nullable(),
  })
  .partial();

/** A platform's own settings, and the fields whose values differ from the shared ones: of groups and ads by their keys. */
const platformPart = z.object({
  own: ownPart.default({}),
  differs: z
    .object({
      campaign: campaignPart.default({}),
      ad_groups: z.record(key, adGroupPart).default({}),
      ads: z.record(key, adPart).default({}),
    })
    .default({ campaign: {}, ad_groups: {}, ads: {} }),
});

export const draftContent = z.object({
  campaign: campaignPart.default({}),
  ad_groups: z
    .array(adGroupPart.extend({ key, ads: z.array(adPart.extend({ key })).default([]) }))
    .default([]),
  /** The platform whose part was open last; null: the shared part. */
  platform: z.enum(platforms).nullable().default(null),
  platforms: z
    .object({
      snapchat: platformPart,
      meta: platformPart,
      tiktok: platformPart,
      x: platformPart,
      google: platformPart,
    } satisfies Record<Platform, typeof platformPart>)
    .partial()
    .default({}),
});
export type DraftContent = z.infer<typeof draftContent>;
