import type { ReadContext } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { Body } from "#base/shared/contract.ts";
import { cleanText } from "#base/shared/text.ts";
import { assistantsRefusals } from "../contract/assistants.refusals.ts";
import type { WriterCalls } from "../contract/writer.calls.ts";
import type { Category, Length, Revision, Tone } from "../contract/writer-enums.ts";
import type { Fact } from "../contract/writer-shapes.ts";
import { toWritingFacts, type WritingFacts } from "../domain/engine/writing-facts.ts";
import { findAnswer, findVersion } from "./answers.store.ts";
import type { AssistantsDeps } from "./assistants.deps.ts";
import type { AnswerRequest } from "./begin-answer.ts";

type Deps = Pick<AssistantsDeps, "stores" | "engines">;
type NewRequest = Body<WriterCalls["POST Clients/DigitalWriter/answers"]>;

/** Categories that need no product: the store speaks. */
const storeSpeaks: readonly Category[] = ["comment_reply", "season_greeting"];

/** A new request with the store's facts; refused where nothing is known to write about. */
export const prepareNew =
  (deps: Deps) =>
  async (ctx: ReadContext, input: NewRequest): Promise<AnswerRequest> => {
    const { category, prompt, season, product_id: productId } = input;
    if (category === "comment_reply" && prompt === "")
      assistantsRefusals.refuse("assistants.comment_missing", {}, "prompt");
    if (category === "season_greeting" && season === null)
      assistantsRefusals.refuse("assistants.season_missing", {}, "season");
    const facts = await loadFacts(deps, ctx, productId);
    const maySpeak = storeSpeaks.includes(category) && facts.store !== null;
    // A model can write from a description; the built-in engine writes from facts alone.
    const mayDescribe = deps.engines.length > 1 && prompt !== "";
    if (!facts.product && !maySpeak && !mayDescribe)
      assistantsRefusals.refuse("assistants.subject_missing", {}, "product_id");
    const { request_key: requestKey, tongue, tone, length, seed } = input;
    return {
      requestKey,
      category,
      tongue,
      tone,
      length,
      season,
      prompt,
      seed,
      facts,
      productId,
      revises: null,
      revisesVersionId: null,
    };
  };

type Revising = { versionId: string; requestKey: string; seed: number; change: Revision };

/** The request of the version's answer again, with its text as it stands now. */
export const prepareRevision =
  (deps: Deps) =>
  async (ctx: ReadContext, { versionId, requestKey, seed, change }: Revising): Promise<AnswerRequest> => {
    const version = await findVersion(ctx, versionId);
    const answer = version && (await findAnswer(ctx, version.answer_id));
    if (!version || !answer) return baseRefusals.refuse("base.not_found");
    const tongue = change === "translate" ? "english" : change === "more_saudi" ? "saudi" : answer.tongue;
    const { headline, body } = version;
    return {
      requestKey,
      category: answer.category as Category,
      tongue,
      tone: answer.tone as Tone,
      length: answer.length as Length,
      season: answer.season as AnswerRequest["season"],
      prompt: answer.prompt,
      seed,
      facts: await loadFacts(deps, ctx, answer.product_id),
      productId: answer.product_id,
      revises: { change, headline, body },
      revisesVersionId: versionId,
    };
  };

async function loadFacts(
  { stores }: Pick<Deps, "stores">,
  ctx: ReadContext,
  productId: string | null,
): Promise<WritingFacts> {
  if (productId !== null) return toWritingFacts(await stores.loadSellingFacts(ctx, { productId }));
  const [store] = await stores.listConnectedStores(ctx);
  const facts: Fact[] = [];
  return { product: null, store: store ? cleanText(store.name) : null, facts };
}
