import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  computeProgress,
  doneCount,
  findStepByPath,
  firstUnfinished,
  type SetupFacts,
  stepAfter,
  stepAfterSkipping,
  stepKeys,
  stepPaths,
} from "./steps.ts";

const nobodyYet: SetupFacts = {
  store: "none",
  adAccount: "none",
  hasCard: false,
  balanceHalalas: 0,
  hasDraft: false,
  hasStarted: false,
};
const connected: SetupFacts = { ...nobodyYet, store: "connected", adAccount: "connected" };

describe("the first unfinished step of a merchant", () => {
  test.each<[string, Partial<SetupFacts>, string | null]>([
    ["who has nothing is the store", {}, "store"],
    ["with a store is the platform", { store: "connected" }, "platform"],
    ["whose store was lost is the store again", { ...connected, store: "lost" }, "store"],
    ["whose ad account was lost is the platform again", { ...connected, adAccount: "lost" }, "platform"],
    ["with both connected is the money", connected, "money"],
    ["with a card and no money is the money", { ...connected, hasCard: true }, "money"],
    ["with money and no card is the money", { ...connected, balanceHalalas: 1 }, "money"],
    ["with card and money is the campaign", { ...connected, hasCard: true, balanceHalalas: 1 }, "campaign"],
    [
      "whose campaign waits to be started is the campaign",
      { ...connected, hasCard: true, balanceHalalas: 1, hasDraft: true },
      "campaign",
    ],
    ["who has started is none", { ...connected, hasStarted: true }, null],
    ["who has started and spent everything is none", { ...connected, hasCard: true, hasStarted: true }, null],
  ])("%s", (_, facts, expected) =>
    expect(firstUnfinished(computeProgress({ ...nobodyYet, ...facts }))).toBe(expected),
  );
});

describe("the campaign step", () => {
  it("waits while there is no store, or no ad account", () => {
    expect(computeProgress(nobodyYet).campaign).toBe("waits");
    expect(computeProgress({ ...nobodyYet, store: "connected" }).campaign).toBe("waits");
  });
  it("does not wait for money: a campaign may be written before it can be paid for", () =>
    expect(computeProgress(connected).campaign).toBe("open"));
  it("is partly done when a campaign was created and not started", () =>
    expect(computeProgress({ ...connected, hasDraft: true }).campaign).toBe("partly"));
});

describe("the next step", () => {
  it("skips steps that are done", () => {
    const progress = computeProgress({ ...connected, hasCard: true, balanceHalalas: 50_00 });
    expect(stepAfter(progress, "store")).toBe("campaign");
  });
  it("returns to a step that was put off", () => {
    const progress = computeProgress({ ...connected, store: "none", hasStarted: true });
    expect(stepAfter(progress, "campaign")).toBe("store");
  });
  it("after putting off is the very next step, and home from the last", () => {
    expect(stepAfterSkipping(computeProgress(connected), "platform")).toBe("money");
    expect(stepAfterSkipping(computeProgress(connected), "campaign")).toBeNull();
  });
  it("without a store is never home", () =>
    expect(stepAfterSkipping(computeProgress(nobodyYet), "campaign")).toBe("store"));
});

const connection = fc.constantFrom("connected" as const, "lost" as const, "none" as const);
const anyFacts: fc.Arbitrary<SetupFacts> = fc.record({
  store: connection,
  adAccount: connection,
  hasCard: fc.boolean(),
  balanceHalalas: fc.nat(1_000_000),
  hasDraft: fc.boolean(),
  hasStarted: fc.boolean(),
});

test("a merchant who does each step in turn always reaches the end", () => {
  const doing = {
    store: { store: "connected" },
    platform: { adAccount: "connected" },
    money: { hasCard: true, balanceHalalas: 100_00 },
    campaign: { hasStarted: true },
  } as const;
  fc.assert(
    fc.property(anyFacts, (start) => {
      let facts = start;
      for (let step = 0; step < stepKeys.length; step++) {
        const before = computeProgress(facts);
        const next = firstUnfinished(before);
        if (next === null) break;
        facts = { ...facts, ...doing[next] };
        expect(doneCount(computeProgress(facts))).toBeGreaterThan(doneCount(before));
      }
      expect(firstUnfinished(computeProgress(facts))).toBeNull();
    }),
  );
});

test("every step recognizes its own address, with a redirect's query in it", () => {
  for (const key of stepKeys) expect(findStepByPath(stepPaths[key])).toBe(key);
  expect(findStepByPath("/first-campaign/campaign-completed")).toBeNull();
});
