import type { ReadContext } from "#base/server/context.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { loadDayWords } from "./answers.store.ts";
import type { AssistantsDeps } from "./assistants.deps.ts";

/** What the writer's page says of engine and words. */
export const loadState =
  ({
    billing,
    engines,
    wordsPerDay,
    systemClock,
  }: Pick<AssistantsDeps, "billing" | "engines" | "wordsPerDay" | "systemClock">) =>
  async (ctx: ReadContext) => {
    const { items } = await billing.loadStock(ctx);
    const stock = items.find(({ service }) => service === "writer_words");
    const quota = stock?.quota ?? null;
    const available = stock ? stock.available_units : 0;
    const today = await loadDayWords(ctx, toRiyadhDay(systemClock.now()));
    return {
      engine: engines[0].name,
      is_subscribed: quota !== null || available !== 0,
      available_words: available,
      quota: quota && {
        limit_words: quota.limit_units,
        left_words: quota.left_units,
        renews_at: quota.renews_at,
      },
      day_limit_words: wordsPerDay,
      day_left_words: Math.max(0, wordsPerDay - today),
    };
  };
