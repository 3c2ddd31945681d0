import type { Figures } from "../shared/deliveries.ts";
import { type Share, splitFigures } from "../shared/split-figures.ts";
import type { StoredObject } from "./registry.ts";
import type { Context } from "./router.ts";
import { findCriteria } from "./targeting.ts";

/** How a promoted post's deliveries fall on segments: by fixed shares within what its line item targets. */

type Group = { name: string; value: string; share: number; from?: number; to?: number };
/** The bounds of X's own age ranges in targeting. How reports write them is not documented. */
const AGES: readonly Group[] = [
  { name: "13-17", value: "AGE_13_TO_17", share: 6, from: 13, to: 17 },
  { name: "18-20", value: "AGE_18_TO_20", share: 11, from: 18, to: 20 },
  { name: "21-24", value: "AGE_21_TO_24", share: 19, from: 21, to: 24 },
  { name: "25-34", value: "AGE_25_TO_34", share: 36, from: 25, to: 34 },
  { name: "35-49", value: "AGE_35_TO_49", share: 20, from: 35, to: 49 },
  { name: "50-54", value: "AGE_50_TO_54", share: 5, from: 50, to: 54 },
  { name: "55+", value: "AGE_OVER_55", share: 3, from: 55, to: 120 },
];
const GENDERS: readonly Group[] = [
  { name: "Male", value: "1", share: 61 },
  { name: "Female", value: "2", share: 37 },
  { name: "Unknown", value: "0", share: 2 },
];
const SEGMENTS: Record<string, readonly Group[]> = { AGE: AGES, GENDER: GENDERS };

/** The sandbox has no areas of the United States, no devices and no tags. */
export const isSegmentServed = (type: string): boolean => Object.hasOwn(SEGMENTS, type);

export const listSegmentValues = (type: string): { segment_name: string; segment_value: string }[] =>
  (SEGMENTS[type] ?? []).map(({ name, value }) => ({ segment_name: name, segment_value: value }));

/** Each segment's part of what a promoted post delivered, by its value. */
export function splitBySegment(
  context: Pick<Context, "registry">,
  promoted: StoredObject,
  figures: Figures,
  type: string,
): Map<string, Figures> {
  const criteria = findCriteria(context, promoted.parent_id);
  const targeted = criteria.flatMap(({ wire }) =>
    wire.targeting_type === type ? [String(wire.targeting_value)] : [],
  );
  const shares = (SEGMENTS[type] ?? []).map((group): Share => {
    const isReached = type === "AGE" ? overlaps(group, targeted[0]) : isNamed(group, targeted);
    return [group.value, isReached ? group.share : 0];
  });
  return splitFigures(figures, shares);
}

const isNamed = ({ value }: Group, targeted: readonly string[]) =>
  targeted.length === 0 || targeted.includes(value);

function overlaps({ from = 0, to = 0 }: Group, targeted: string | undefined): boolean {
  const [, first, last] = /^AGE_(?:OVER_)?(\d+)(?:_TO_(\d+))?$/.exec(targeted ?? "") ?? [];
  return to >= Number(first ?? 0) && from <= Number(last ?? 120);
}
