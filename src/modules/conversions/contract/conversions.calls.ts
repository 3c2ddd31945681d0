import { z } from "zod";
import { defineCalls, halalasSchema, instant, riyadhDay, text } from "#base/shared/contract.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { refusalReasons, sendTimes } from "./enums.ts";

const count = z.number().int();
const id = z.string().max(60);

const settingsSchema = z.object({
  send_at: z.enum(sendTimes),
  /** Since when shoppers' hashed contacts may be shared with the platforms; null: they are not. */
  contacts_allowed_at: instant.nullable(),
});

export const destinationSchema = z.object({
  ad_account_id: id,
  platform: z.enum(platforms),
  name: z.string(),
  /** `lost` accounts must be linked again before anything is sent. */
  status: z.enum(["linked", "lost"]),
  has_pixel: z.boolean(),
  is_enabled: z.boolean(),
  /** Purchases that wait to be sent. */
  waiting: count,
  /** Since when sending fails, and why, in our words or the platform's; null while it works. */
  failure: z.object({ since: instant, message: z.string().nullable(), reason: z.string() }).nullable(),
  /** The platform's own grade of how well purchases are matched, 0 to 10; null where it gives none. */
  match_quality: z.number().nullable(),
  /** The list of everybody who bought, which ads leave out; null while it is off. */
  buyers_list: z
    .object({
      /** It is off, and is being deleted on the platform. */
      is_ending: z.boolean(),
      members: count,
      refreshed_at: instant.nullable(),
      failure: z.object({ since: instant, message: z.string().nullable(), reason: z.string() }).nullable(),
    })
    .nullable(),
});
export type DestinationAnswer = z.output<typeof destinationSchema>;

const daySchema = z.object({
  day: riyadhDay,
  platform: z.enum(platforms),
  sent: count,
  accepted: count,
  refused: count,
  /** Purchases whose value was corrected after a refund or a cancellation, where the platform takes that. */
  restated: count,
});
export type ConversionDay = z.output<typeof daySchema>;

const reasonSchema = z.object({
  platform: z.enum(platforms),
  reason_code: z.enum(refusalReasons),
  /** The platform's own words; empty for a reason of ours. */
  reason: z.string(),
  count,
});

export const healthSchema = z.object({
  settings: settingsSchema,
  destinations: z.array(destinationSchema),
  /** The last days, today included; days without a purchase are left out. */
  days: z.array(daySchema),
  /** Why purchases of these days were refused, the most frequent first. */
  reasons: z.array(reasonSchema),
});
export type HealthAnswer = z.output<typeof healthSchema>;

const refusedSchema = z.object({
  order_id: id,
  order_reference: z.string(),
  platform: z.enum(platforms),
  value_halalas: halalasSchema,
  occurred_at: instant,
  sent_at: instant,
  reason_code: z.enum(refusalReasons),
  reason: z.string(),
});
export type RefusedPurchase = z.output<typeof refusedSchema>;

const reading = { subject: "conversion", action: "read" } as const;
const managing = { subject: "conversion", action: "manage" } as const;

export const conversionsCalls = defineCalls({
  "GET Clients/Conversions/index": {
    summary:
      "Purchases sent back to the ad platforms: the settings, each ad account's health, and the last days",
    access: reading,
    readsReplica: true,
    answer: healthSchema,
  },
  "POST Clients/Conversions/settings": {
    summary:
      "Sets when purchases are sent back, and whether shoppers' hashed contacts are shared with the platforms",
    access: managing,
    body: z.object({ send_at: z.enum(sendTimes), shares_contacts: z.boolean() }),
    answer: healthSchema,
  },
  "POST Clients/Conversions/destination": {
    summary: "Starts or stops sending purchases to an ad account's pixel; from now on, not earlier ones",
    access: managing,
    body: z.object({ ad_account_id: id, is_enabled: z.boolean() }),
    answer: healthSchema,
    refusals: ["conversions.ad_account_not_found", "conversions.pixel_required"],
  },
  "POST Clients/Conversions/exclude-buyers": {
    summary: "Keeps a list of everybody who bought on an ad account's platform, or deletes it there",
    access: managing,
    body: z.object({ ad_account_id: id, is_on: z.boolean() }),
    answer: healthSchema,
    refusals: ["conversions.ad_account_not_found", "conversions.contacts_required"],
  },
  "GET Clients/Conversions/refused": {
    summary: "Purchases that a platform refused or that could not be sent, with the reason, newest first",
    access: reading,
    readsReplica: true,
    query: z.object({
      platform: z.enum(platforms).optional(),
      /** `next_cursor` of the page before. */
      cursor: z.string().max(200).optional(),
      size: z.coerce.number().int().min(1).max(100).default(20),
    }),
    answer: z.object({ items: z.array(refusedSchema), next_cursor: z.string().nullable() }),
  },
  "POST Clients/Conversions/erase": {
    summary:
      "Erases a shopper by mobile number or e-mail: their contacts are deleted, not stored again, and withdrawn from customer lists",
    access: managing,
    body: z.object({ contact: text(200) }),
    answer: z.object({ was_known: z.boolean() }),
    refusals: ["conversions.contact_not_valid"],
  },
});
export type ConversionsCalls = typeof conversionsCalls;
