import fc from "fast-check";
import { expect, it } from "vitest";
import { statuses } from "../contract/enums.ts";
import { computePollGapSeconds } from "./next-poll.ts";
import { isClosed } from "./status.ts";

const gaps = (status: "active" | "paused", isUnderReview: boolean) =>
  [1, 2, 3, 8, 12].map((pollCount) => computePollGapSeconds({ status, pollCount, isUnderReview }));

it("a campaign is polled ever later during the review, then within every quarter of an hour while it runs", () => {
  expect(gaps("active", true)).toEqual([10, 20, 40, 780, 780]);
  expect(gaps("active", false)).toEqual([780, 780, 780, 780, 780]);
});

it("a paused one every hour at most", () => {
  expect(gaps("paused", true)).toEqual([10, 20, 40, 1_280, 3_600]);
  expect(gaps("paused", false)).toEqual([3_600, 3_600, 3_600, 3_600, 3_600]);
});

it("one that has ended is not polled, and any other within the hour", () => {
  const facts = fc.record({
    status: fc.constantFrom(...statuses),
    pollCount: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    isUnderReview: fc.boolean(),
  });
  fc.assert(
    fc.property(facts, (facts) => {
      const seconds = computePollGapSeconds(facts);
      if (isClosed(facts.status)) expect(seconds).toBeNull();
      else expect(seconds !== null && seconds >= 10 && seconds <= 3_600).toBe(true);
    }),
  );
});
