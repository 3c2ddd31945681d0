import { z } from "zod";
import { defineCalls, instant, requiredText, text } from "#base/shared/contract.ts";
import { languages } from "#base/shared/language.ts";

const read = { subject: "landing_page", action: "read" } as const;
const manage = { subject: "landing_page", action: "manage" } as const;
const params = z.object({ id: z.string().max(60) });

export const pageStatuses = ["draft", "published", "unpublished"] as const;
export const headlineMax = 80;
export const introductionMax = 400;

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

const content = {
  language: z.enum(languages),
  /** Empty: the product's name. */
  headline: text(headlineMax).default(""),
  introduction: text(introductionMax).default(""),
};

export const landingPagesCalls = defineCalls({
  "GET Clients/LandingPages/pages": {
    summary: "The merchant's landing pages, the newest first",
    access: read,
    query: z.object({
      after: z.string().max(60).optional(),
      size: z.coerce.number().int().min(1).max(50).default(20),
    }),
    answer: z.object({ items: z.array(landingPageSchema), next: z.string().nullable() }),
  },
  "POST Clients/LandingPages/pages": {
    summary: "Creates a landing page for a product; it is not published yet",
    access: manage,
    body: z.object({ product_id: requiredText(60), ...content }),
    answer: landingPageSchema,
    refusals: ["landing_pages.too_many", "landing_pages.product_without_page", "landing_pages.product_gone"],
    idempotent: true,
  },
  "PUT Clients/LandingPages/pages/{id}": {
    summary: "Changes a landing page's language and texts; visitors see it once it is published again",
    access: manage,
    params,
    body: z.object({ revision: z.number().int(), ...content }),
    answer: landingPageSchema,
    refusals: ["landing_pages.changed_elsewhere"],
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
});

export type LandingPagesCalls = typeof landingPagesCalls;
