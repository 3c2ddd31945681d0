import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { DuplicateTarget } from "../contract/bulk.ts";
import type { DroppedField } from "../contract/enums.ts";
import type { CampaignFields, NewCampaign } from "../contract/shapes.ts";
import { toTargets } from "../domain/edit.ts";
import { choosePlacements, fitAd, fitAdGroup, listDropped } from "../domain/fit.ts";
import { nearestCampaign } from "../domain/nearest-passing.ts";
import { isClosed } from "../domain/status.ts";
import type { AdGroupRecord, AdRecord, CampaignRecord, CampaignTree } from "./records.ts";
import { requireCapabilities } from "./refuse-problems.ts";
import type { CapabilityLookup } from "./reserve.ts";
import { toAdFields, toAdGroupFields, toCampaignChange } from "./to-fields.ts";

/** A campaign that is about to be made from another one, with its ad groups and ads. */
export type CampaignCopy = {
  body: NewCampaign;
  /** What the platform does not take as it is, each once. */
  dropped: DroppedField[];
};

type Input = { tree: CampaignTree; target: DuplicateTarget; name: string; now: Date };

/**
 * The copy, where its original is or on another platform. What its platform does not take is left out and named, dates
 * that have passed are dropped, and a budget below the platform's minimum becomes the minimum. Archived and deleted ad
 * groups and ads stay behind.
 */
export function copyCampaign(lookup: CapabilityLookup, { tree, target, name, now }: Input): CampaignCopy {
  const { campaign } = tree;
  const place = target ?? { platform: campaign.platform, ad_account_id: campaign.ad_account_id };
  const placements = target
    ? choosePlacements(lookup.getCapabilities(target.platform) ?? { placements: null })
    : campaign.placements;
  const limits = requireCapabilities(lookup, { ...place, placements });
  const original = { ...toFields(campaign, now), ...place, name, placements };
  const fields = nearestCampaign(original, limits);
  const adGroups = tree.adGroups
    .filter(({ status }) => !isClosed(status))
    .map((group) =>
      copyAdGroup(group, tree.ads, { limits, isMoved: place.ad_account_id !== campaign.ad_account_id }),
    );
  const dropped = [...listChosenAnew(original, fields), ...adGroups.flatMap((one) => one.dropped)];
  return {
    body: { ...fields, ...toTargets(fields), ad_groups: adGroups.map(({ value }) => value) },
    dropped: [...new Set(dropped)],
  };
}

function listChosenAnew(before: CampaignFields, after: CampaignFields): DroppedField[] {
  const isSameBidding =
    before.bidding_strategy === after.bidding_strategy &&
    before.target_cpa_halalas === after.target_cpa_halalas &&
    before.target_roas === after.target_roas;
  return [
    ...(before.objective === after.objective ? [] : (["objective"] as const)),
    ...(isSameBidding ? [] : (["bidding"] as const)),
    ...(before.hours === after.hours ? [] : (["hours"] as const)),
  ];
}

/**
 * Without places or excluded places on its platform, the copy reaches more people; the preview names it. In another ad
 * account its ads appear under that account's public profile.
 */
function copyAdGroup(
  group: AdGroupRecord,
  ads: readonly AdRecord[],
  { limits, isMoved }: { limits: Capabilities; isMoved: boolean },
) {
  const fields = toAdGroupFields(group);
  const ownAds = ads.filter((ad) => ad.ad_group_id === group.id && !isClosed(ad.status)).map(toAdFields);
  const locations = fields.locations.filter(
    ({ excluded }) => limits.radiusMetres && (!excluded || limits.supportsExcludedPlaces),
  );
  return {
    value: {
      ...fitAdGroup(fields, limits).value,
      locations,
      ads: ownAds
        .map((ad) => fitAd(ad, limits).value)
        .map((ad) => (isMoved ? { ...ad, profile_id: null } : ad)),
    },
    dropped: [
      ...(locations.length === fields.locations.length ? [] : (["locations"] as const)),
      ...listDropped(fields, ownAds, limits),
    ],
  };
}

function toFields(
  row: CampaignRecord,
  now: Date,
): Omit<CampaignFields, "platform" | "ad_account_id" | "name"> {
  const isAhead = !row.starts_at_once && row.starts_at > now;
  return {
    ...toCampaignChange(row),
    store_id: row.store_id,
    starts_at: isAhead ? row.starts_at.toISOString() : null,
    ends_at: row.ends_at !== null && row.ends_at > now ? row.ends_at.toISOString() : null,
  };
}
