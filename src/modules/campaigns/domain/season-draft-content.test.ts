import { describe, expect, it } from "vitest";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { draftContent } from "../contract/draft-content.ts";
import { earlierCampaign } from "../testing/earlier-campaign.ts";
import { computeBudgets } from "./plan-body.ts";
import { listPlatforms } from "./plan-draft.ts";
import { getPart, toPlatformDraft } from "./read-draft.ts";
import { toSeasonDraft } from "./season-draft-content.ts";

const options = {
  name: "رمضان 1448",
  season: { startsOn: "2027-02-08" as RiyadhDay, endsOn: "2027-03-08" as RiyadhDay },
};
const snapchat = earlierCampaign("snapchat", 100);
const draft = toSeasonDraft([snapchat, earlierCampaign("meta", 50)], options);

describe("a season's draft", () => {
  it("takes the platforms, the audience and the money of the last plan, and the season's days", () => {
    expect(listPlatforms(draft)).toEqual(["meta", "snapchat"]);
    expect(computeBudgets(draft, { currencies: {} })).toEqual({ snapchat: 100_00, meta: 50_00 });
    expect(getPart(draft, "snapchat").own.ad_account_id).toBe("acc_snapchat");
    for (const platform of listPlatforms(draft)) {
      const { campaign, ad_groups } = toPlatformDraft(draft, platform);
      expect(campaign).toMatchObject({
        name: "رمضان 1448",
        landing_url: "https://nakhla.example/ajwa",
        starts_at: "2027-02-07T21:00:00.000Z",
        ends_at: "2027-03-08T21:00:00.000Z",
      });
      expect(ad_groups).toMatchObject([{ gender: "female" }]);
    }
  });

  it("has one audience for platforms that had the same, and keeps what one had otherwise", () => {
    expect(draft.platforms.meta?.differs).toEqual({ campaign: {}, ad_groups: {}, ads: {} });
    const meta = earlierCampaign("meta", 50);
    const other = toSeasonDraft(
      [snapchat, { ...meta, adGroup: meta.adGroup && { ...meta.adGroup, gender: "male" } }],
      options,
    );
    expect(toPlatformDraft(other, "snapchat").ad_groups).toMatchObject([{ gender: "female" }]);
    expect(toPlatformDraft(other, "meta").ad_groups).toMatchObject([{ gender: "male" }]);
  });

  it("has no words and no picture of the last one, and is a draft that the form can read", () => {
    const [ad] = toPlatformDraft(draft, "meta").ad_groups[0]?.ads ?? [];
    expect(ad).toMatchObject({ brand_name: "نخلة", headline: "", text: "", media_id: null });
    expect(draftContent.parse(draft)).toEqual(draft);
  });
});
