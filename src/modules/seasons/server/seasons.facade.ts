import type { Db } from "#base/server/db/db.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { proposeBudgets } from "../domain/budget-proposal.ts";
import { type HijriDay, toHijri, toHijriYearBefore } from "../domain/hijri.ts";
import { computePrayerTimes, type Point } from "../domain/prayer-times.ts";
import type { Season } from "../domain/season.ts";
import { findSeasons } from "./list-seasons.ts";
import { loadSeasonSettings } from "./season-settings.store.ts";

export type { HijriDay, Season };

/** The calendar of Umm al-Qura with the months as they were announced; null outside its table. */
export type HijriCalendar = {
  toHijri(day: RiyadhDay): HijriDay | null;
  /** The same day of the Hijri year before. */
  toYearBefore(day: RiyadhDay): RiyadhDay | null;
};

export interface SeasonsFacade {
  /** The seasons with a day in [from, to], the earliest first, with what staff have set. */
  findSeasons(db: Db, span: { from: RiyadhDay; to: RiyadhDay }): Promise<Season[]>;
  /** A budget for each day that follows the expected cost; they add up to the total. */
  proposeBudgets: typeof proposeBudgets;
  /** When each of the day's prayers begins in a place, in minutes after midnight in Riyadh, within two of the calendar's. */
  listPrayers(db: Db, point: Point, day: RiyadhDay): Promise<number[]>;
  /** The Hijri calendar as it holds now. */
  loadHijriCalendar(db: Db): Promise<HijriCalendar>;
}

export function makeSeasonsFacade(): SeasonsFacade {
  return {
    findSeasons,
    proposeBudgets,
    async listPrayers(db, point, day) {
      const { corrections } = await loadSeasonSettings(db);
      const isRamadan = toHijri(day, corrections)?.month === 9;
      const { fajr, dhuhr, asr, maghrib, isha } = computePrayerTimes(point, day, { isRamadan });
      return [fajr, dhuhr, asr, maghrib, isha];
    },
    async loadHijriCalendar(db) {
      const { corrections } = await loadSeasonSettings(db);
      return {
        toHijri: (day) => toHijri(day, corrections),
        toYearBefore: (day) => toHijriYearBefore(day, corrections),
      };
    },
  };
}
