import { describe, expect, it } from "vitest";
import { planOfRuns } from "#modules/ad-accounts/contract/hour-plan.ts";
import type { PlanDetails } from "../contract/plans.calls.ts";
import type { AdGroupRow, AdRow, CampaignDetails } from "../contract/shapes.ts";
import { adBody, adGroupBody, campaignBody } from "../testing/payloads.ts";
import { draftFromPlan } from "./draft-from-plan.ts";
import { listPlatforms } from "./plan-draft.ts";
import { getPart, toPlatformDraft } from "./read-draft.ts";

/** Only what a new draft is made of; the rest of a row is about the platform. */
const anAd = (input: Partial<AdRow> = {}) => ({ ...adBody(), status: "active", ...input }) as AdRow;
const aGroup = (ads: AdRow[], input: Partial<AdGroupRow> = {}) =>
  ({ ...adGroupBody(), status: "active", ads, ...input }) as AdGroupRow;
const aCampaign = (input: Partial<CampaignDetails>) =>
  ({ ...campaignBody(), status: "active", ad_groups: [aGroup([anAd()])], ...input }) as CampaignDetails;
const aPlan = (...campaigns: CampaignDetails[]): PlanDetails => ({
  id: "pln_1",
  name: "تمور",
  objective: "sales",
  created_at: "2026-11-01T00:00:00.000Z",
  campaigns,
  proposal: null,
  last_move: null,
});

describe("a plan that begins as another one", () => {
  it("has its platforms, accounts and budget, and waits for a name and a schedule", () => {
    const draft = draftFromPlan(
      aPlan(
        aCampaign({ daily_budget_halalas: 150_00, starts_at: "2026-11-01T00:00:00Z" }),
        aCampaign({ platform: "tiktok", ad_account_id: "acc_tiktok", daily_budget_halalas: 50_00 }),
      ),
    );
    expect(listPlatforms(draft)).toEqual(["snapchat", "tiktok"]);
    expect(draft.campaign).toMatchObject({ name: "", starts_at: null, daily_budget_halalas: 200_00 });
    expect(getPart(draft, "snapchat").own).toMatchObject({ ad_account_id: "acc_1", budget_share: 7_500 });
    expect(getPart(draft, "tiktok").own).toMatchObject({ ad_account_id: "acc_tiktok", budget_share: 2_500 });
  });

  it("has the public profiles of its ads under their platforms alone", () => {
    const draft = draftFromPlan(
      aPlan(
        aCampaign({ ad_groups: [aGroup([anAd({ profile_id: "prf_snap" })])] }),
        aCampaign({ platform: "tiktok", ad_groups: [aGroup([anAd()])] }),
      ),
    );
    const profile = (platform: "snapchat" | "tiktok") =>
      toPlatformDraft(draft, platform).ad_groups[0]?.ads[0]?.profile_id;
    expect([profile("snapchat"), profile("tiktok")]).toEqual(["prf_snap", null]);
    expect(draft.ad_groups[0]?.ads[0]?.profile_id).toBeNull();
  });

  it("shows on each platform what that platform's campaign has", () => {
    const draft = draftFromPlan(
      aPlan(
        aCampaign({ ad_groups: [aGroup([anAd({ headline: "سناب" }), anAd({ headline: "ثانٍ" })])] }),
        aCampaign({
          platform: "tiktok",
          ad_groups: [aGroup([anAd({ headline: "تيك توك" })], { locations: [], gender: "all" })],
        }),
      ),
    );
    const headlines = (platform: "snapchat" | "tiktok") =>
      toPlatformDraft(draft, platform).ad_groups[0]?.ads.map(({ headline }) => headline);
    expect(headlines("snapchat")).toEqual(["سناب", "ثانٍ"]);
    expect(headlines("tiktok")).toEqual(["تيك توك", "ثانٍ"]);
    expect(toPlatformDraft(draft, "tiktok").ad_groups[0]).toMatchObject({ locations: [], gender: "all" });
    expect(toPlatformDraft(draft, "snapchat").ad_groups[0]).toMatchObject({ gender: "female" });
  });

  it("keeps the hours of each platform", () => {
    const evening = planOfRuns([{ weekday: 4, from: 20, hours: 4 }]);
    const tiktok = aCampaign({ platform: "tiktok", hours: evening });
    const draft = draftFromPlan(aPlan(aCampaign({ hours: null }), tiktok));
    expect(toPlatformDraft(draft, "snapchat").campaign.hours).toBeNull();
    expect(toPlatformDraft(draft, "tiktok").campaign.hours).toBe(evening);
  });

  it("leaves out what was archived there", () => {
    const old = anAd({ status: "archived", headline: "قديم" });
    const draft = draftFromPlan(
      aPlan(aCampaign({ ad_groups: [aGroup([old, anAd()]), aGroup([anAd()], { status: "archived" })] })),
    );
    expect(draft.ad_groups.map(({ ads }) => ads.map(({ headline }) => headline))).toEqual([["عجوة المدينة"]]);
  });

  it("without campaigns is an empty one", () => {
    expect(listPlatforms(draftFromPlan(aPlan()))).toEqual([]);
  });
});
