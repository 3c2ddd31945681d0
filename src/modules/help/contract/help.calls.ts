import { z } from "zod";
import type { Block } from "#base/shared/article.ts";
import { defineCalls } from "#base/shared/contract.ts";
import { helpTopics } from "./help-contents.ts";

/** The longest text that is searched for. */
export const queryMax = 120;

const entry = z.object({ slug: z.string(), title: z.string(), summary: z.string() });
export type HelpEntry = z.output<typeof entry>;

const spans = z.array(
  z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("text"), text: z.string() }),
    z.object({ kind: z.literal("strong"), text: z.string() }),
    z.object({ kind: z.literal("link"), text: z.string(), to: z.string() }),
  ]),
);

const block: z.ZodType<Block> = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("heading"), text: z.string() }),
  z.object({ kind: z.literal("paragraph"), spans }),
  z.object({ kind: z.literal("list"), isOrdered: z.boolean(), items: z.array(spans) }),
  z.object({ kind: z.literal("term"), term: z.string(), lines: z.array(z.string()) }),
]);

const page = entry.extend({
  blocks: z.array(block),
  /** Pages to go on with. */
  related: z.array(entry),
});
export type HelpPage = z.output<typeof page>;

export const helpCalls = defineCalls({
  "GET Clients/Help/index": {
    summary: "The pages of the help centre by topic, and those that have the searched words, the best first",
    access: "signed-in",
    query: z.object({ q: z.string().max(queryMax).default("") }),
    answer: z.object({
      topics: z.array(z.object({ topic: z.enum(helpTopics), pages: z.array(entry) })),
      /** Empty without words. */
      found: z.array(entry),
    }),
  },
  "GET Clients/Help/pages/{slug}": {
    summary: "A page of the help centre, in blocks",
    access: "signed-in",
    params: z.object({ slug: z.string().min(1).max(64) }),
    answer: page,
    refusals: ["base.not_found"],
  },
});
export type HelpCalls = typeof helpCalls;
