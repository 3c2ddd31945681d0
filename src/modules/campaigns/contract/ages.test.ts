import { describe, expect, it } from "vitest";
import { computeAgeSpan, joinAgeRanges } from "./ages.ts";
import type { AgeRange } from "./enums.ts";

const snapchat = { min: 13, maxOpenFrom: 55 };

describe("ages for a platform that takes one range", () => {
  it.each<[AgeRange[], AgeRange[], unknown]>([
    [["18-24"], [], { min: 18, max: 24 }],
    [["25-34", "35-44", "45-54"], [], { min: 25, max: 54 }],
    [["35+"], [], { min: 35, max: null }],
    [["13-49"], ["18-24"], "ages_broken"],
    [["13-35"], ["25-34"], "ages_broken"],
    [["18-24", "25-34", "35-44"], ["35-44"], { min: 18, max: 34 }],
    [["18-24", "35-44"], [], "ages_broken"],
    [["18-24"], ["18-24"], "ages_empty"],
    [["55-64"], [], "ages_not_apart"],
    [["65+"], [], "ages_not_apart"],
    [["55-64", "65+"], [], { min: 55, max: null }],
  ])("%j without %j is %j", (included, excluded, expected) => {
    expect(computeAgeSpan(included, excluded, snapchat)).toEqual(expected);
  });
});

describe("ages for a platform whose steps lie inside each other", () => {
  const buckets = {
    min: 13,
    maxOpenFrom: 54,
    steps: [
      { from: 13, to: 24 },
      { from: 13, to: 49 },
      { from: 25, to: 49 },
      { from: 35, to: null },
      { from: 50, to: null },
    ],
  };
  it.each<[AgeRange[], unknown]>([
    [["13-49"], { min: 13, max: 49 }],
    [["35+"], { min: 35, max: null }],
    [["25-34"], "ages_not_in_steps"],
    [["18-24"], "ages_not_in_steps"],
  ])("%j is %j", (included, expected) => {
    expect(computeAgeSpan(included, [], buckets)).toEqual(expected);
  });
});

describe("ages for a platform that takes whole steps only", () => {
  const google = {
    min: 18,
    maxOpenFrom: 64,
    steps: [
      { from: 18, to: 24 },
      { from: 25, to: 34 },
      { from: 35, to: 44 },
      { from: 45, to: 54 },
      { from: 55, to: 64 },
      { from: 65, to: null },
    ],
  };
  it.each<[AgeRange[], AgeRange[], unknown]>([
    [["18-24", "25-34"], [], { min: 18, max: 34 }],
    [["55-64"], [], { min: 55, max: 64 }],
    [["35+"], ["65+"], { min: 35, max: 64 }],
    [["65+"], [], { min: 65, max: null }],
    [["13-35"], [], "ages_not_in_steps"],
    [["13-49"], [], "ages_not_in_steps"],
  ])("%j without %j is %j", (included, excluded, expected) => {
    expect(computeAgeSpan(included, excluded, google)).toEqual(expected);
  });
});

describe("age ranges as spans", () => {
  it.each<[AgeRange[], AgeRange[], unknown]>([
    [["18-24", "25-34", "35-44", "45-54", "55-64", "65+"], [], [{ min: 18, max: null }]],
    [
      ["35-44", "18-24"],
      [],
      [
        { min: 18, max: 24 },
        { min: 35, max: 44 },
      ],
    ],
    [["13-49"], ["35+"], [{ min: 13, max: 34 }]],
    [[], [], []],
  ])("%j without %j are %j", (included, excluded, spans) => {
    expect(joinAgeRanges(included, excluded)).toEqual(spans);
  });
});
