import { checkAdLaw } from "#modules/campaigns/contract/ad-law.ts";
import { assistantsRefusals } from "../contract/assistants.refusals.ts";
import type { PlanItem } from "../contract/plan-shapes.ts";
import type { Tongue } from "../contract/writer-enums.ts";
import { countWords } from "../domain/count-words.ts";
import type { WritingFacts } from "../domain/engine/writing-facts.ts";
import type { WritingRequest } from "../domain/writing-request.ts";
import { askEngines, computeCost, startWriting } from "./ask-engines.ts";
import type { AssistantsDeps } from "./assistants.deps.ts";

type Input = {
  id: string;
  facts: WritingFacts;
  description: string;
  tongue: Tongue;
  seed: number;
  signal: AbortSignal;
};
export type PlanTexts = {
  texts: { headline: string; text: string }[];
  engine: string;
  words: number;
  usage: { input: number; output: number };
  costMicroSar: number;
};

/**
 * The texts of a plan's ads, written by the first engine that answers. Texts that the ad law allows with a licence alone are
 * left out, and where none is left the next engine writes. A product that has such a word in its name keeps its texts: the
 * campaign form asks for the licence.
 */
export async function writePlanTexts(
  deps: Pick<AssistantsDeps, "engines" | "log">,
  { id, facts, description, tongue, seed, signal }: Input,
  onItem: (item: Extract<PlanItem, { kind: "delta" | "restarted" }>) => void,
): Promise<PlanTexts> {
  // A lowered price would need a discount licence: the texts say the price alone.
  const product = facts.product && { ...facts.product, wasHalalas: null };
  const request: WritingRequest = {
    category: "ad_text",
    tone: "warm",
    length: "short",
    season: null,
    prompt: description,
    tongue,
    seed,
    facts: { ...facts, product },
    revises: null,
  };
  for (const [index, engine] of deps.engines.entries()) {
    const engines = [engine, ...deps.engines.slice(index + 1)] as const;
    const state = startWriting({ engines });
    if (index > 0) onItem({ kind: "restarted", engine: engine.name });
    const writing = askEngines({ ...deps, engines }, { request, signal, id }, state);
    let next = await writing.next();
    for (; !next.done; next = await writing.next()) onItem(next.value);
    if (!next.value) break;
    const written = state.progress.drafts.map(({ headline, body }) => ({ headline, text: body }));
    const allowed = written.filter(({ headline, text }) => isAllowed(`${headline}\n${text}`));
    const isLast = state.engine === deps.engines.at(-1);
    const texts = allowed.length === 0 && isLast ? written : allowed;
    if (texts.length > 0)
      return {
        texts,
        engine: state.engine.name,
        words: texts.reduce((sum, { headline, text }) => sum + countWords(headline) + countWords(text), 0),
        usage: state.usage,
        costMicroSar: computeCost(state),
      };
  }
  return assistantsRefusals.refuse("assistants.writer_busy");
}

const isAllowed = (text: string): boolean => checkAdLaw(text).every(({ level }) => level !== "block");
