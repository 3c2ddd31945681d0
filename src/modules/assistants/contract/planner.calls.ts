import { z } from "zod";
import { stream } from "#base/shared/answer-kinds.ts";
import { defineCalls, halalasSchema, requiredText, text } from "#base/shared/contract.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { planChangeSchema, planItemSchema, planSchema } from "./plan-shapes.ts";
import { promptMax, tongues } from "./writer-enums.ts";

const use = { subject: "digital_writer", action: "use" } as const;
const byId = z.object({ id: z.string().max(60) });

const wordRefusals = [
  "assistants.not_subscribed",
  "assistants.words_used_up",
  "assistants.daily_words_used_up",
  "assistants.refused_by_model",
  "assistants.writer_busy",
];
/** The draft was changed in the form, or is gone: the plan leaves it alone from then on. */
const changeRefusals = ["assistants.plan_changed", "assistants.draft_edited"];

export const plannerCalls = defineCalls({
  "POST Clients/CampaignPlanner/plans": {
    summary:
      "Makes a campaign's draft on several platforms from a description, and sends its steps and texts as they are made; nothing starts. It goes on when the reader leaves",
    access: use,
    body: z.object({
      /** Made by the browser for each sending: sent again with it, the same plan comes back and is paid once. */
      request_key: z.string().regex(/^[\w-]{8,60}$/),
      description: requiredText(promptMax),
      /** A product of the store; without one the page says what is sold. */
      product_id: text(60).nullable().default(null),
      /** Where the ads lead: a page under one of the merchant's stores. Required without a product. */
      page_url: text(2_000).nullable().default(null),
      /** Whether such a page exists already; it has to be said. */
      has_landing_page: z.boolean().nullable().default(null),
      /** A mobile number that shoppers may order by: Meta's texts end with it. */
      phone: text(30).nullable().default(null),
      /** Those with a linked ad account. */
      platforms: z.array(z.enum(platforms)).min(1).max(platforms.length),
      /** Null: what the description says, or else what the platforms need at least. */
      daily_budget_halalas: halalasSchema.nullable().default(null),
      tongue: z.enum(tongues).default("saudi"),
      /** Another number gives other texts. */
      seed: z.number().int().min(0).max(1_000_000).default(0),
    }),
    answer: stream(planItemSchema),
    refusals: [
      ...wordRefusals,
      "assistants.answer_under_way",
      "assistants.request_key_used",
      "assistants.platform_not_linked",
      "assistants.page_url_missing",
      "assistants.page_not_read",
      "assistants.landing_page_not_stated",
      "assistants.phone_not_valid",
      "campaigns.link_not_valid",
      "campaigns.link_outside_store",
      "campaigns.drafts_too_many",
    ],
  },
  "GET Clients/CampaignPlanner/plans/latest": {
    summary: "The plan that was made or begun last, with its progress; null where there is none",
    access: use,
    answer: z.object({ plan: planSchema.nullable() }),
  },
  "POST Clients/CampaignPlanner/plans/{id}/stop": {
    summary: "Stops a plan that is being made; nothing of it is kept, and its words are not paid",
    access: use,
    params: byId,
    answer: planSchema,
  },
  "POST Clients/CampaignPlanner/plans/{id}/change": {
    summary: "Asks for one choice of a plan again and leaves the others; only new texts cost words",
    access: use,
    params: byId,
    body: z.object({ revision: z.number().int(), change: planChangeSchema }),
    answer: planSchema,
    refusals: [
      ...changeRefusals,
      ...wordRefusals,
      "assistants.change_not_understood",
      "assistants.budget_is_least",
      "assistants.platform_not_linked",
    ],
  },
  "POST Clients/CampaignPlanner/plans/{id}/undo": {
    summary: "Takes the last change of a plan back",
    access: use,
    params: byId,
    body: z.object({ revision: z.number().int() }),
    answer: planSchema,
    refusals: [...changeRefusals, "assistants.nothing_to_undo"],
  },
  "POST Clients/CampaignPlanner/plans/{id}/pictures": {
    summary:
      "Takes the picture of the plan's product or page into the media library and gives it to the draft's ads, in each platform's pixels; a draft that has pictures stays as it is",
    access: use,
    params: byId,
    answer: z.object({
      draft_id: z.string(),
      /** Why ads have no picture: there is none, or it could not be read. Null where they have. */
      missing: z.enum(["none", "not_read"]).nullable(),
    }),
  },
});

export type PlannerCalls = typeof plannerCalls;
