import { describe, expect, it } from "vitest";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { newPlan } from "../contract/shapes.ts";
import { adGroupBody } from "../testing/payloads.ts";
import { addAdGroup, choosePlatforms, setAd, setAdGroup, setCampaign, setOwn } from "./edit-draft.ts";
import { emptyDraft } from "./empty-draft.ts";
import { type BodyContext, toPlanBody } from "./plan-body.ts";
import type { PlanDraft } from "./plan-draft.ts";

const context: BodyContext = { nameOn: (name, platform) => `${name} · ${platform}`, currencies: {} };

function aDraft(...chosen: Platform[]): PlanDraft {
  const named = setCampaign(choosePlatforms(emptyDraft(), chosen), null, {
    name: "Ajwa",
    landing_url: "https://nakhla.example/ajwa",
    daily_budget_halalas: 500_00,
  });
  return setAd(named, null, "ad-1", { headline: "عجوة المدينة", media_id: "med_1" });
}
const on = (draft: PlanDraft, platform: Platform) =>
  toPlanBody(draft, context).campaigns.find((one) => one.platform === platform);

describe("the campaigns of a plan", () => {
  it("are one for each platform, named apart, and their budgets add up to the plan's", () => {
    const body = toPlanBody(aDraft("snapchat", "meta", "tiktok", "x", "google"), context);
    expect(body.campaigns.map(({ name }) => name)).toEqual(
      ["meta", "snapchat", "tiktok", "x", "google"].map((platform) => `Ajwa · ${platform}`),
    );
    expect(body.campaigns.reduce((sum, one) => sum + one.daily_budget_halalas, 0)).toBe(500_00);
    expect(newPlan.parse(body)).toEqual(body);
  });

  it("keep the plan's name where there is one alone, and a name of their own where one was given", () => {
    expect(on(aDraft("meta"), "meta")?.name).toBe("Ajwa");
    expect(on(setCampaign(aDraft("meta", "x"), "x", { name: "إكس فقط" }), "x")?.name).toBe("إكس فقط");
  });

  it("take from the shared part what their platform has a place for", () => {
    const draft = setAdGroup(aDraft("google", "snapchat"), null, "group-1", { keywords: ["تمور"] });
    expect(on(draft, "google")?.ad_groups[0]).toMatchObject({
      keywords: ["تمور"],
      optimized_targeting: false,
    });
    expect(on(draft, "google")?.ad_groups[0]?.ads[0]?.media_id).toBeNull();
    expect(on(draft, "snapchat")?.ad_groups[0]).toMatchObject({ keywords: [], optimized_targeting: true });
  });

  it("never widen where an ad is seen: places stay on a platform without radius, for the checks to refuse", () => {
    const { locations } = adGroupBody();
    const draft = setAdGroup(aDraft("tiktok"), null, "group-1", { locations });
    expect(on(draft, "tiktok")?.ad_groups[0]?.locations).toEqual(locations);
  });

  it("name ad groups and ads that were left without a name", () => {
    const draft = addAdGroup(aDraft("meta"), () => `key-${Math.random().toString(36).slice(2)}`);
    const groups = on(draft, "meta")?.ad_groups ?? [];
    expect(groups.map(({ name }) => name)).toEqual(["Ajwa 1", "Ajwa 2"]);
    expect(groups[0]?.ads[0]).toMatchObject({
      name: "عجوة المدينة",
      target_url: "https://nakhla.example/ajwa",
    });
  });

  it("have their own account, placement and bidding", () => {
    const draft = setOwn(aDraft("google"), "google", {
      ad_account_id: "acc_google",
      placements: ["youtube"],
    });
    expect(on(draft, "google")).toMatchObject({ ad_account_id: "acc_google", placements: ["youtube"] });
  });
});
