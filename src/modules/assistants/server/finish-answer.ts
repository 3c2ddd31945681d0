import { type ReadContext, transact } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import { countWords } from "../domain/count-words.ts";
import type { Draft } from "../domain/engine/draft.ts";
import { addDayWords, findAnswer, finishAnswer, insertVersions, listVersions } from "./answers.store.ts";
import type { AssistantsDeps } from "./assistants.deps.ts";
import type { AnswerRequest, Begun } from "./begin-answer.ts";
import { presentAnswer } from "./present-answer.ts";
import type { TokenUsage } from "./text-model.port.ts";

type Outcome = {
  status: "done" | "stopped" | "failed";
  engine: string;
  drafts: readonly Draft[];
  usage: TokenUsage;
  costMicroSar: number;
};

/**
 * Stores what was written and settles its words; without a version all of them go back. Undefined when the attempt was
 * finished before, as by the sweep of lost ones: then its words went back and nothing is stored.
 */
export const finishAnswerWriting =
  ({ billing }: Pick<AssistantsDeps, "billing">) =>
  (ctx: ReadContext, request: AnswerRequest, begun: Begun, outcome: Outcome) =>
    transact(ctx, async (ctx) => {
      const { drafts, status, engine, usage, costMicroSar } = outcome;
      const counted = drafts.reduce(
        (sum, { headline, body }) => sum + countWords(headline) + countWords(body),
        0,
      );
      // A model may write more than it was allowed: that is not the merchant's to pay.
      const words = Math.min(begun.reservedWords, counted);
      const isOurs = await finishAnswer(ctx, {
        id: begun.id,
        attempt: begun.attempt,
        status,
        engine,
        words,
        input_tokens: usage.input,
        output_tokens: usage.output,
        cost_micro_sar: Math.round(costMicroSar),
      });
      if (!isOurs) return undefined;
      if (words > 0) await billing.settle(ctx, { reservation: begun.reservation, units: words });
      else await billing.release(ctx, { reservation: begun.reservation });
      await addDayWords(ctx, { day: begun.day, words: words - begun.reservedWords });
      if (drafts.length > 0) {
        const answer = {
          id: begun.id,
          prompt: request.prompt,
          product_name: request.facts.product?.name ?? null,
        };
        await insertVersions(ctx, {
          answer,
          versions: drafts.map((draft) => ({ ...draft, id: newId("ver") })),
        });
        await ctx.tx.publish({ name: "assistants.answers_changed", merchant_id: ctx.actor.merchantId });
      }
      const row = await findAnswer(ctx, begun.id);
      return row && presentAnswer(row, await listVersions(ctx, begun.id));
    });
