import { z } from "zod";
import { defineCalls, halalasSchema, requiredText } from "#base/shared/contract.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { genders } from "#modules/campaigns/contract/enums.ts";
import { promptMax, tongues } from "./writer-enums.ts";

const use = { subject: "digital_writer", action: "use" } as const;
const units = z.number().int();

export const plannerCalls = defineCalls({
  "POST Clients/CampaignPlanner/drafts": {
    summary: "Makes a campaign's draft on several platforms from a description and a product; nothing starts",
    access: use,
    body: z.object({
      description: requiredText(promptMax),
      product_id: requiredText(60),
      /** Those with a linked ad account. */
      platforms: z.array(z.enum(platforms)).min(1).max(platforms.length),
      /** Null: what the description says, or else what the platforms need at least. */
      daily_budget_halalas: halalasSchema.nullable().default(null),
      tongue: z.enum(tongues).default("saudi"),
      /** Another number gives other texts. */
      seed: z.number().int().min(0).max(1_000_000).default(0),
    }),
    answer: z.object({
      draft_id: z.string(),
      /** What the description was understood to say. */
      understood: z.object({
        gender: z.enum(genders),
        cities: z.array(z.object({ ar: z.string(), en: z.string() })),
        daily_budget_halalas: halalasSchema.nullable(),
        days: units.nullable(),
      }),
      ads: units,
      /** Words counted against the merchant's stock. */
      words: units,
      /** Values that a platform would have refused, and that took the nearest one it accepts. */
      mended: units,
      /** Fields that only the merchant can fill, as a picture. */
      left: z.array(z.object({ platform: z.enum(platforms).nullable(), field: z.string() })),
    }),
    idempotent: true,
    refusals: [
      "assistants.not_subscribed",
      "assistants.words_used_up",
      "assistants.daily_words_used_up",
      "assistants.platform_not_linked",
      "campaigns.drafts_too_many",
    ],
  },
});

export type PlannerCalls = typeof plannerCalls;
