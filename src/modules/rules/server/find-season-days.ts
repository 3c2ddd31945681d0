import type { ReadContext } from "#base/server/context.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { SeasonKey } from "#modules/seasons/contract/season-keys.ts";
import type { RulesDeps } from "./deps.ts";

/** Answers whether a rule's season has a day of the period; a rule without a season has every day. */
export const findSeasonDays =
  ({ seasons }: Pick<RulesDeps, "seasons">) =>
  async (ctx: ReadContext, period: { from: RiyadhDay; to: RiyadhDay }) => {
    const found = await seasons.findSeasons(ctx.db, period);
    return (season: SeasonKey | null, day: RiyadhDay): boolean =>
      season === null ||
      found.some(({ key, startsOn, endsOn }) => key === season && startsOn <= day && day <= endsOn);
  };
