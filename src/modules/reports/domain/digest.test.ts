import { describe, expect, it } from "vitest";
import { type CampaignSums, makeDigest } from "./digest.ts";

const sums = (campaignId: string, spent: number, earned: number, orders: number): CampaignSums => ({
  campaignId,
  spent,
  earned,
  orders,
});

describe("a digest", () => {
  it("adds up what was earned, and counts as wasted what campaigns without an order cost", () => {
    const digest = makeDigest([
      sums("a", 10_000, 40_000, 4),
      sums("b", 7_500, 0, 0),
      sums("c", 2_500, 1_000, 1),
    ]);
    expect(digest).toMatchObject({ earned: 41_000, spent: 20_000, wasted: 7_500, orders: 5 });
  });

  it.each([
    ["says that nothing happened", [], { kind: "no_figures" }],
    [
      "stops the costliest campaign without an order, from 20 riyals on",
      [sums("a", 2_000, 0, 0), sums("b", 9_000, 0, 0), sums("c", 5_000, 90_000, 9)],
      { kind: "stop_waste", campaignId: "b", spent: 9_000 },
    ],
    [
      "leaves a campaign alone that spent less than 20 riyals, and looks at those that lose",
      [sums("a", 1_999, 0, 0), sums("b", 9_000, 4_000, 1)],
      { kind: "mend_loss", campaignId: "b", spent: 9_000, earned: 4_000 },
    ],
    [
      "raises what earns most for each riyal, from three orders on",
      [sums("a", 1_000, 9_000, 2), sums("b", 1_000, 3_000, 3), sums("c", 1_000, 4_555, 3)],
      { kind: "raise_best", campaignId: "c", roas: 4.56 },
    ],
    ["waits where nothing can be said yet", [sums("a", 1_000, 9_000, 2)], { kind: "wait_for_orders" }],
    [
      "says the same for equal campaigns",
      [sums("b", 5_000, 0, 0), sums("a", 5_000, 0, 0)],
      { kind: "stop_waste", campaignId: "a", spent: 5_000 },
    ],
  ])("%s", (_name, campaigns, advice) => {
    expect(makeDigest(campaigns).advice).toEqual(advice);
  });
});
