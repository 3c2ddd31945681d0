import type { ReadContext } from "#base/server/context.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { SpeechDeps } from "./speech.deps.ts";
import { loadDaySeconds } from "./speech-days.store.ts";

/** Speech comes with the writer and the designer: a plan that opens one of them, or units that were bought of one. */
export async function isSubscribed(billing: SpeechDeps["billing"], ctx: ReadContext): Promise<boolean> {
  const { items } = await billing.loadStock(ctx);
  return items.some(
    ({ service, quota, available_units }) =>
      (service === "writer_words" || service === "designer_pictures") &&
      (quota !== null || available_units !== 0),
  );
}

export const loadState =
  ({ billing, models, secondsPerDay, systemClock }: Omit<SpeechDeps, "log">) =>
  async (ctx: ReadContext) => {
    const used = await loadDaySeconds(ctx, toRiyadhDay(systemClock.now()));
    return {
      is_offered: models.length > 0,
      is_subscribed: await isSubscribed(billing, ctx),
      day_limit_seconds: secondsPerDay,
      day_left_seconds: Math.max(0, secondsPerDay - used),
    };
  };
