import { z } from "zod";
import { cleanText } from "#base/shared/text.ts";
import { bodyTextMax, headlineTextMax } from "../contract/writer-enums.ts";
import { composeVersions } from "../domain/engine/compose.ts";
import type { Draft } from "../domain/engine/draft.ts";
import { parsePartialJson } from "../domain/partial-json.ts";
import { reviseVersions } from "../domain/revise-text.ts";
import { countReservedWords, countVersions, type WritingRequest } from "../domain/writing-request.ts";
import type { TextModel, TokenUsage } from "./text-model.port.ts";
import { toPrompt, versionsSchema } from "./writing-prompt.ts";

const builtIn = "built_in";

/** Every version as far as it is written; only `isWhole` ones are complete. */
export type Progress = { drafts: Draft[]; whole: number };
type WritingEnd = Progress & { usage: TokenUsage };

/**
 * Writes the versions of a request and yields each as it grows. Throws what its model throws, and `AnswerNotUsable` when the
 * answer has no whole version.
 */
export type Engine = {
  name: string;
  price: TextModel["price"];
  /** The model behind it; null for the built-in engine. */
  model: TextModel | null;
  write(
    request: WritingRequest,
    signal: AbortSignal,
    problem: string | null,
  ): AsyncGenerator<Progress, WritingEnd>;
};

/** A model answered with something else than versions. */
export class AnswerNotUsable extends Error {}

/** Composes from the store's facts by itself, at once. */
const builtInEngine: Engine = {
  name: builtIn,
  price: { inputMicroSar: 0, outputMicroSar: 0 },
  model: null,
  async *write(request) {
    const { revises } = request;
    const drafts = revises ? reviseVersions({ ...request, revises }) : composeVersions(request);
    if (drafts.length === 0) throw new AnswerNotUsable("the facts are not enough");
    for (let whole = 1; whole <= drafts.length; whole += 1) yield { drafts: drafts.slice(0, whole), whole };
    return { drafts, whole: drafts.length, usage: { input: 0, output: 0 } };
  },
};

/** The models in their order, and behind them the built-in engine, which always answers. */
export function listEngines(models: readonly TextModel[]): readonly [Engine, ...Engine[]] {
  const [first, ...more] = models.map(makeModelEngine);
  return first ? [first, ...more, builtInEngine] : [builtInEngine];
}

/** Arabic takes about four tokens a word in most models; the JSON around it takes some too. */
const tokensPerWord = 5;
const tokensAround = 300;

function makeModelEngine(model: TextModel): Engine {
  return {
    name: model.name,
    price: model.price,
    model,
    async *write(request, signal, problem) {
      const prompt = toPrompt(request, problem);
      const stream = model.stream({
        ...prompt,
        answer: versionsSchema,
        maxTokens: countReservedWords(request) * tokensPerWord + tokensAround,
        seed: request.seed,
        signal,
      });
      let text = "";
      for (;;) {
        const next = await stream.next();
        if (next.done)
          return toEnd(request, text, next.value.ending === "complete", next.value.usage, prompt);
        text += next.value;
        const drafts = readDrafts(request, text);
        // The last one may still grow.
        if (drafts.length > 0) yield { drafts, whole: drafts.length - 1 };
      }
    },
  };
}

function toEnd(
  request: WritingRequest,
  text: string,
  isComplete: boolean,
  usage: TokenUsage | null,
  prompt: { instructions: string; input: string },
): WritingEnd {
  const read = readDrafts(request, text);
  const drafts = (isComplete ? read : read.slice(0, -1)).filter(hasText);
  if (drafts.length === 0) throw new AnswerNotUsable("it has no version with a text");
  return {
    drafts,
    whole: drafts.length,
    usage: usage ?? estimateUsage(`${prompt.instructions}${prompt.input}`, text),
  };
}

const partialVersions = z.object({
  versions: z.array(z.object({ headline: z.string().catch(""), body: z.string().catch("") })).catch([]),
});

function readDrafts(request: WritingRequest, text: string): Draft[] {
  const parsed = partialVersions.safeParse(parsePartialJson(text));
  return parsed.success ? parsed.data.versions.slice(0, countVersions(request)).map(clean) : [];
}

const clean = ({ headline, body }: Draft): Draft => ({
  headline: cleanStored(headline).slice(0, headlineTextMax),
  body: cleanStored(body).slice(0, bodyTextMax),
});

/** PostgreSQL stores neither NUL nor lone surrogates; half of a pair at the end is a sign that still comes. */
const cleanStored = (text: string) =>
  cleanText(
    text
      .replaceAll("\u0000", "")
      .replace(/[\ud800-\udbff]$/, "")
      .toWellFormed(),
  );

const hasText = ({ headline, body }: Draft) => headline !== "" || body !== "";

/** A broken stream has no usage: four UTF-8 bytes are about a token. */
const estimateUsage = (prompt: string, answer: string): TokenUsage => ({
  input: Math.ceil(Buffer.byteLength(prompt) / 4),
  output: Math.ceil(Buffer.byteLength(answer) / 4),
});
