import { describe, expect, it } from "vitest";
import { type ModelReading, mergeReadings } from "./merge-readings.ts";

const aReading = (more: Partial<ModelReading> = {}): ModelReading => ({
  gender: "all",
  is_gift: false,
  cities: [],
  daily_budget_sar: null,
  days: null,
  ...more,
});
const none = { audience: false, places: false, budget: false };

describe("a model's reading of a description", () => {
  it("adds what the tables did not find", () => {
    const description = "نبيع لأهل الرياض عبايات للأمهات، لكل نهار ثلاثمئة، عشر ليالٍ";
    const reading = aReading({ gender: "female", cities: ["الرياض"], daily_budget_sar: 300, days: 10 });
    expect(mergeReadings(description, reading)).toEqual({
      described: {
        gender: "female",
        isGift: false,
        cities: ["riyadh"],
        dailyBudgetHalalas: 30_000,
        days: 10,
      },
      byModel: { audience: true, places: true, budget: true },
    });
  });

  it("changes nothing that the tables found", () => {
    const description = "عباية للنساء في جدة، 200 ريال يوميًا لمدة 5 أيام";
    const reading = aReading({ gender: "male", cities: ["Riyadh"], daily_budget_sar: 9_000, days: 90 });
    expect(mergeReadings(description, reading)).toEqual({
      described: mergeReadings(description, null).described,
      byModel: none,
    });
  });

  it("chooses among the cities that stand in the description, and adds none", () => {
    expect(mergeReadings("عجوة المدينة لأهل جدة", aReading({ cities: ["Jeddah", "Riyadh"] }))).toMatchObject({
      described: { cities: ["jeddah"] },
    });
    expect(mergeReadings("عباية", aReading({ cities: ["Riyadh"] })).described.cities).toEqual([]);
  });

  it.each([
    { daily_budget_sar: 999_999_999 },
    { daily_budget_sar: 0 },
    { daily_budget_sar: 12.5 },
    { days: -3 },
    { days: 4_000 },
    { days: 0.5 },
  ])("is left out where it cannot be: %j", (more) => {
    expect(mergeReadings("عباية", aReading(more))).toEqual({
      described: mergeReadings("عباية", null).described,
      byModel: none,
    });
  });

  it("leaves the audience of a gift open", () => {
    const { described } = mergeReadings("شيء تهديه لأمك", aReading({ gender: "female", is_gift: true }));
    expect(described).toMatchObject({ gender: "all", isGift: true });
  });
});
