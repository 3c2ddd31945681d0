import { z } from "zod";
import { requiredText } from "#base/shared/contract.ts";
import { seasonKeys } from "#modules/seasons/contract/season-keys.ts";
import { colorNames, resizedParts, shownParts } from "./change-enums.ts";
import { fontFamilies, placementNames, styles, sublineMax } from "./designer-enums.ts";

/** One change of a set of designs, as a sentence asks for it. */
export const designChangeSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("background"), shade: z.enum(["lighter", "darker"]) }),
  z.object({ kind: z.literal("color"), part: z.enum(resizedParts), color: z.enum(colorNames) }),
  z.object({ kind: z.literal("ground_color"), color: z.enum(colorNames) }),
  z.object({ kind: z.literal("size"), part: z.enum(resizedParts), step: z.enum(["bigger", "smaller"]) }),
  z.object({ kind: z.literal("shown"), part: z.enum(shownParts), is_hidden: z.boolean() }),
  z.object({
    kind: z.literal("text"),
    part: z.enum(["headline", "subline"]),
    text: requiredText(sublineMax),
  }),
  z.object({ kind: z.literal("font"), font: z.enum(fontFamilies) }),
  z.object({ kind: z.literal("align"), align: z.enum(["start", "center"]) }),
  z.object({ kind: z.literal("style"), style: z.enum(styles) }),
  /** Null: no season any more. */
  z.object({ kind: z.literal("season"), season: z.enum(seasonKeys).nullable() }),
  z.object({ kind: z.literal("placement"), placement: z.enum(placementNames) }),
]);
export type DesignChange = z.output<typeof designChangeSchema>;
