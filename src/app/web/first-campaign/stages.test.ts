import { describe, expect, it } from "vitest";
import { computeStages } from "./stages.ts";

type StageInput = Parameters<typeof computeStages>[0];
type Outcome = "pending" | "approved" | "rejected" | null;

const running = (outcomes: Outcome[], change: Partial<StageInput> = {}): StageInput => ({
  status: "active",
  sync: "synced",
  observed_status: "active",
  ad_groups: [{ ads: outcomes.map((outcome) => ({ status: "active", review: { outcome } })) }],
  ...change,
});
const states = (campaign: StageInput, impressions: number | null = null) =>
  computeStages(campaign, impressions)
    .map((stage) => stage.state)
    .join(" ");

describe("after the merchant's part", () => {
  it("a campaign nobody started waits for its start", () =>
    expect(states(running([null], { status: "created", sync: "local", observed_status: null }))).toBe(
      "bad later later later",
    ));
  it("a campaign being sent to the platform is not under review yet", () =>
    expect(states(running([null], { sync: "pending", observed_status: null }))).toBe("done now later later"));
  it("our own state alone does not make it arrive on the platform", () =>
    expect(states(running([null], { observed_status: null }))).toBe("done now later later"));
  it("what the platform refused needs the merchant", () =>
    expect(states(running([null], { sync: "failed" }))).toBe("done bad later later"));
  it("a withdrawn permission waits to be reconnected and is no refusal of the platform", () => {
    const sentNothing = running([null], { sync: "disconnected", observed_status: null });
    expect(states(sentNothing)).toBe("done disconnected later later");
    expect(states(running(["approved"], { sync: "disconnected" }), 12)).toBe("done disconnected done done");
  });
  it("after it arrived, it waits for the review", () =>
    expect(states(running(["pending"]))).toBe("done done now later"));
  it("one approved ad is enough to be shown soon", () =>
    expect(states(running(["rejected", "approved"]))).toBe("done done done now"));
  it("with every ad refused nobody will see it", () =>
    expect(states(running(["rejected", "rejected"]))).toBe("done done bad later"));
  it("no data and no impressions both count as not shown", () => {
    expect(states(running(["approved"]), null)).toBe("done done done now");
    expect(states(running(["approved"]), 0)).toBe("done done done now");
  });
  it("once shoppers saw it, it counts as reviewed, whatever its reported review is", () =>
    expect(states(running([null]), 12)).toBe("done done done done"));
});
