import { describe, expect, it } from "vitest";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { groupDays } from "#modules/ad-accounts/contract/hour-plan.ts";
import { listHourPresets } from "./hour-presets.ts";

const riyadh = { latitude: 24.7136, longitude: 46.6753 };
const firstOfRamadan = "2027-02-08" as RiyadhDay;
const everyDay = [0, 1, 2, 3, 4, 5, 6];

function readPresets(day: RiyadhDay, isRamadan: boolean) {
  const presets = listHourPresets(riyadh, day, { isRamadan });
  return Object.fromEntries(presets.map(({ key, plan }) => [key, groupDays(plan)]));
}

describe("the named hours", () => {
  it("of a Ramadan night in Riyadh follow its prayers: sunset 17:43, Isha 19:43, dawn 5:12", () => {
    const presets = readPresets(firstOfRamadan, true);
    expect(presets.iftar).toEqual([{ weekdays: everyDay, spans: [{ from: 16, hours: 3 }] }]);
    expect(presets.after_taraweeh).toEqual([{ weekdays: everyDay, spans: [{ from: 21, hours: 5 }] }]);
    expect(presets.suhoor).toEqual([{ weekdays: everyDay, spans: [{ from: 2, hours: 4 }] }]);
  });

  it("come later in the west: taraweeh in Jeddah ends an hour after Riyadh's", () => {
    const jeddah = { latitude: 21.4858, longitude: 39.1925 };
    const presets = listHourPresets(jeddah, "2027-02-10" as RiyadhDay, { isRamadan: true });
    const night = presets.find(({ key }) => key === "after_taraweeh");
    expect(night && groupDays(night.plan)).toEqual([{ weekdays: everyDay, spans: [{ from: 22, hours: 4 }] }]);
  });

  it("have none of Ramadan in other months", () => {
    expect(Object.keys(readPresets("2026-11-22" as RiyadhDay, false))).toEqual(["evenings", "weekend"]);
  });

  it("begin an evening at the first full hour after sunset", () => {
    const { evenings } = readPresets("2026-11-22" as RiyadhDay, false);
    expect(evenings).toEqual([{ weekdays: everyDay, spans: [{ from: 18, hours: 6 }] }]);
  });
});
