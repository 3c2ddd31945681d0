import type { Context } from "#base/server/context.ts";
import { type MovedClicks, type NewVerdict, saveVerdicts } from "./clicks.store.ts";
import { insertPendingCounts } from "./pending-clicks.store.ts";

export type MovedDays = Omit<MovedClicks, "counts">;

/**
 * Stores new verdicts of the merchant's clicks. Those that say otherwise than before also move the click in the roll-ups, a
 * moment later (`rollUpClicks`); how many did, and on which days.
 */
export async function judgeClicks(
  ctx: Context,
  input: { verdicts: readonly NewVerdict[]; version: number },
): Promise<MovedDays> {
  if (input.verdicts.length === 0) return { moved: 0, to_bots: 0, first_day: null, last_day: null };
  const { counts, ...days } = await saveVerdicts(ctx, input);
  if (counts !== null) await insertPendingCounts(ctx.tx, { held: days.moved, counts });
  return days;
}
