import { expect, it } from "vitest";
import { toDeltas } from "./to-deltas.ts";

it("says what was added, and nothing of what did not grow", () => {
  const before = [{ headline: "عبا", body: "" }];
  const after = [
    { headline: "عباية", body: "من" },
    { headline: "", body: "" },
  ];
  expect(toDeltas(before, after)).toEqual([
    { number: 1, field: "headline", text: "ية" },
    { number: 1, field: "body", text: "من" },
  ]);
  expect(toDeltas(after, after)).toEqual([]);
});
