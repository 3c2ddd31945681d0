import { z } from "zod";
import { file } from "#base/shared/answer-kinds.ts";
import { defineCalls, requiredText } from "#base/shared/contract.ts";
import { fontFamilies, phraseMax, phrasesMax } from "./designer-enums.ts";

const use = { subject: "digital_designer", action: "use" } as const;
const color = z.string().regex(/^#[0-9a-f]{6}$/);

/** Main: grounds and text. Soft: light grounds. Accent: price tags and ornaments. */
const colorsSchema = z.object({ main: color, soft: color, accent: color });
export type BrandColors = z.output<typeof colorsSchema>;

const kit = {
  /** Null: the style's own colours. */
  colors: colorsSchema.nullable(),
  /** Null: the style's own font. */
  font: z.enum(fontFamilies).nullable(),
  /** Refused in every text of a design, however they are spelled. */
  phrases: z.array(requiredText(phraseMax)).max(phrasesMax),
};
const brandKitSchema = z.object({ ...kit, logo_url: z.string().nullable() });
export type BrandKit = z.output<typeof brandKitSchema>;

export const brandKitCalls = defineCalls({
  "GET Clients/DigitalDesigner/brand-kit": {
    summary: "The merchant's colours, font, logo and refused phrases, for designs",
    access: use,
    answer: brandKitSchema,
  },
  "PUT Clients/DigitalDesigner/brand-kit": {
    summary: "Saves colours, font and refused phrases; designs that exist stay as they are",
    access: use,
    body: z.object(kit),
    answer: brandKitSchema,
  },
  "POST Clients/DigitalDesigner/brand-kit/logo": {
    summary: "Takes a logo (PNG, JPEG or WebP up to 5 MB) and reads its colours, which become the kit's",
    access: use,
    multipart: true,
    body: z.object({}),
    answer: brandKitSchema,
    refusals: ["creative.file_missing", "creative.file_too_big", "creative.file_broken"],
  },
  "DELETE Clients/DigitalDesigner/brand-kit/logo": {
    summary: "Takes the logo out of the kit; designs that carry it keep it",
    access: use,
    answer: brandKitSchema,
  },
  "GET Clients/DigitalDesigner/brand-kit/logo": {
    summary: "The logo's picture",
    access: { signedOr: use },
    /** For caches alone. */
    query: z.object({ version: z.string().max(60).optional() }),
    answer: file({ types: ["image/png"], cache: "private, max-age=86400, immutable", disposition: "inline" }),
  },
});

export type BrandKitCalls = typeof brandKitCalls;
