import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import { Refusal } from "#base/shared/refusals.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { assistantsRefusals } from "../contract/assistants.refusals.ts";
import { countReservedWords, type WritingRequest } from "../domain/writing-request.ts";
import {
  type AnswerRecord,
  addDayWords,
  countWriting,
  insertAnswer,
  lockByRequestKey,
  restartAnswer,
} from "./answers.store.ts";
import type { AssistantsDeps } from "./assistants.deps.ts";

/** A request with what it is stored by. */
export type AnswerRequest = WritingRequest & {
  requestKey: string;
  productId: string | null;
  revisesVersionId: string | null;
};
export type Begun = { id: string; attempt: number; reservation: string; reservedWords: number; day: string };

/** An answer that nobody finished for so long is begun again by who sends its request again. */
const lostAfterMs = 180_000;
const writingAtOnce = 3;

/**
 * Sets the words aside and records that the answer is being written, in one transaction. An answer that the same request
 * made before is returned instead, and costs nothing again. Refuses without enough words, above the day's ceiling, and while
 * it is being written.
 */
export const beginAnswer =
  (deps: Pick<AssistantsDeps, "billing" | "engines" | "wordsPerDay" | "systemClock">) =>
  (ctx: ReadContext, request: AnswerRequest): Promise<{ written: AnswerRecord } | { begun: Begun }> =>
    transact(ctx, async (ctx) => {
      const now = deps.systemClock.now();
      const known = await lockByRequestKey(ctx, request.requestKey);
      if (known) {
        if (!isSameRequest(known, request)) assistantsRefusals.refuse("assistants.request_key_used");
        if (known.status === "done" || known.status === "stopped") return { written: known };
        if (known.status === "writing" && now.getTime() - known.begun_at.getTime() < lostAfterMs)
          assistantsRefusals.refuse("assistants.answer_under_way");
        await giveBack(deps, ctx, known);
      }
      const reservedWords = known?.reserved_words ?? countReservedWords(request);
      const id = known?.id ?? newId("ans");
      const attempt = (known?.attempt ?? 0) + 1;
      const reservation = await reserveWords(deps, ctx, {
        key: `writer:${id}:${attempt}`,
        words: reservedWords,
        name: request.facts.product?.name ?? request.facts.store ?? "",
      });
      // The stock's lock is held: nobody of this merchant begins another one meanwhile.
      const since = new Date(now.getTime() - lostAfterMs);
      if ((await countWriting(ctx, { since })) >= writingAtOnce)
        assistantsRefusals.refuse("assistants.answer_under_way");
      const day = toRiyadhDay(now);
      if ((await addDayWords(ctx, { day, words: reservedWords })) > deps.wordsPerDay)
        assistantsRefusals.refuse("assistants.daily_words_used_up", { max: deps.wordsPerDay });
      const row = {
        id,
        engine: deps.engines[0].name,
        reservation_id: reservation,
        begun_at: now,
        facts: request.facts.facts,
      };
      if (known) await restartAnswer(ctx, row);
      else if (
        !(await insertAnswer(ctx, {
          ...toRow(request),
          ...row,
          reserved_words: reservedWords,
          created_at: now,
        }))
      )
        assistantsRefusals.refuse("assistants.answer_under_way");
      return { begun: { id, attempt, reservation, reservedWords, day } };
    });

/** The words of an attempt that came to nothing go back, to the stock and to their day. */
export async function giveBack(
  { billing }: Pick<AssistantsDeps, "billing">,
  ctx: Context,
  { reservation_id, reserved_words, begun_at, status }: AnswerRecord,
): Promise<void> {
  if (status !== "writing" || reservation_id === null) return;
  await billing.release(ctx, { reservation: reservation_id });
  await addDayWords(ctx, { day: toRiyadhDay(begun_at), words: -reserved_words });
}

/** `name`: what the words are about, for the stock's list. */
type Wanted = { key: string; words: number; name: string };

/** Says 'not subscribed' where a subscription or words that are bought would open the writer. */
export async function reserveWords(
  { billing }: Pick<AssistantsDeps, "billing">,
  ctx: Context,
  { key, words, name }: Wanted,
): Promise<string> {
  const reason = { ar: `الكاتب الرقمي: ${name}`, en: `Digital writer: ${name}` };
  try {
    return await billing.reserve(ctx, { service: "writer_words", units: words, key, reason });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === "billing.subscription_inactive")
      return assistantsRefusals.refuse("assistants.not_subscribed");
    if (error.code !== "billing.stock_not_enough") throw error;
    const { items } = await billing.loadStock(ctx);
    const stock = items.find(({ service }) => service === "writer_words");
    if (!stock?.quota && stock?.available_units === 0)
      return assistantsRefusals.refuse("assistants.not_subscribed");
    return assistantsRefusals.refuse("assistants.words_used_up", {
      needed: words,
      available: stock?.available_units ?? 0,
    });
  }
}

const isSameRequest = (known: AnswerRecord, request: AnswerRequest): boolean =>
  known.category === request.category &&
  known.tongue === request.tongue &&
  known.tone === request.tone &&
  known.length === request.length &&
  known.season === request.season &&
  known.prompt === request.prompt &&
  known.seed === request.seed &&
  known.product_id === request.productId &&
  known.revises_version_id === request.revisesVersionId &&
  known.change === (request.revises?.change ?? null);

const toRow = (request: AnswerRequest) => ({
  request_key: request.requestKey,
  category: request.category,
  tongue: request.tongue,
  tone: request.tone,
  length: request.length,
  season: request.season,
  prompt: request.prompt,
  seed: request.seed,
  product_id: request.productId,
  product_name: request.facts.product?.name ?? null,
  revises_version_id: request.revisesVersionId,
  change: request.revises?.change ?? null,
});
