import type { Context } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { assistantsRefusals } from "../contract/assistants.refusals.ts";
import { addDayWords } from "./answers.store.ts";
import type { AssistantsDeps } from "./assistants.deps.ts";
import { reserveWords } from "./begin-answer.ts";

type Deps = Pick<AssistantsDeps, "billing" | "systemClock" | "wordsPerDay">;
/** `name`: what the words are about, for the stock's list. */
type Words = { words: number; name: string };

/** Counts and pays words that were written; whatever is refused afterwards in the transaction takes this back with it. */
export async function payWords(deps: Deps, ctx: Context, { words, name }: Words): Promise<void> {
  if (words === 0) return;
  const reservation = await reserveWords(deps, ctx, { key: `planner:${newId("pln")}`, words, name });
  await deps.billing.settle(ctx, { reservation, units: words });
  await countDayWords(deps, ctx, words);
}

/** Refuses as paying would, and pays nothing: asked before a model is, which costs money. */
export async function refuseUnpayable(deps: Deps, ctx: Context, { words, name }: Words): Promise<void> {
  const reservation = await reserveWords(deps, ctx, { key: `planner:${newId("pln")}`, words, name });
  await deps.billing.release(ctx, { reservation });
  await countDayWords(deps, ctx, words);
  await addDayWords(ctx, { day: toRiyadhDay(deps.systemClock.now()), words: -words });
}

async function countDayWords({ systemClock, wordsPerDay }: Deps, ctx: Context, words: number): Promise<void> {
  const day = toRiyadhDay(systemClock.now());
  if ((await addDayWords(ctx, { day, words })) > wordsPerDay)
    assistantsRefusals.refuse("assistants.daily_words_used_up", { max: wordsPerDay });
}
