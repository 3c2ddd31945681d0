import { z } from "zod";
import { file } from "#base/shared/answer-kinds.ts";
import { defineCalls, instant, requiredText, text } from "#base/shared/contract.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { mediaSchema } from "#modules/creative/contract/media-shape.ts";
import { seasonKeys } from "#modules/seasons/contract/season-keys.ts";
import { designSchema, designSummarySchema, sizeSchema, sizesSchema } from "./design-shapes.ts";
import {
  backgroundMax,
  designCounts,
  fileFormats,
  headlineMax,
  placementNames,
  styles,
  sublineMax,
} from "./designer-enums.ts";

const use = { subject: "digital_designer", action: "use" } as const;
const units = z.number().int();
const byId = z.object({ id: z.string().max(60) });
const ofSize = byId.extend({ placement: z.enum(placementNames) });

export const designerCalls = defineCalls({
  "GET Clients/DigitalDesigner/state": {
    summary: "How many pictures are left of the plan and of what was bought",
    access: use,
    answer: z.object({
      is_subscribed: z.boolean(),
      /** Pictures that can be made now; null without a limit. */
      available_pictures: units.nullable(),
      /** The plan's pictures of the month; null when no plan opens the designer. */
      quota: z
        .object({ limit_pictures: units.nullable(), left_pictures: units.nullable(), renews_at: instant })
        .nullable(),
      /** Whether a background can be drawn from a description: false where no picture model is set. */
      can_draw_backgrounds: z.boolean(),
      day_left_backgrounds: units,
    }),
  },
  "POST Clients/DigitalDesigner/designs": {
    summary:
      "Makes designs of a product's photograph and a text, each in every placement; each design counts as one picture",
    access: use,
    body: z.object({
      /** Made by the browser for each sending: sent again with it, the same designs come back and are paid once. */
      request_key: z.string().regex(/^[\w-]{8,60}$/),
      /** Another number gives other designs of the same request. */
      seed: z.number().int().min(0).max(1_000_000).default(0),
      count: z.number().int().min(designCounts.min).max(designCounts.max),
      product_id: z.string().min(1).max(60),
      /** A picture of the library instead of the product's own. */
      media_id: z.string().max(60).nullable().default(null),
      headline: requiredText(headlineMax),
      subline: text(sublineMax).default(""),
      shows_price: z.boolean().default(true),
      /** With the brand kit's colours, font and logo. */
      uses_brand: z.boolean().default(true),
      style: z.enum(styles),
      season: z.enum(seasonKeys).nullable().default(null),
      /** A scene that a picture model draws behind all designs; counts as one more picture. Empty: the style's own ground. */
      background: text(backgroundMax).default(""),
      placements: z
        .array(z.enum(placementNames))
        .min(1)
        .max(placementNames.length)
        .refine((chosen) => new Set(chosen).size === chosen.length),
    }),
    answer: z.object({ items: z.array(designSummarySchema) }),
    refusals: [
      "designer.not_subscribed",
      "designer.pictures_used_up",
      "designer.drawing_busy",
      "designer.request_key_used",
      "designer.picture_missing",
      "designer.picture_not_read",
      "designer.phrase_refused",
      "designer.backgrounds_not_offered",
      "designer.background_refused",
      "designer.background_not_made",
      "designer.daily_backgrounds_used_up",
    ],
  },
  "GET Clients/DigitalDesigner/designs": {
    summary: "The merchant's designs, the newest first",
    access: use,
    query: z.object({
      after: z.string().max(60).optional(),
      size: z.coerce.number().int().min(1).max(50).default(24),
    }),
    answer: z.object({ items: z.array(designSummarySchema), next: z.string().nullable() }),
  },
  "GET Clients/DigitalDesigner/designs/{id}": {
    summary: "One design with the layers of each size",
    access: use,
    params: byId,
    answer: designSchema,
  },
  "PUT Clients/DigitalDesigner/designs/{id}": {
    summary: "Saves the layers of a design; the price becomes what the store says now",
    access: use,
    params: byId,
    body: z.object({ version: z.number().int().min(1), sizes: sizesSchema }),
    answer: designSchema,
    refusals: ["designer.changed_elsewhere", "designer.layers_not_valid", "designer.phrase_refused"],
  },
  "DELETE Clients/DigitalDesigner/designs/{id}": {
    summary: "Deletes a design for good; files in the library stay",
    access: use,
    params: byId,
    answer: z.object({}),
  },
  "GET Clients/DigitalDesigner/designs/{id}/sizes/{placement}": {
    summary: "How one size came out: whether its texts fit, are readable, and stay in the safe zone",
    access: use,
    params: ofSize,
    /** For caches alone: the size is always the newest. */
    query: z.object({ version: z.coerce.number().int().optional() }),
    answer: sizeSchema,
    refusals: ["designer.drawing_busy"],
  },
  "GET Clients/DigitalDesigner/designs/{id}/sizes/{placement}/preview": {
    summary: "One size as a small picture",
    access: { signedOr: use },
    params: ofSize,
    query: z.object({ version: z.coerce.number().int().optional() }),
    answer: file({
      types: ["image/webp"],
      cache: "private, max-age=86400, immutable",
      disposition: "inline",
    }),
    refusals: ["designer.drawing_busy"],
  },
  "GET Clients/DigitalDesigner/designs/{id}/sizes/{placement}/file": {
    summary:
      "One size as a file in the placement's pixels; as a GIF, of at most 1280 by 1080 pixels, its layers come one after the other",
    access: use,
    params: ofSize,
    query: z.object({ format: z.enum(fileFormats).default("png") }),
    answer: file({ types: ["image/png", "image/jpeg", "image/gif"] }),
    refusals: ["designer.drawing_busy"],
  },
  "POST Clients/DigitalDesigner/designs/{id}/library": {
    summary: "Saves sizes of a design into the media library; the same again returns the same files",
    access: use,
    params: byId,
    body: z.object({
      placements: z.array(z.enum(placementNames)).min(1).max(placementNames.length),
      format: z.enum(fileFormats).default("jpeg"),
    }),
    answer: z.object({ items: z.array(mediaSchema) }),
    refusals: ["designer.drawing_busy", "creative.quota_full"],
  },
  "POST Clients/DigitalDesigner/designs/{id}/draft": {
    summary:
      "Puts files of a design into an ad of a campaign's draft, each where its size fits; or begins a draft",
    access: use,
    params: byId,
    body: z.object({
      /** As the library answered when the design was saved there. */
      media_ids: z.array(z.string().max(60)).min(1).max(placementNames.length),
      /** Null: a new draft. */
      draft_id: z.string().max(60).nullable(),
      /** Null: the draft's first ad. */
      ad_key: z.string().max(60).nullable(),
    }),
    answer: z.object({
      draft_id: z.string(),
      /** Platforms of the draft that take another size. */
      without: z.array(z.enum(platforms)),
    }),
    idempotent: true,
    refusals: ["campaigns.drafts_too_many", "campaigns.draft_changed", "campaigns.draft_too_large"],
  },
});

export type DesignerCalls = typeof designerCalls;
