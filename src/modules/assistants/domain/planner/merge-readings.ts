import { halalas } from "#base/shared/money.ts";
import { type DescribedChoices, readDescription } from "./read-description.ts";

/** What a model understood of a description, with the cities' names as it wrote them; null or empty where nothing is said. */
export type ModelReading = {
  gender: "all" | "male" | "female";
  is_gift: boolean;
  cities: string[];
  daily_budget_sar: number | null;
  days: number | null;
};

/** The choices that a model's reading added to those of the tables. */
export type ReadByModel = { audience: boolean; places: boolean; budget: boolean };

/** A model that reads another amount or length has misread it. */
const riyalsMin = 10;
const riyalsMax = 100_000;
const daysMax = 366;

/**
 * The tables' reading, and the model's only where the tables found nothing. A city counts where it stands in the description
 * itself: a model chooses among them, and adds none.
 */
export function mergeReadings(
  description: string,
  reading: ModelReading | null,
): { described: DescribedChoices; byModel: ReadByModel } {
  const read = readDescription(description);
  const none = { audience: false, places: false, budget: false };
  if (!reading) return { described: read, byModel: none };
  const byModel = { ...none };
  const described = { ...read };
  if (read.gender === "all" && !read.isGift && reading.gender !== "all") {
    described.gender = reading.is_gift ? "all" : reading.gender;
    described.isGift = reading.is_gift;
    byModel.audience = true;
  }
  const cities = read.cities.length > 0 ? [] : findNamed(description, reading.cities);
  if (cities.length > 0) {
    described.cities = cities;
    byModel.places = true;
  }
  const { days, daily_budget_sar: riyals } = reading;
  if (read.days === null && days !== null && Number.isInteger(days) && days >= 1 && days <= daysMax) {
    described.days = days;
    byModel.budget = true;
  }
  if (
    read.dailyBudgetHalalas === null &&
    riyals !== null &&
    Number.isInteger(riyals) &&
    riyals >= riyalsMin &&
    riyals <= riyalsMax
  ) {
    described.dailyBudgetHalalas = halalas(riyals * 100);
    byModel.budget = true;
  }
  return { described, byModel };
}

function findNamed(description: string, names: readonly string[]): string[] {
  const mentioned = readDescription(description, { hasCitiesAnywhere: true }).cities;
  const chosen = names.flatMap((name) => readDescription(name, { hasCitiesAnywhere: true }).cities);
  return mentioned.filter((key) => chosen.includes(key));
}
