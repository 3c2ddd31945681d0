import type { Random } from "../base/random.ts";
import type { Audience, GeoRadius } from "./ports.ts";

/** People of the Kingdom by city, age and gender (rounded from the 2022 census); in thousands. */
interface City {
  name: string;
  latitude: number;
  longitude: number;
  thousands: number;
  /** The radius of the built-up area. */
  radiusKm: number;
}

export const cities: City[] = [
  { name: "الرياض", latitude: 24.71, longitude: 46.68, thousands: 7_000, radiusKm: 30 },
  { name: "جدة", latitude: 21.49, longitude: 39.19, thousands: 3_750, radiusKm: 25 },
  { name: "مكة المكرمة", latitude: 21.39, longitude: 39.86, thousands: 2_390, radiusKm: 15 },
  { name: "المدينة المنورة", latitude: 24.52, longitude: 39.57, thousands: 1_480, radiusKm: 15 },
  { name: "الدمام", latitude: 26.42, longitude: 50.09, thousands: 1_530, radiusKm: 15 },
  { name: "الخبر", latitude: 26.28, longitude: 50.21, thousands: 660, radiusKm: 10 },
  { name: "الهفوف", latitude: 25.38, longitude: 49.59, thousands: 1_100, radiusKm: 15 },
  { name: "الطائف", latitude: 21.27, longitude: 40.42, thousands: 910, radiusKm: 14 },
  { name: "بريدة", latitude: 26.33, longitude: 43.97, thousands: 820, radiusKm: 14 },
  { name: "تبوك", latitude: 28.38, longitude: 36.57, thousands: 710, radiusKm: 12 },
  { name: "خميس مشيط", latitude: 18.3, longitude: 42.73, thousands: 690, radiusKm: 12 },
  { name: "أبها", latitude: 18.22, longitude: 42.5, thousands: 420, radiusKm: 12 },
  { name: "حائل", latitude: 27.52, longitude: 41.69, thousands: 500, radiusKm: 12 },
  { name: "جازان", latitude: 16.89, longitude: 42.56, thousands: 790, radiusKm: 20 },
  { name: "نجران", latitude: 17.49, longitude: 44.13, thousands: 430, radiusKm: 12 },
  { name: "الجبيل", latitude: 27.0, longitude: 49.66, thousands: 480, radiusKm: 12 },
  { name: "ينبع", latitude: 24.09, longitude: 38.06, thousands: 340, radiusKm: 10 },
  { name: "عرعر", latitude: 30.98, longitude: 41.02, thousands: 300, radiusKm: 10 },
  { name: "سكاكا", latitude: 29.97, longitude: 40.2, thousands: 390, radiusKm: 12 },
  { name: "الباحة", latitude: 20.01, longitude: 41.47, thousands: 300, radiusKm: 15 },
  { name: "الخرج", latitude: 24.15, longitude: 47.31, thousands: 500, radiusKm: 14 },
  { name: "حفر الباطن", latitude: 28.43, longitude: 45.97, thousands: 470, radiusKm: 12 },
];

/** Neighbouring countries an ad may also be shown in, in thousands of people. */
const neighbours: Record<string, number> = {
  AE: 9_500,
  KW: 4_500,
  QA: 2_900,
  BH: 1_550,
  OM: 4_700,
  EG: 60_000,
  JO: 9_000,
};

/**
 * The share of people in an age band, and how many in a hundred are men; foreign workers make middle ages more male.
 */
const bands = [
  { from: 13, to: 17, part: 0.075, men: 51 },
  { from: 18, to: 24, part: 0.11, men: 54 },
  { from: 25, to: 34, part: 0.21, men: 63 },
  { from: 35, to: 44, part: 0.2, men: 67 },
  { from: 45, to: 54, part: 0.1, men: 66 },
  { from: 55, to: 99, part: 0.085, men: 56 },
] as const;

/** The share of an age band that uses a platform in a month. */
const presence: Record<string, readonly number[]> = {
  snapchat: [0.93, 0.95, 0.82, 0.58, 0.36, 0.18],
  tiktok: [0.9, 0.92, 0.8, 0.6, 0.42, 0.25],
  meta: [0.55, 0.74, 0.8, 0.76, 0.66, 0.5],
  x: [0.4, 0.6, 0.62, 0.52, 0.4, 0.28],
  google: [0.95, 0.97, 0.97, 0.95, 0.9, 0.75],
};
const defaultPresence = [0.6, 0.7, 0.7, 0.6, 0.5, 0.3] as const;

export interface Person {
  gender: "male" | "female";
  age: number;
  city: string;
}

/** The size of an audience on a platform. 0 = empty. */
export function audienceSize(platform: string, audience: Audience): number {
  return (
    places(audience).reduce((sum, place) => sum + place.people, 0) * bandWeights(platform, audience).total
  );
}

/** A random person of the audience. */
export function pickPerson(platform: string, audience: Audience, random: Random): Person {
  const choices = places(audience).map((place) => [place.name, place.people] as const);
  const { cells } = bandWeights(platform, audience);
  if (choices.length === 0 || cells.length === 0) throw new Error("the audience holds nobody");
  const cell = random.weighted(cells.map((one) => [one, one.weight] as const));
  return {
    gender: cell.gender,
    age: random.whole(cell.from, Math.min(cell.to, 70)),
    city: random.weighted(choices),
  };
}

/** The share of women, 0 to 1. */
export function computeWomenShare(platform: string, audience: Audience): number {
  const { cells, total } = bandWeights(platform, audience);
  const women = cells.filter((cell) => cell.gender === "female").reduce((sum, cell) => sum + cell.weight, 0);
  return total === 0 ? 0 : women / total;
}

function bandWeights(platform: string, { ages, genders }: Audience) {
  const shares = presence[platform] ?? defaultPresence;
  const cells = bands.flatMap((band, index) => {
    const from = Math.max(band.from, ages.from);
    const to = Math.min(band.to, ages.to ?? 99);
    if (to < from) return [];
    const overlap = (to - from + 1) / (band.to - band.from + 1);
    const weight = band.part * overlap * (shares[index] ?? 0.5);
    const men = band.men / 100;
    return [
      { gender: "male" as const, from, to, weight: weight * men },
      { gender: "female" as const, from, to, weight: weight * (1 - men) },
    ].filter((cell) => genders.length === 0 || genders.includes(cell.gender));
  });
  return { cells, total: cells.reduce((sum, cell) => sum + cell.weight, 0) };
}

function places({ countries, geoRadii, excludedRadii = [] }: Audience): { name: string; people: number }[] {
  const reached = (city: City) => {
    const included = geoRadii.length > 0 ? covered(city, geoRadii) : 1;
    return Math.max(0, included - covered(city, excludedRadii));
  };
  const hasCities = geoRadii.length > 0 || countries.includes("SA");
  const inside = (hasCities ? cities : [])
    .map((city) => ({ name: city.name, people: city.thousands * 1000 * reached(city) }))
    .filter(({ people }) => people > 0);
  if (geoRadii.length > 0) return inside;
  const outside = countries.flatMap((code) => {
    const thousands = neighbours[code];
    return thousands ? [{ name: code, people: thousands * 1000 }] : [];
  });
  return [...inside, ...outside];
}

/** The share of a city inside the geo radii, by distance and area; several radii add up to the whole at most. */
function covered(city: City, geoRadii: GeoRadius[]): number {
  const part = geoRadii.reduce((sum, geoRadius) => {
    const distance = kilometresBetween(city, geoRadius);
    if (distance >= city.radiusKm + geoRadius.radiusKm) return sum;
    const area = Math.min(1, (geoRadius.radiusKm / city.radiusKm) ** 2);
    const reach = Math.min(
      1,
      (city.radiusKm + geoRadius.radiusKm - distance) / (2 * Math.min(city.radiusKm, geoRadius.radiusKm)),
    );
    return sum + area * reach;
  }, 0);
  return Math.min(1, part);
}

function kilometresBetween(
  one: { latitude: number; longitude: number },
  other: { latitude: number; longitude: number },
) {
  const radians = Math.PI / 180;
  const north = (one.latitude - other.latitude) * radians;
  const east =
    (one.longitude - other.longitude) * radians * Math.cos(((one.latitude + other.latitude) / 2) * radians);
  return 6_371 * Math.hypot(north, east);
}
