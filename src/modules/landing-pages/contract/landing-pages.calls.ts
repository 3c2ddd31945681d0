import { z } from "zod";
import { defineCalls, halalasSchema, instant, requiredText, riyadhDay, text } from "#base/shared/contract.ts";
import { languages } from "#base/shared/language.ts";
import { pageContentSchema } from "./page-content.ts";
import { headlineMax, introductionMax } from "./page-limits.ts";

const read = { subject: "landing_page", action: "read" } as const;
const manage = { subject: "landing_page", action: "manage" } as const;
const params = z.object({ id: z.string().max(60) });

export const pageStatuses = ["draft", "published", "unpublished"] as const;

export const landingPageSchema = z.object({
  id: z.string(),
  slug: z.string(),
  /** Its public address. */
  url: z.string(),
  /** Shows the page as it would be published now, to whoever has the address. */
  preview_url: z.string(),
  language: z.enum(languages),
  product_id: z.string(),
  product_name: z.string(),
  headline: z.string(),
  introduction: z.string(),
  status: z.enum(pageStatuses),
  /** Sent back with a change: refused when another change came in between. */
  revision: z.number().int(),
  /** Whether it was changed after it was published. */
  has_unpublished_changes: z.boolean(),
  published_at: instant.nullable(),
  updated_at: instant,
});
export type LandingPage = z.output<typeof landingPageSchema>;

/** A page as its editor shows it. */
const pageDetailsSchema = landingPageSchema.extend({
  content: pageContentSchema,
  /** Tried out beside `content` once it is published: every second visitor is shown it. Null: there is no test. */
  other_half: pageContentSchema.nullable(),
  /** Changes with what the preview shows: a saved change, or a picture that was read. */
  preview_stamp: z.string(),
});
export type PageDetails = z.output<typeof pageDetailsSchema>;

/** Of the last 30 Riyadh days; people's alone. `orders`: those that came by links to the page. */
const sumsSchema = z.object({ views: z.number().int(), taps: z.number().int(), orders: z.number().int() });
export type PageSums = z.output<typeof sumsSchema>;

const halfCount = z.object({ visitors: z.number().int(), tapped: z.number().int() });
const figuresSchema = z.object({
  /** The last 30 Riyadh days, the oldest first; days without a visit are left out. */
  days: z.array(
    z.object({
      day: riyadhDay,
      views: z.number().int(),
      taps: z.number().int(),
      bot_views: z.number().int(),
      bot_taps: z.number().int(),
    }),
  ),
  orders: z.number().int(),
  sales_halalas: halalasSchema,
  /** The halves of the published version; null while there is one page alone. */
  test: z
    .object({
      started_at: instant,
      a: halfCount,
      b: halfCount,
      verdict: z.enum(["not_enough", "no_difference", "a_better", "b_better"]),
      /** B's share of visitors who tapped less A's, from and to (99 %), -1 to 1. */
      difference: z.object({ lower: z.number(), upper: z.number() }).nullable(),
    })
    .nullable(),
});
export type PageFigures = z.output<typeof figuresSchema>;

/** Lower-case Latin letters, digits, and single hyphens between them. */
const slugSchema = z
  .string()
  .regex(/^(?=.{3,60}$)[a-z0-9]+(-[a-z0-9]+)*$/, { error: "landing_pages:slug_not_valid" });

const versionSchema = z.object({
  number: z.number().int(),
  published_at: instant,
  /** Whether visitors are sent this one. */
  is_published: z.boolean(),
  preview_url: z.string(),
});

export const landingPagesCalls = defineCalls({
  "GET Clients/LandingPages/pages": {
    summary: "The merchant's landing pages, the newest first",
    access: read,
    readsReplica: true,
    query: z.object({
      after: z.string().max(60).optional(),
      size: z.coerce.number().int().min(1).max(50).default(20),
    }),
    answer: z.object({
      items: z.array(landingPageSchema.extend({ figures: sumsSchema })),
      next: z.string().nullable(),
    }),
  },
  "POST Clients/LandingPages/pages": {
    summary: "Creates a landing page for a product; it is not published yet",
    access: manage,
    body: z.object({
      product_id: requiredText(60),
      language: z.enum(languages),
      /** Empty: the product's name. */
      headline: text(headlineMax).default(""),
      introduction: text(introductionMax).default(""),
    }),
    answer: landingPageSchema,
    refusals: ["landing_pages.too_many", "landing_pages.product_without_page", "landing_pages.product_gone"],
    idempotent: true,
  },
  "GET Clients/LandingPages/pages/{id}": {
    summary: "A landing page with its blocks and colours",
    access: read,
    params,
    answer: pageDetailsSchema,
  },
  "PUT Clients/LandingPages/pages/{id}": {
    summary:
      "Changes a landing page's language, texts, blocks and colours; visitors see it once it is published again",
    access: manage,
    params,
    body: z.object({
      revision: z.number().int(),
      language: z.enum(languages),
      content: pageContentSchema,
      other_half: pageContentSchema.nullable().default(null),
    }),
    answer: pageDetailsSchema,
    refusals: ["landing_pages.changed_elsewhere", "landing_pages.colors_unreadable"],
  },
  "POST Clients/LandingPages/pages/{id}/publish": {
    summary: "Draws the page from the store's records and serves it at its address",
    access: manage,
    params,
    answer: landingPageSchema,
    refusals: [
      "landing_pages.product_without_page",
      "landing_pages.product_gone",
      "landing_pages.changed_elsewhere",
    ],
  },
  "POST Clients/LandingPages/pages/{id}/unpublish": {
    summary: "Serves the page no longer; its address says so",
    access: manage,
    params,
    answer: landingPageSchema,
  },
  "PUT Clients/LandingPages/pages/{id}/slug": {
    summary: "Gives a landing page another address; its old ones lead to it",
    access: manage,
    params,
    body: z.object({ slug: slugSchema }),
    answer: landingPageSchema,
    refusals: ["landing_pages.slug_taken", "landing_pages.slugs_too_many"],
  },
  "POST Clients/LandingPages/pages/{id}/duplicate": {
    summary: "Creates a landing page with the content and pictures of another one",
    access: manage,
    params,
    answer: landingPageSchema,
    refusals: ["landing_pages.too_many"],
    idempotent: true,
  },
  "POST Clients/LandingPages/pages/{id}/draft": {
    summary: "Begins a campaign's draft whose ads lead to a published landing page",
    access: manage,
    params,
    answer: z.object({ draft_id: z.string() }),
    refusals: ["landing_pages.not_published", "campaigns.drafts_too_many"],
    idempotent: true,
  },
  "DELETE Clients/LandingPages/pages/{id}": {
    summary: "Deletes a landing page for good; its addresses say so and are used by no other page",
    access: manage,
    params,
    answer: z.object({}),
  },
  "GET Clients/LandingPages/pages/{id}/campaigns": {
    summary: "The running campaigns that lead to a landing page, which would lead to nothing without it",
    access: read,
    params,
    answer: z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) }),
  },
  "GET Clients/LandingPages/pages/{id}/figures": {
    summary: "A landing page's views, taps and orders by day, and its halves while they are tried out",
    access: read,
    readsReplica: true,
    params,
    answer: figuresSchema,
  },
  "GET Clients/LandingPages/pages/{id}/versions": {
    summary:
      "What a landing page was each time it was published after a change, the newest first, at most 50",
    access: read,
    params,
    answer: z.object({ items: z.array(versionSchema) }),
  },
  "POST Clients/LandingPages/pages/{id}/versions/{number}/restore": {
    summary: "Makes a version the draft; visitors see it once it is published",
    access: manage,
    params: params.extend({ number: z.coerce.number().int().min(1).max(1_000_000) }),
    body: z.object({ revision: z.number().int() }),
    answer: pageDetailsSchema,
    refusals: ["landing_pages.changed_elsewhere", "landing_pages.colors_unreadable"],
  },
});

export type LandingPagesCalls = typeof landingPagesCalls;
