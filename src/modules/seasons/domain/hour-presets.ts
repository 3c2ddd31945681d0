import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { type HourPlan, planOfRuns } from "#modules/ad-accounts/contract/hour-plan.ts";
import type { HourPresetKey } from "../contract/season-keys.ts";
import { computePrayerTimes, type Point, type PrayerTimes } from "./prayer-times.ts";

export type HourPreset = { key: HourPresetKey; plan: HourPlan };

/** Taraweeh prayers begin after Isha and last about an hour and a quarter; the product's estimate. */
const taraweehMinutes = 75;
/** Shopping after taraweeh ends when people prepare for suhoor. */
const nightEndsAt = 26;
/** People are awake for suhoor two and a half hours before dawn. */
const suhoorMinutes = 150;
const everyDay = [0, 1, 2, 3, 4, 5, 6];

/**
 * Hours of the week for the prayer times of one place and day, in whole hours. In Ramadan they move by less than half an
 * hour from its first day to its last. Those of Ramadan are offered only in Ramadan.
 */
export function listHourPresets(
  point: Point,
  day: RiyadhDay,
  { isRamadan }: { isRamadan: boolean },
): HourPreset[] {
  const times = computePrayerTimes(point, day, { isRamadan });
  const evening = Math.ceil(times.maghrib / 60);
  const presets: HourPreset[] = [
    { key: "evenings", plan: daily(evening, 24) },
    { key: "weekend", plan: planOfRuns([{ weekday: 4, from: evening, hours: 24 - evening + 48 }]) },
  ];
  return isRamadan ? [...presets, ...listRamadanPresets(times)] : presets;
}

function listRamadanPresets({ fajr, maghrib, isha }: PrayerTimes): HourPreset[] {
  const dawn = Math.floor(fajr / 60);
  return [
    { key: "iftar", plan: daily(Math.floor((maghrib - 60) / 60), Math.ceil((maghrib + 60) / 60)) },
    { key: "after_taraweeh", plan: daily(Math.round((isha + taraweehMinutes) / 60), nightEndsAt) },
    { key: "suhoor", plan: daily(Math.floor((fajr - suhoorMinutes) / 60), dawn + 1) },
  ];
}

/** The same hours on each day; past 24 they are of the next morning. */
const daily = (from: number, to: number): HourPlan =>
  planOfRuns(everyDay.map((weekday) => ({ weekday, from, hours: to - from })));
