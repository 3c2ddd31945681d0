import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { AdGroupFields } from "../contract/shapes.ts";
import { choosePlatforms, setAd, setAdGroup, setCampaign, setOwn } from "../domain/edit-draft.ts";
import { emptyDraft } from "../domain/empty-draft.ts";
import type { PlanDraft, PlatformSettings } from "../domain/plan-draft.ts";

type Input = {
  campaign?: Partial<PlanDraft["campaign"]>;
  /** Of every chosen platform. */
  own?: Partial<PlatformSettings>;
  group?: Partial<AdGroupFields>;
  ad?: Parameters<typeof setAd>[3];
};

/** A draft with one ad group and one ad, on the platforms named; a test says what else it needs. */
export function aPlanDraft(
  chosen: readonly Platform[] = ["snapchat"],
  { campaign = {}, own = {}, group = {}, ad = {} }: Input = {},
): PlanDraft {
  const shared = setCampaign(choosePlatforms(emptyDraft(), chosen), null, campaign);
  const filled = setAd(setAdGroup(shared, null, "group-1", group), null, "ad-1", ad);
  return chosen.reduce((draft, platform) => setOwn(draft, platform, own), filled);
}
