import { describe, expect, it } from "vitest";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { earlierCampaign } from "../testing/earlier-campaign.ts";
import { computeSeasonTotal, isDrafted, toSeasonId, toSeasonLabel } from "./season-draft.ts";

const season = {
  key: "ramadan" as const,
  startsOn: "2027-02-08" as RiyadhDay,
  endsOn: "2027-03-08" as RiyadhDay,
  hijriYear: 1448,
};

describe("a season's draft", () => {
  it("proposes for the whole season what was spent a day before", () => {
    expect(computeSeasonTotal([earlierCampaign("snapchat", 100), earlierCampaign("meta", 50)], season)).toBe(
      29 * 150_00,
    );
  });

  it("is one a year, whatever day the moon is sighted, and payday's one a month", () => {
    expect(toSeasonId(season)).toBe("ramadan-1448");
    expect(toSeasonId({ ...season, startsOn: "2027-02-09" as RiyadhDay })).toBe("ramadan-1448");
    expect(toSeasonId({ ...season, key: "national_day", hijriYear: null })).toBe("national_day-2027");
    const payday = { key: "payday" as const, startsOn: "2026-12-27" as RiyadhDay, hijriYear: null };
    expect([toSeasonId(payday), toSeasonLabel(payday)]).toEqual(["payday-202612", "12/2026"]);
    expect(toSeasonLabel(season)).toBe("1448");
  });

  it("is not made for a payday within another season", () => {
    const payday = {
      key: "payday" as const,
      startsOn: "2027-02-25" as RiyadhDay,
      endsOn: "2027-02-27" as RiyadhDay,
    };
    expect(isDrafted(payday, [payday, season])).toBe(false);
    expect(isDrafted(season, [payday, season])).toBe(true);
    const later = { ...payday, startsOn: "2027-03-28" as RiyadhDay, endsOn: "2027-03-30" as RiyadhDay };
    expect(isDrafted(later, [payday, later, season])).toBe(true);
  });
});
