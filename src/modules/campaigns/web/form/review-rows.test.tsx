import { describe, expect, it } from "vitest";
import { type ReviewSection, splitShared } from "./review-rows.tsx";

const toSection = (key: string, rows: Record<string, unknown>): ReviewSection => ({
  key,
  step: "goal",
  rows: Object.entries(rows).map(([row, raw]) => ({ key: row, name: row, value: "", raw })),
});
const toKeys = (sections: readonly ReviewSection[]) =>
  sections.map(({ key, rows }) => [key, rows.map((row) => row.key)]);

describe("the review of several platforms", () => {
  it("has once what all get alike, and for each what only it gets", () => {
    const meta = [
      toSection("goal", { name: "M", store: "S" }),
      toSection("ad 0 0", { headline: ["A", "B"], text: "T" }),
    ];
    const snapchat = [
      toSection("goal", { name: "N", store: "S" }),
      toSection("ad 0 0", { headline: ["A", "B"] }),
    ];
    const { shared, own } = splitShared([meta, snapchat]);
    expect(toKeys(shared)).toEqual([
      ["goal", ["store"]],
      ["ad 0 0", ["headline"]],
    ]);
    expect(own.map(toKeys)).toEqual([
      [
        ["goal", ["name"]],
        ["ad 0 0", ["text"]],
      ],
      [["goal", ["name"]]],
    ]);
  });

  it("shares no ad that one of them has not", () => {
    const { shared, own } = splitShared([
      [toSection("ad 0 0", { headline: "A" }), toSection("ad 0 1", { headline: "A" })],
      [toSection("ad 0 0", { headline: "A" })],
    ]);
    expect(toKeys(shared)).toEqual([["ad 0 0", ["headline"]]]);
    expect(own.map(toKeys)).toEqual([[["ad 0 1", ["headline"]]], []]);
  });

  it("of one platform is whole", () => {
    const alone = [toSection("goal", { name: "M" })];
    expect(splitShared([alone])).toEqual({ shared: [], own: [alone] });
  });
});
