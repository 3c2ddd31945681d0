import { z } from "zod";
import { halalasSchema, instant, requiredText, riyadhDay, text } from "#base/shared/contract.ts";
import { toLatinDigits } from "#base/shared/money.ts";
import {
  domainStatuses,
  healthStates,
  linkOrigins,
  linkPlatforms,
  linkSorts,
  linkStates,
  manualPlatforms,
  nameMax,
  tagMax,
  tagsMax,
  utmMax,
} from "./link-enums.ts";
import { trackingIdPattern } from "./tracking-id.ts";

/** A tracking link on the wire: what is typed, what is listed, and what it brought. */

/** A code that the merchant may leave empty. */
const typedCode = z
  .string()
  .max(40)
  .transform((typed) => toLatinDigits(typed).trim())
  .refine((code) => code === "" || trackingIdPattern.test(code), { error: "tracking:id_not_valid" })
  .default("");

/** A value of the merchant's own in the address: letters of any language, no spaces. */
const utmValue = text(utmMax)
  .transform((value) => value.replaceAll(/\s+/g, "_"))
  .nullable()
  .default(null);

export const utmFields = z.object({
  source: utmValue,
  medium: utmValue,
  campaign: utmValue,
  content: utmValue,
});
const noUtm = { source: null, medium: null, campaign: null, content: null };

const tag = requiredText(tagMax);
export const linkTags = z
  .array(tag)
  .max(tagsMax)
  .transform((tags) => [...new Set(tags)])
  .default([]);

/** What a merchant says of a link. Null tags and an empty code mean that the platform's own apply. */
export const linkFields = z.object({
  name: requiredText(nameMax),
  destination_url: requiredText(2_000),
  platform: z.enum(manualPlatforms),
  project_name: text(nameMax).default(""),
  campaign_id: typedCode,
  ad_group_id: typedCode,
  ad_id: typedCode,
  tags: linkTags,
  utm: utmFields.default(noUtm),
  /** The link leads nowhere from then on. */
  expires_at: instant.nullable().default(null),
  /** A verified host of the merchant; null is ours. */
  domain_id: z.string().max(60).nullable().default(null),
});
export type LinkFields = z.output<typeof linkFields>;

const id = z.string().max(60);

export const linkFigures = z.object({
  /** Valid clicks; bot clicks are a separate figure, never part of it. */
  clicks: z.number().int(),
  bot_clicks: z.number().int(),
  /** Of orders whose last click was on this link. */
  orders_placed: z.number().int(),
  sales_placed_halalas: halalasSchema,
  orders_delivered: z.number().int(),
  sales_delivered_halalas: halalasSchema,
});
export type LinkFigures = z.output<typeof linkFigures>;

export const linkHealth = z.object({
  state: z.enum(healthStates),
  http_status: z.number().int().nullable(),
  checked_at: instant.nullable(),
  failing_since: instant.nullable(),
});

export const linkRow = z.object({
  id: z.string().regex(trackingIdPattern),
  /** The address that is shared or that the ad carries. */
  url: z.string(),
  destination_url: z.string(),
  origin: z.enum(linkOrigins),
  name: z.string(),
  project_name: z.string(),
  platform: z.enum(linkPlatforms),
  campaign_id: id,
  ad_group_id: id,
  ad_id: id,
  tags: z.array(z.string()),
  state: z.enum(linkStates),
  created_at: instant,
  stopped_at: instant.nullable(),
  expires_at: instant.nullable(),
  blocked_at: instant.nullable(),
  /** Why our staff blocked it, in their words. */
  blocked_reason: z.string().nullable(),
  health: linkHealth,
  /** Of the period asked for. */
  figures: linkFigures,
});
export type LinkRow = z.output<typeof linkRow>;

export const linkDetails = linkRow.extend({
  utm: utmFields,
  domain_id: z.string().nullable(),
  /** The address that a click leads to; the click's own id stands for `{click}`. */
  landing_url: z.string(),
});
export type LinkDetails = z.output<typeof linkDetails>;

/** Riyadh days, both included; the last 28 up to today when both are absent. */
export const linkPeriod = { from: riyadhDay.optional(), to: riyadhDay.optional() };
export const linkPeriodDays = 28;

const filter = {
  search: text(120).optional(),
  origin: z.enum(linkOrigins).optional(),
  platform: z.enum(linkPlatforms).optional(),
  state: z.enum(linkStates).optional(),
  tag: text(tagMax).optional(),
  /** Only links whose destination a shopper would find broken. */
  health: z.enum(["failing"]).optional(),
  campaign_id: id.optional(),
};
const sorting = {
  sort: z.enum(linkSorts).default("created"),
  order: z.enum(["asc", "desc"]).default("desc"),
};

export const linksQuery = z.object({
  /** The `next` cursor of the previous page. */
  after: z.string().max(400).optional(),
  size: z.coerce.number().int().min(1).max(100).default(10),
  ...filter,
  ...linkPeriod,
  ...sorting,
});
export const linksExportQuery = z.object({
  ...filter,
  ...linkPeriod,
  ...sorting,
  format: z.enum(["xlsx", "csv"]).default("xlsx"),
});

export const linksPage = z.object({
  items: z.array(linkRow),
  /** Of all pages; counted no further than `linksCountMax`. */
  total: z.number().int(),
  /** There are more than `total`. All of them can be reached by `next`. */
  is_total_capped: z.boolean(),
  next: z.string().nullable(),
});
export type LinksPage = z.output<typeof linksPage>;

const share = z.object({
  /** A device, an app, a host, or a place's key; empty where it is not known. */
  key: z.string(),
  clicks: z.number().int(),
  bot_clicks: z.number().int(),
});

export const linkReport = z.object({
  from: riyadhDay,
  to: riyadhDay,
  totals: linkFigures,
  /** Of all time. */
  first_click_at: instant.nullable(),
  last_click_at: instant.nullable(),
  /** Every day of the period, those without clicks too. */
  days: z.array(linkFigures.extend({ day: riyadhDay })),
  /** Clicks by hour of the day in Riyadh, from 0 to 23. */
  hours: z.array(
    z.object({ hour: z.number().int(), clicks: z.number().int(), bot_clicks: z.number().int() }),
  ),
  /** The largest first, the rest of each as one sum. */
  cities: z.array(share.extend({ name: z.string() })),
  devices: z.array(share),
  apps: z.array(share),
  referrers: z.array(share),
  /** Where the cities come from. */
  city_source: z.object({ source: z.string(), licence: z.string(), date: riyadhDay }),
});
export type LinkReport = z.output<typeof linkReport>;

/** A change of a link: what stood before and after, of the fields that changed. */
export const linkChange = z.object({
  id: z.number().int(),
  action: z.string(),
  by: z.enum(["member", "staff", "system"]),
  /** The member's name; null where that is the reader, or nobody in person. */
  by_name: z.string().nullable(),
  at: instant,
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
});
export type LinkChange = z.output<typeof linkChange>;

/** What the make form offers. */
export const linkOptions = z.object({
  tags: z.array(z.object({ tag: z.string(), links: z.number().int() })),
  /** Addresses that a link may lead under. */
  stores: z.array(z.string()),
  /** UTM values that the stores' orders carried in the last 90 days, the most frequent first. */
  habits: z.object({
    source: z.array(z.string()),
    medium: z.array(z.string()),
    campaign: z.array(z.string()),
  }),
  domains: z.array(z.object({ id: z.string(), host: z.string(), status: z.enum(domainStatuses) })),
  has_logo: z.boolean(),
});
export type LinkOptions = z.output<typeof linkOptions>;
