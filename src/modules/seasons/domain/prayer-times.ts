import { type RiyadhDay, startOfRiyadhDay } from "#base/shared/riyadh-day.ts";

/** Degrees, north and east positive. */
export type Point = { latitude: number; longitude: number };

/** Minutes after midnight in Riyadh (+03:00 everywhere in the Kingdom). Isha may be past 1440 far in the west. */
export type PrayerTimes = {
  fajr: number;
  sunrise: number;
  dhuhr: number;
  asr: number;
  maghrib: number;
  isha: number;
};

/**
 * The method of Umm al-Qura: dawn when the sun is 18.5° below the horizon, Isha 90 minutes after sunset, 120 in Ramadan.
 * Sunrise and sunset as everywhere: the sun's upper edge on the horizon with mean refraction, 0.833° below it.
 */
const fajrAngle = 18.5;
const horizonAngle = 0.833;
const ishaMinutes = 90;
const ishaMinutesInRamadan = 120;

const riyadhOffsetMinutes = 180;
const degrees = Math.PI / 180;
const sin = (angle: number) => Math.sin(angle * degrees);
const cos = (angle: number) => Math.cos(angle * degrees);

/**
 * Prayer times of a place in Saudi Arabia, within a minute or two of the published ones. Pure maths, so a form needs no
 * service for it. `isRamadan` decides Isha. Rounded to the minute on the safe side, as the calendar is: a prayer never
 * begins early, and dawn's never ends late.
 */
export function computePrayerTimes(
  { latitude, longitude }: Point,
  day: RiyadhDay,
  { isRamadan }: { isRamadan: boolean },
): PrayerTimes {
  const midnight = startOfRiyadhDay(day).getTime();
  /** The minute at which the sun is so far below the horizon; the sun is looked up again at the moment found. */
  const findMinute = (angle: number, side: -1 | 1): number => {
    let minute = side < 0 ? 360 : 1_080;
    for (let pass = 0; pass < 3; pass++) {
      const sun = computeSun(midnight + minute * 60_000);
      const noon = 720 + riyadhOffsetMinutes - 4 * longitude - sun.equationOfTime;
      minute = noon + side * 4 * computeHourAngle(angle, latitude, sun.declination);
    }
    return minute;
  };
  const noon = computeSun(midnight + 720 * 60_000);
  // Asr begins when a shadow is longer by its object's height than at noon.
  const asrHeight = Math.atan(1 / (1 + Math.tan(Math.abs(latitude - noon.declination) * degrees))) / degrees;
  const maghrib = Math.ceil(findMinute(horizonAngle, 1));
  return {
    fajr: Math.ceil(findMinute(fajrAngle, -1)),
    sunrise: Math.floor(findMinute(horizonAngle, -1)),
    dhuhr: Math.ceil(720 + riyadhOffsetMinutes - 4 * longitude - noon.equationOfTime),
    asr: Math.ceil(findMinute(-asrHeight, 1)),
    maghrib,
    isha: maghrib + (isRamadan ? ishaMinutesInRamadan : ishaMinutes),
  };
}

/** Degrees between noon and the moment at which the sun is `angle` below the horizon. */
function computeHourAngle(angle: number, latitude: number, declination: number): number {
  const cosine = (-sin(angle) - sin(latitude) * sin(declination)) / (cos(latitude) * cos(declination));
  // At latitudes of the Kingdom the sun always goes that low; beyond them the nearest moment is better than none.
  return Math.acos(Math.min(1, Math.max(-1, cosine))) / degrees;
}

/**
 * The sun's declination in degrees and the equation of time in minutes, by the low-precision formulas of the Astronomical
 * Almanac (0.01° between 1950 and 2050).
 */
function computeSun(instantMs: number): { declination: number; equationOfTime: number } {
  const days = instantMs / 86_400_000 - 10_957.5; // since 2000-01-01 12:00 UTC
  const anomaly = 357.529 + 0.985_600_28 * days;
  const meanLongitude = 280.459 + 0.985_647_36 * days;
  const longitude = meanLongitude + 1.915 * sin(anomaly) + 0.02 * sin(2 * anomaly);
  const obliquity = 23.439 - 0.000_000_36 * days;
  const ascension = Math.atan2(cos(obliquity) * sin(longitude), cos(longitude)) / degrees;
  const difference = meanLongitude - ascension;
  return {
    declination: Math.asin(sin(obliquity) * sin(longitude)) / degrees,
    equationOfTime: 4 * (difference - 360 * Math.round(difference / 360)),
  };
}
