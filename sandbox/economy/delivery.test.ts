import fc from "fast-check";
import { expect, test } from "vitest";
import { seededRandom } from "../base/random.ts";
import { type AdMemory, deliverMinute } from "./delivery.ts";
import { audienceSize, computeWomenShare, pickPerson } from "./population.ts";
import type { Audience, Bid, DeliverableAd } from "./ports.ts";
import { computeBuyingFactor, hourWeight, restOfDay, toRiyadhTime, weekdayWeight } from "./rhythm.ts";

const everybody: Audience = { countries: ["SA"], geoRadii: [], genders: [], ages: { from: 13, to: null } };
const riyadh = { latitude: 24.71, longitude: 46.68 };

const ad = (change: Partial<DeliverableAd>): DeliverableAd => ({
  platform: "snapchat",
  adId: "ad",
  adSquadId: "squad",
  campaignId: "campaign",
  adAccountId: "account",
  budgets: [],
  bid: { kind: "auto", per: "click", amountHalalas: null, goal: "clicks" },
  audience: everybody,
  creative: {
    mediaId: "m",
    kind: "image",
    headline: "عرض اليوم فقط",
    brand: "متجر",
    callToAction: "SHOP_NOW",
  },
  landingUrl: "http://localhost/t/1",
  ...change,
});
const memory = (): AdMemory => ({
  id: "ad",
  firstShownAt: 0,
  day: "",
  impressionsToday: 0,
  impressionsEver: 0,
  storeId: null,
  taste: null,
});
const minute = (now: number, seed: string) => ({
  time: toRiyadhTime(now),
  now,
  random: (...words: (string | number)[]) => seededRandom(seed, ...words),
  loadAdMemory: memory,
});

const bids: fc.Arbitrary<Bid> = fc.record({
  kind: fc.constantFrom("auto", "max", "target"),
  per: fc.constantFrom("thousand_impressions", "click", "purchase"),
  amountHalalas: fc.option(fc.integer({ min: 1, max: 50_000 })),
  goal: fc.constantFrom("impressions", "clicks", "landings", "purchases", "video_views", "other"),
});

test("no minute spends more than any budget over the ad allows, however many ads share it", () => {
  fc.assert(
    fc.property(
      fc.record({
        seed: fc.string(),
        now: fc.integer({ min: 1_790_000_000_000, max: 1_830_000_000_000 }),
        day: fc.integer({ min: 500, max: 5_000_000 }),
        life: fc.integer({ min: 500, max: 5_000_000 }),
        used: fc.double({ min: 0, max: 1.1, noNaN: true }),
        ads: fc.integer({ min: 1, max: 4 }),
        bid: bids,
      }),
      ({ seed, now, day, life, used, ads, bid }) => {
        const dayMicro = day * 10_000;
        const lifeMicro = life * 10_000;
        const budgets = [
          {
            id: "squad",
            period: "day" as const,
            limitHalalas: day,
            spentMicro: Math.floor(dayMicro * used),
            maxDailyOverdelivery: 1.1,
          },
          {
            id: "squad:life",
            period: "lifetime" as const,
            limitHalalas: life,
            spentMicro: Math.floor(lifeMicro * Math.min(used, 1)),
            maxDailyOverdelivery: 1,
            endsAt: new Date(now + 3_600_000),
          },
        ];
        const list = Array.from({ length: ads }, (_, index) => ad({ adId: `ad-${index}`, budgets, bid }));
        const spent = deliverMinute(list, minute(now, seed)).reduce(
          (sum, delivered) => sum + delivered.spendMicro,
          0,
        );
        expect(spent).toBeGreaterThanOrEqual(0);
        expect(Number.isInteger(spent)).toBe(true);
        expect((budgets[0]?.spentMicro ?? 0) + spent).toBeLessThanOrEqual(dayMicro * 1.1 + 1);
        expect((budgets[1]?.spentMicro ?? 0) + spent).toBeLessThanOrEqual(lifeMicro);
      },
    ),
  );
});

test("a larger radius never holds fewer people, and narrowing age or gender never holds more", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 1, max: 60, noNaN: true }),
      fc.integer({ min: 13, max: 60 }),
      (radiusKm, from) => {
        const size = (change: Partial<Audience>) => audienceSize("snapchat", { ...everybody, ...change });
        const geoRadius = (km: number) => size({ countries: [], geoRadii: [{ ...riyadh, radiusKm: km }] });
        expect(geoRadius(radiusKm * 1.5)).toBeGreaterThanOrEqual(geoRadius(radiusKm));
        expect(size({ ages: { from: from + 1, to: null } })).toBeLessThanOrEqual(
          size({ ages: { from, to: null } }),
        );
        expect(size({ genders: ["female"] }) + size({ genders: ["male"] })).toBeCloseTo(size({}), 3);
      },
    ),
  );
});

test("nobody inside an excluded radius is reached", () => {
  const reached = (change: Partial<Audience>) => audienceSize("snapchat", { ...everybody, ...change });
  const whole = { ...riyadh, radiusKm: 100 };
  expect(reached({ countries: [], geoRadii: [{ ...riyadh, radiusKm: 10 }], excludedRadii: [whole] })).toBe(0);
  expect(reached({ excludedRadii: [whole] })).toBeLessThan(reached({}));
  expect(reached({ excludedRadii: [{ ...riyadh, radiusKm: 2 }] })).toBeGreaterThan(
    reached({ excludedRadii: [whole] }),
  );
});

test("people are drawn from their audience: its ages, its gender, its city", () => {
  const audience: Audience = {
    countries: [],
    geoRadii: [{ ...riyadh, radiusKm: 10 }],
    genders: ["female"],
    ages: { from: 25, to: 34 },
  };
  for (let index = 0; index < 50; index += 1) {
    const person = pickPerson("snapchat", audience, seededRandom("person", index));
    expect(person).toMatchObject({ gender: "female", city: "الرياض" });
    expect(person.age).toBeGreaterThanOrEqual(25);
    expect(person.age).toBeLessThanOrEqual(34);
  }
  expect([
    computeWomenShare("snapchat", audience),
    audienceSize("snapchat", { ...audience, ages: { from: 10, to: 12 } }),
  ]).toEqual([1, 0]);
});

test("the hour weights of a day sum to one day, and the remaining weight only shrinks", () => {
  const midnight = Date.parse("2026-11-20T21:00:00Z");
  for (const day of [0, 1, 6, 90]) {
    const start = midnight + day * 86_400_000;
    const hours = Array.from({ length: 24 }, (_, hour) => hourWeight(toRiyadhTime(start + hour * 3_600_000)));
    expect(hours.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(24, 6);
    expect(restOfDay(toRiyadhTime(start))).toBeCloseTo(1, 6);
    const rests = Array.from({ length: 1440 }, (_, minuteOfDay) =>
      restOfDay(toRiyadhTime(start + minuteOfDay * 60_000)),
    );
    expect(rests.every((rest, index) => rest > 0 && rest <= (rests[index - 1] ?? 2))).toBe(true);
  }
});

test("Ramadan moves the evening into the night, Friday noon is quiet, White Friday raises sales", () => {
  const at = (text: string) => toRiyadhTime(Date.parse(text));
  expect(hourWeight(at("2027-02-15T01:00:00+03:00"))).toBeGreaterThan(
    hourWeight(at("2026-11-16T01:00:00+03:00")) * 1.3,
  );
  expect(hourWeight(at("2026-11-20T12:00:00+03:00"))).toBeLessThan(
    hourWeight(at("2026-11-19T12:00:00+03:00")),
  );
  expect(computeBuyingFactor(at("2026-11-27T20:00:00+03:00"))).toBeGreaterThan(
    computeBuyingFactor(at("2026-10-15T20:00:00+03:00")),
  );
  expect(weekdayWeight(at("2026-11-20T12:00:00+03:00"))).toBeGreaterThan(
    weekdayWeight(at("2026-11-22T12:00:00+03:00")),
  );
  // 21:30 UTC is already tomorrow in Riyadh.
  expect(at("2026-11-20T21:30:00Z").day).toBe("2026-11-21");
});
