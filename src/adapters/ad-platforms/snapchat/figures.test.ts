import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { AdAccountContext } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { fromMicro, toMicro } from "../shared/micro.ts";
import type { ApiClient } from "./api-client.ts";
import { makeFigures, toFigures } from "./figures.ts";

const first = Date.parse("2026-11-20T21:00:00Z"); // midnight in Riyadh
const makeHour = (index: number, spend: number) => ({
  start_time: new Date(first + index * 3_600_000).toISOString(),
  end_time: new Date(first + (index + 1) * 3_600_000).toISOString(),
  stats: {
    impressions: 10,
    swipes: 1,
    spend,
    conversion_purchases: 0,
    conversion_purchases_value: spend * 3,
  },
});

describe("hours in hundredths", () => {
  it("add up to each Riyadh day's own total, rounded once", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(40_000_000), { minLength: 1, maxLength: 60 }), (spends) => {
        const hours = toFigures(
          "ad",
          spends.map((spend, index) => makeHour(index, spend)),
          { finalUntil: null, clicked: [] },
        );
        for (const day of new Set(hours.map(({ startsAt }) => toRiyadhDay(startsAt)))) {
          const hoursOfDay = hours.filter(({ startsAt }) => toRiyadhDay(startsAt) === day);
          const micro = spends
            .filter((_, index) => toRiyadhDay(new Date(first + index * 3_600_000)) === day)
            .reduce((sum, spend) => sum + spend, 0);
          expect(hoursOfDay.reduce((sum, { spend }) => sum + spend, 0)).toBe(fromMicro(micro));
        }
        expect(hours.every(({ spend }) => spend >= 0)).toBe(true);
      }),
    );
  });

  it("are final only when the platform will not correct them any more", () => {
    const until = first + 3_600_000;
    const [one, two] = toFigures("ad", [makeHour(0, 1), makeHour(1, 1)], {
      finalUntil: until,
      clicked: [],
    });
    expect([one?.isFinal, two?.isFinal]).toEqual([true, false]);
  });
});

describe("a report request", () => {
  const listRequestedPaths = async (campaigns: number, days: number) => {
    const paths: string[] = [];
    const call = async (path: string) => {
      paths.push(path.split("?")[0] ?? "");
      return { timeseries_stats: [{ timeseries_stat: {} }] };
    };
    const account = { adAccountId: "acc" } as AdAccountContext;
    const platformCampaignIds = Array.from({ length: campaigns }, (_, nth) => `c${nth}`);
    const window = { from: new Date(first), to: new Date(first + days * 86_400_000) };
    const reader = makeFigures({ call } as unknown as ApiClient);
    for await (const page of reader.readFigures(account, { platformCampaignIds, ...window, grain: "day" }))
      expect(page).toEqual([]);
    return paths;
  };

  it("for few campaigns reads each of them", async () => {
    expect(await listRequestedPaths(2, 30)).toEqual(["/v1/campaigns/c0/stats", "/v1/campaigns/c1/stats"]);
  });

  it("for many campaigns reads the whole account, in shorter windows", async () => {
    expect(await listRequestedPaths(200, 30)).toEqual(Array(3).fill("/v1/adaccounts/acc/stats"));
  });
});

describe("what Snapchat ascribes to views", () => {
  const readWith = async (purchases: { all: number; clicked: number }) => {
    const requests: URLSearchParams[] = [];
    const call = async (path: string) => {
      const query = new URLSearchParams(path.split("?")[1]);
      requests.push(query);
      const count = query.get("view_attribution_window") === "none" ? purchases.clicked : purchases.all;
      const { stats, ...times } = makeHour(0, 1_000_000);
      const sold = { conversion_purchases: count, conversion_purchases_value: count * 100_000_000 };
      const ad = { id: "ad", timeseries: [{ ...times, stats: { ...stats, ...sold } }] };
      return { timeseries_stats: [{ timeseries_stat: { breakdown_stats: { ad: [ad] } } }] };
    };
    const reader = makeFigures({ call } as unknown as ApiClient);
    const window = { from: new Date(first), to: new Date(first + 86_400_000), grain: "day" as const };
    const account = { adAccountId: "acc" } as AdAccountContext;
    for await (const page of reader.readFigures(account, { platformCampaignIds: ["c"], ...window }))
      return { figures: page[0], requests };
    throw new Error("nothing was read");
  };

  it("is what its report has more than the report without views", async () => {
    const { figures, requests } = await readWith({ all: 5, clicked: 3 });
    expect(requests.map((query) => query.get("view_attribution_window"))).toEqual([null, "none"]);
    expect(figures).toMatchObject({
      platformReportedPurchases: 5,
      platformReportedSales: 500_00,
      platformReportedViewPurchases: 2,
      platformReportedViewSales: 200_00,
    });
  });

  it("costs no second call while nothing was sold", async () => {
    const { figures, requests } = await readWith({ all: 0, clicked: 0 });
    expect(requests).toHaveLength(1);
    expect(figures?.platformReportedViewSales).toBe(0);
  });
});

describe("micros", () => {
  it("convert every whole halala back exactly", () => {
    fc.assert(
      fc.property(fc.nat(100_000_000), (amount) => {
        expect(fromMicro(toMicro(amount as never))).toBe(amount);
      }),
    );
  });
});
