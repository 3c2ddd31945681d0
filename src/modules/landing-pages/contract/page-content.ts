import { z } from "zod";
import { text } from "#base/shared/contract.ts";
import {
  altMax,
  answerMax,
  blocksMax,
  headlineMax,
  introductionMax,
  labelMax,
  noteMax,
  offerTextMax,
  questionMax,
  questionsMax,
  singleKinds,
  textMax,
  titleMax,
} from "./page-limits.ts";

/** `product`: the picture of the product in its store; `none`; or the id of an image of the media library. */
const pictureSource = z.string().regex(/^[a-z]+(_[\w-]{1,60})?$/);
const base = { key: z.string().regex(/^[a-z0-9-]{1,24}$/), is_hidden: z.boolean() };

const blockSchema = z.discriminatedUnion("kind", [
  z.object({ ...base, kind: z.literal("hero"), picture: pictureSource }),
  z.object({ ...base, kind: z.literal("price") }),
  z.object({ ...base, kind: z.literal("proof") }),
  z.object({ ...base, kind: z.literal("offer"), title: text(titleMax), text: text(offerTextMax) }),
  /** `note`: the merchant's own line beside what the store's records say. */
  z.object({ ...base, kind: z.literal("delivery"), note: text(noteMax) }),
  /** `items`: the merchant's own questions; those that the store's records answer come before them. */
  z.object({
    ...base,
    kind: z.literal("questions"),
    items: z.array(z.object({ question: text(questionMax), answer: text(answerMax) })).max(questionsMax),
  }),
  z.object({ ...base, kind: z.literal("text"), title: text(titleMax), text: text(textMax) }),
  z.object({ ...base, kind: z.literal("picture"), picture: pictureSource, alt: text(altMax) }),
  /** Empty texts: the page's headline, and the language's own words for the button. */
  z.object({ ...base, kind: z.literal("order"), title: text(titleMax), label: text(labelMax) }),
]);
/** A part of a page, as the merchant sets it. Where it stands in the list is where it stands on the page. */
export type Block = z.output<typeof blockSchema>;

const color = z.string().regex(/^#[0-9a-f]{6}$/);
/** Main: titles, price and proof. Accent: the order button. Ground: behind everything. */
const colorsSchema = z.object({ main: color, accent: color, ground: color });
export type PageColors = z.output<typeof colorsSchema>;

const blocksSchema = z
  .array(blockSchema)
  .max(blocksMax)
  .refine(
    (blocks) =>
      new Set(blocks.map(({ key }) => key)).size === blocks.length &&
      singleKinds.every((kind) => blocks.filter((block) => block.kind === kind).length === 1) &&
      blocks.every(({ kind, is_hidden }) => kind !== "hero" || !is_hidden),
    { error: "landing_pages:blocks_not_valid" },
  );

/** All that a merchant sets on a page but its language. */
export const pageContentSchema = z.object({
  /** Empty: the product's name. */
  headline: text(headlineMax),
  introduction: text(introductionMax),
  blocks: blocksSchema,
  colors: colorsSchema,
});
export type PageContent = z.output<typeof pageContentSchema>;
