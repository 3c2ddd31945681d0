import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Group, mergeGroups } from "./merge-groups.ts";

const group = (key: string, spend = 100): Group => ({ key, impressions: spend * 10, clicks: 1, spend });
const keys = (groups: readonly Group[]) => groups.map(({ key }) => key).sort();

describe("ages", () => {
  it("of platforms with other bounds are counted in the bands both can be counted in", () => {
    const meta = ["18-24", "25-34", "35-44", "45-54", "65+"].map((key) => group(key));
    const snapchat = ["13-17", "18-20", "21-24", "25-34", "35+"].map((key) => group(key));
    const merged = mergeGroups("age", [...meta, ...snapchat]);
    expect(keys(merged)).toEqual(["13-17", "18-24", "25-34", "35+"]);
    expect(merged.find(({ key }) => key === "18-24")?.spend).toBe(300);
    expect(merged.find(({ key }) => key === "35+")?.spend).toBe(400);
  });

  it("stay as they are where the bounds agree, and what is not known stays so", () => {
    const groups = ["18-24", "25-34", "65+", "unknown"].map((key) => group(key));
    expect(keys(mergeGroups("age", [...groups, ...groups]))).toEqual(keys(groups));
  });

  const ages = fc.tuple(fc.integer({ min: 13, max: 64 }), fc.integer({ min: 0, max: 30 }), fc.boolean());
  const anyGroup = fc
    .tuple(ages, fc.integer({ min: 0, max: 100_000 }))
    .map(([[from, years, isOpen], spend]) => group(isOpen ? `${from}+` : `${from}-${from + years}`, spend));

  it("keep every riyal, and no two bands share an age", () => {
    fc.assert(
      fc.property(fc.array(anyGroup), (groups) => {
        const merged = mergeGroups("age", groups);
        const sum = (all: readonly Group[]) => all.reduce((total, { spend }) => total + spend, 0);
        expect(sum(merged)).toBe(sum(groups));
        const bands = merged
          .map(({ key }) => /^(\d+)(?:-(\d+)|\+)$/.exec(key))
          .map((found) => ({ from: Number(found?.[1]), to: Number(found?.[2] ?? Number.POSITIVE_INFINITY) }))
          .sort((one, other) => one.from - other.from);
        for (const [index, band] of bands.entries())
          expect(band.from).toBeGreaterThan(bands[index - 1]?.to ?? 0);
      }),
    );
  });
});

it("places of one region are one, whatever each platform calls it; other places keep their names", () => {
  const merged = mergeGroups("place", [group("Makkah Province"), group("Mecca Region"), group("Dubai")]);
  expect(merged).toEqual([{ key: "makkah", impressions: 2_000, clicks: 2, spend: 200 }, group("Dubai")]);
});
