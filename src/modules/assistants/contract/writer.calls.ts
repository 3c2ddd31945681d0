import { z } from "zod";
import { stream } from "#base/shared/answer-kinds.ts";
import { defineCalls, instant, text } from "#base/shared/contract.ts";
import { seasonKeys } from "#modules/seasons/contract/season-keys.ts";
import {
  bodyTextMax,
  categories,
  headlineTextMax,
  lengths,
  promptMax,
  revisions,
  tones,
  tongues,
} from "./writer-enums.ts";
import { answerSchema, answerSummarySchema, versionSchema, writerItemSchema } from "./writer-shapes.ts";

const use = { subject: "digital_writer", action: "use" } as const;
const units = z.number().int();
const byId = z.object({ id: z.string().max(60) });
/** Made by the browser for each sending: sent again with it, the same answer comes back and is paid once. */
const request_key = z.string().regex(/^[\w-]{8,60}$/);
/** Another number gives other versions of the same request. */
const seed = z.number().int().min(0).max(1_000_000).default(0);

const writingRefusals = [
  "assistants.not_subscribed",
  "assistants.words_used_up",
  "assistants.daily_words_used_up",
  "assistants.answer_under_way",
  "assistants.request_key_used",
  "assistants.refused_by_model",
  "assistants.writer_busy",
];

export const writerCalls = defineCalls({
  "GET Clients/DigitalWriter/state": {
    summary:
      "Which engine writes, and how many words are left of the plan, of what was bought, and of the day",
    access: use,
    answer: z.object({
      /** `built_in`, or the name of the first model that is asked. */
      engine: z.string(),
      is_subscribed: z.boolean(),
      /** Words that can be used now; null without a limit. */
      available_words: units.nullable(),
      /** The plan's words of the month; null when no plan opens the writer. */
      quota: z
        .object({ limit_words: units.nullable(), left_words: units.nullable(), renews_at: instant })
        .nullable(),
      day_limit_words: units,
      day_left_words: units,
    }),
  },
  "POST Clients/DigitalWriter/answers": {
    summary: "Writes versions of a text from the store's facts, and sends them as they are written",
    access: use,
    body: z.object({
      request_key,
      seed,
      category: z.enum(categories),
      tongue: z.enum(tongues),
      tone: z.enum(tones).default("warm"),
      length: z.enum(lengths).default("medium"),
      season: z.enum(seasonKeys).nullable().default(null),
      product_id: z.string().max(60).nullable().default(null),
      prompt: text(promptMax).default(""),
    }),
    answer: stream(writerItemSchema),
    refusals: [
      ...writingRefusals,
      "assistants.subject_missing",
      "assistants.comment_missing",
      "assistants.season_missing",
    ],
  },
  "POST Clients/DigitalWriter/versions/{id}/revise": {
    summary: "Writes a version anew: better, shorter, closer to Saudi speech, or in English",
    access: use,
    params: byId,
    body: z.object({ request_key, seed, change: z.enum(revisions) }),
    answer: stream(writerItemSchema),
    refusals: writingRefusals,
  },
  "GET Clients/DigitalWriter/answers": {
    summary: "What was written, the newest first",
    access: use,
    query: z.object({
      search: z.string().max(100).default(""),
      favourites: z.enum(["true"]).optional(),
      after: z.string().max(60).optional(),
      size: z.coerce.number().int().min(1).max(50).default(20),
    }),
    answer: z.object({ items: z.array(answerSummarySchema), next: z.string().nullable() }),
  },
  "GET Clients/DigitalWriter/answers/{id}": {
    summary: "One answer with its versions",
    access: use,
    params: byId,
    answer: answerSchema,
  },
  "DELETE Clients/DigitalWriter/answers/{id}": {
    summary: "Deletes an answer and its versions for good",
    access: use,
    params: byId,
    answer: z.object({}),
  },
  "PUT Clients/DigitalWriter/versions/{id}": {
    summary: "Saves what the merchant changed of a version",
    access: use,
    params: byId,
    body: z.object({ headline: text(headlineTextMax), body: text(bodyTextMax) }),
    answer: versionSchema,
    refusals: ["assistants.version_empty"],
  },
  "PUT Clients/DigitalWriter/versions/{id}/favourite": {
    summary: "Keeps a version among the favourites, or no longer",
    access: use,
    params: byId,
    body: z.object({ is_favourite: z.boolean() }),
    answer: versionSchema,
  },
  "POST Clients/DigitalWriter/versions/{id}/draft": {
    summary: "Begins a campaign's draft with the version's texts",
    access: use,
    params: byId,
    answer: z.object({ draft_id: z.string() }),
    idempotent: true,
    refusals: ["campaigns.drafts_too_many"],
  },
});

export type WriterCalls = typeof writerCalls;
