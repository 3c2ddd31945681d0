import { describe, expect, it } from "vitest";
import type { AdGroupRow, AdRow } from "#modules/campaigns/contract/shapes.ts";
import { aWholeCampaign } from "../testing/builders.ts";
import { findWaiting } from "./find-waiting.ts";

const [group] = aWholeCampaign().ad_groups;
if (!group) throw new Error("a whole campaign has a group");
const ad = (change: Partial<AdRow>): AdRow => ({ ...(group.ads[0] as AdRow), ...change });
const inCampaign = (change: Partial<AdGroupRow>, status: "active" | "paused" = "active") =>
  findWaiting({ status, ad_groups: [{ ...group, status: "active", ...change }] });

describe("what was added to a running campaign", () => {
  it("is an ad that was never started, in a group that runs", () => {
    const ads = [ad({ id: "ad_1", status: "active" }), ad({ id: "ad_2", name: "جديد", status: "created" })];
    expect(inCampaign({ ads })).toEqual([{ child: "ad", id: "ad_2", name: "جديد", waitsFor: null }]);
  });

  it("is a group with its ads as one, which waits for its first ad", () => {
    const added = { id: "adg_9", name: "جدة", status: "created" } as const;
    const row = { child: "ad_group", id: "adg_9", name: "جدة" };
    expect(inCampaign({ ...added, ads: [] })).toEqual([{ ...row, waitsFor: "first_ad" }]);
    expect(inCampaign({ ...added, ads: [ad({ status: "created" })] })).toEqual([{ ...row, waitsFor: null }]);
  });

  it("waits when its group is paused", () => {
    const ads = [ad({ id: "ad_2", status: "created" })];
    expect(inCampaign({ status: "paused", ads })).toMatchObject([{ id: "ad_2", waitsFor: "group_paused" }]);
  });

  it("is nothing in a campaign that does not run, or where all runs", () => {
    expect(inCampaign({ ads: [ad({ status: "created" })] }, "paused")).toEqual([]);
    expect(inCampaign({ ads: [ad({ status: "active" })] })).toEqual([]);
  });
});
