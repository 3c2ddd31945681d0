import { describe, expect, it } from "vitest";
import { cities } from "#base/shared/places/generated/cities.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { publishedTimes } from "../testing/published-times.ts";
import { computePrayerTimes, type Point } from "./prayer-times.ts";

const makkah: Point = { latitude: 21.427, longitude: 39.8287 };
const riyadh: Point = { latitude: 24.7136, longitude: 46.6753 };

const toMinutes = (time: string) => {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
};
/** Calculations differ by how they round and by the height of the place; two minutes is what a schedule needs. */
const expectNear = (found: number, published: string) =>
  expect(Math.abs(found - toMinutes(published)), `${found} beside ${published}`).toBeLessThanOrEqual(2);

describe("prayer times by the method of Umm al-Qura", () => {
  // The calendar's own site, ummulqura.org.sa, one day of each month of 2016; Isha outside Ramadan.
  it.each([
    ["2016-01-05", "05:39", "06:59", "17:53", "19:23"],
    ["2016-02-04", "05:39", "06:57", "18:13", "19:43"],
    ["2016-03-05", "05:22", "06:37", "18:27", "19:57"],
    ["2016-04-03", "04:55", "06:11", "18:37", "20:07"],
    ["2016-05-02", "04:27", "05:48", "18:47", "20:17"],
    ["2016-06-04", "04:11", "05:37", "19:01", "20:31"],
    ["2016-07-08", "04:18", "05:44", "19:07", "20:37"],
    ["2016-08-02", "04:32", "05:54", "19:00", "20:30"],
    ["2016-09-04", "04:48", "06:04", "18:34", "20:04"],
    ["2016-10-06", "04:58", "06:13", "18:04", "19:34"],
    ["2016-11-05", "05:09", "06:26", "17:43", "19:13"],
    ["2016-12-04", "05:24", "06:44", "17:38", "19:08"],
  ])("are those published for Makkah on %s", (day, fajr, sunrise, maghrib, isha) => {
    const times = computePrayerTimes(makkah, day as RiyadhDay, { isRamadan: false });
    expectNear(times.fajr, fajr);
    expectNear(times.sunrise, sunrise);
    expectNear(times.maghrib, maghrib);
    expectNear(times.isha, isha);
  });

  it.each(publishedTimes)(
    "are within two minutes of those published for %s, in winter and in summer",
    (city, times) => {
      const [, , , , latitude = 0, longitude = 0] = cities.find(([key]) => key === city) ?? [];
      const published = times.split(" ");
      const computed = ["2023-01-15", "2023-06-15"].flatMap((day) => {
        const found = computePrayerTimes({ latitude, longitude }, day as RiyadhDay, { isRamadan: false });
        return [found.fajr, found.sunrise, found.maghrib];
      });
      computed.forEach((minute, at) => {
        expectNear(minute, published[at] ?? "");
      });
    },
  );

  // Newspapers on days of Ramadan, by the calendar: almowaten.net 2021, thaqfny.com 2023, okaz.com.sa 2026.
  it.each([
    ["makkah", "2021-04-14", "04:45", "18:40"],
    ["riyadh", "2023-03-24", "04:36", "18:06"],
    ["jazan", "2026-02-19", "05:19", "18:14"],
    ["arar", "2026-02-19", "05:30", "18:07"],
  ])("are those published for %s on %s, and Isha two hours after sunset", (city, day, fajr, maghrib) => {
    const [, , , , latitude = 0, longitude = 0] = cities.find(([key]) => key === city) ?? [];
    const times = computePrayerTimes({ latitude, longitude }, day as RiyadhDay, { isRamadan: true });
    expectNear(times.fajr, fajr);
    expectNear(times.maghrib, maghrib);
    expect(times.isha - times.maghrib).toBe(120);
  });

  it("noon lies between sunrise and sunset, and Asr where a shadow is its object's height longer than at noon", () => {
    for (const day of ["2026-01-15", "2026-06-15", "2026-11-28"] as RiyadhDay[]) {
      const { sunrise, dhuhr, asr, maghrib } = computePrayerTimes(riyadh, day, { isRamadan: false });
      expect(Math.abs(dhuhr - (sunrise + maghrib) / 2)).toBeLessThanOrEqual(2);
      expect(asr).toBeGreaterThan(dhuhr + 150);
      expect(asr).toBeLessThan(maghrib - 100);
    }
  });

  it("put Isha two hours after sunset in Ramadan", () => {
    const day = "2027-02-08" as RiyadhDay;
    const { maghrib, isha } = computePrayerTimes(riyadh, day, { isRamadan: true });
    expect(isha - maghrib).toBe(120);
    expect(isha - computePrayerTimes(riyadh, day, { isRamadan: false }).isha).toBe(30);
  });

  it("come earlier in the east of the Kingdom than in the west", () => {
    const day = "2026-11-22" as RiyadhDay;
    const [dammam, tabuk] = [
      { latitude: 26.4207, longitude: 50.0888 },
      { latitude: 28.3838, longitude: 36.555 },
    ].map((place) => computePrayerTimes(place, day, { isRamadan: false }));
    expect((tabuk?.maghrib ?? 0) - (dammam?.maghrib ?? 0)).toBeGreaterThan(45);
  });
});
