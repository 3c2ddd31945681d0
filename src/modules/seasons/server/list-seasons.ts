import type { ReadContext } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import { addDays, type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { SeasonRow } from "../contract/seasons.calls.ts";
import { listSeasons, type Season } from "../domain/season.ts";
import { loadSeasonSettings } from "./season-settings.store.ts";

const daysAhead = 183;

/** The seasons with a day in [from, to], with what staff have set. */
export async function findSeasons(db: Db, span: { from: RiyadhDay; to: RiyadhDay }): Promise<Season[]> {
  return listSeasons(span, await loadSeasonSettings(db));
}

/** The seasons that run now, and those of the next half year. */
export async function listComingSeasons({
  db,
  now,
}: ReadContext): Promise<{ today: RiyadhDay; items: SeasonRow[] }> {
  const today = toRiyadhDay(now);
  const seasons = await findSeasons(db, { from: today, to: addDays(today, daysAhead) });
  return { today, items: seasons.map(presentSeason) };
}

const presentSeason = ({ key, startsOn, endsOn, hijriYear, phases }: Season): SeasonRow => ({
  key,
  starts_on: startsOn,
  ends_on: endsOn,
  hijri_year: hijriYear,
  phases: phases.map(({ costFactor, ...phase }) => ({ ...phase, cost_factor: costFactor })),
});
