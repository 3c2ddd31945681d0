import { halalas } from "#base/shared/money.ts";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";

/**
 * What the shared part of a form over several platforms offers: a field that any of them has, every choice that any of
 * them takes, and of each length and count the strictest among those that have one. Only for showing fields; what is
 * written is checked against each platform's own limits.
 */
export function combineLimits(rows: readonly Capabilities[]): Capabilities | null {
  // Fields that name a platform name the first that takes files.
  const first = rows.find(({ media }) => media.length > 0) ?? rows[0];
  if (!first) return null;
  if (rows.length === 1) return first;
  return { ...first, ...combineAudience(rows), ...combineAd(rows), placements: null };
}

function combineAudience(rows: readonly Capabilities[]) {
  const withRadius = rows.filter(({ radiusMetres }) => radiusMetres !== null);
  const keywords = rows.flatMap(({ keywords: own }) => own ?? []);
  return {
    ages: { min: 0, maxOpenFrom: 120, steps: null },
    radiusMetres: strictest(withRadius.flatMap(({ radiusMetres }) => radiusMetres ?? [])),
    maxGeoRadii: smallest(withRadius.map(({ maxGeoRadii }) => maxGeoRadii)),
    supportsExcludedPlaces: rows.some(({ supportsExcludedPlaces }) => supportsExcludedPlaces),
    devices: union(rows.map(({ devices }) => devices)),
    keywords:
      keywords.length === 0
        ? null
        : {
            min: largest(keywords.map(({ min }) => min)),
            max: smallest(keywords.map(({ max }) => max)),
            length: smallest(keywords.map(({ length }) => length)),
          },
    supportsExcludedAges: rows.some(({ supportsExcludedAges }) => supportsExcludedAges),
    supportsOptimizedTargeting: rows.some(({ supportsOptimizedTargeting }) => supportsOptimizedTargeting),
    minimumDailyBudget: halalas(rows.reduce((sum, row) => sum + row.minimumDailyBudget, 0)),
  };
}

function combineAd(rows: readonly Capabilities[]) {
  const described = rows.flatMap(({ descriptions }) => descriptions ?? []);
  return {
    headlines: {
      min: largest(rows.map(({ headlines }) => headlines.min)),
      max: largest(rows.map(({ headlines }) => headlines.max)),
    },
    headlineMax: smallest(rows.map(({ headlineMax }) => headlineMax)),
    descriptions:
      described.length === 0
        ? null
        : {
            min: largest(described.map(({ min }) => min)),
            max: largest(described.map(({ max }) => max)),
            length: smallest(described.map(({ length }) => length)),
          },
    textMax: smallest(rows.map(({ textMax }) => textMax).filter((max) => max > 0)),
    brandMax: smallest(rows.map(({ brandMax }) => brandMax).filter((max) => max > 0)),
    callsToAction: union(rows.map(({ callsToAction }) => callsToAction)),
    media: rows
      .flatMap(({ media }) => media)
      .filter(({ kind }, at, all) => all.findIndex((one) => one.kind === kind) === at),
    automaticEnhancements: rows.some(({ automaticEnhancements }) => automaticEnhancements === true),
  };
}

function strictest(bounds: readonly { min: number; max: number }[]) {
  if (bounds.length === 0) return null;
  return { min: largest(bounds.map(({ min }) => min)), max: smallest(bounds.map(({ max }) => max)) };
}

const union = <Choice>(lists: readonly (readonly Choice[])[]): Choice[] => [...new Set(lists.flat())];
const smallest = (numbers: readonly number[]) => (numbers.length === 0 ? 0 : Math.min(...numbers));
const largest = (numbers: readonly number[]) => Math.max(0, ...numbers);
