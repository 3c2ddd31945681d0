import { describe, expect, it } from "vitest";
import { decideReturn, type ReturnFacts } from "./period-return.ts";

const facts = (changes: Partial<ReturnFacts> = {}): ReturnFacts => ({
  period: { id: "per_1", ends_at: new Date("2027-01-31T09:00:00Z"), due_halalas: 24_900 },
  before: 0,
  after: 24_900,
  now: new Date("2027-01-10T09:00:00Z"),
  currentPeriodId: "per_1",
  isAlive: true,
  previousRuns: false,
  ...changes,
});

describe("money that goes back of a period", () => {
  it.each<[string, Partial<ReturnFacts>, string]>([
    ["all of it", {}, "end"],
    ["the rest of it", { before: 24_899 }, "end"],
    ["a part of it", { after: 24_899 }, "none"],
    ["all of it, reported again", { before: 24_900 }, "none"],
    ["all of it, when its time is over", { now: new Date("2027-01-31T09:00:00Z") }, "none"],
    ["all of it, when another took its place", { currentPeriodId: "per_2" }, "none"],
    ["all of it, when the subscription has ended", { isAlive: false }, "none"],
    ["all of an upgrade while the plan before still runs", { previousRuns: true }, "go_back"],
    ["nothing more, after all of it", { before: 24_900, after: 0 }, "come_back"],
    [
      "nothing more, when its time is over",
      { before: 24_900, after: 0, now: new Date("2027-02-01T09:00:00Z") },
      "none",
    ],
    [
      "nothing of a period that cost nothing",
      { period: { id: "per_1", ends_at: new Date("2027-01-31T09:00:00Z"), due_halalas: 0 }, after: 0 },
      "none",
    ],
  ])("%s", (_name, changes, effect) => {
    expect(decideReturn(facts(changes))).toBe(effect);
  });
});
