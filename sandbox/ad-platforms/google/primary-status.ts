import type { Json } from "../shared/field-table.ts";
import type { Context, StoredObject } from "./registry.ts";
import { reviewAd } from "./review.ts";
import { wallTime } from "./schedule.ts";

/** An object's primary status and its reasons. Empty reasons = it may be shown. */
type PrimaryStatus = { status: string; reasons: string[] };

function computeCampaignStatus(context: Context, campaign: StoredObject): PrimaryStatus {
  const owner = context.findCustomer(campaign.account_id)?.customer;
  if (campaign.deleted) return { status: "REMOVED", reasons: ["CAMPAIGN_REMOVED"] };
  if (campaign.wire.status === "PAUSED") return { status: "PAUSED", reasons: ["CAMPAIGN_PAUSED"] };
  if (owner?.status !== "ENABLED" || !owner.hasBilling) return { status: "NOT_ELIGIBLE", reasons: [] };
  const now = wallTime(context.world.now(), owner.timeZone);
  if (String(campaign.wire.startDateTime) > now) return { status: "PENDING", reasons: ["CAMPAIGN_PENDING"] };
  if (typeof campaign.wire.endDateTime === "string" && campaign.wire.endDateTime < now)
    return { status: "ENDED", reasons: ["CAMPAIGN_ENDED"] };
  return { status: "ELIGIBLE", reasons: [] };
}

function computeGroupStatus(context: Context, group: StoredObject): PrimaryStatus {
  if (group.deleted) return { status: "REMOVED", reasons: ["AD_GROUP_REMOVED"] };
  if (group.wire.status === "PAUSED") return { status: "PAUSED", reasons: ["AD_GROUP_PAUSED"] };
  const campaign = context.objects.tables.campaigns.get(group.parent_id);
  const parentStatus = campaign
    ? computeCampaignStatus(context, campaign)
    : { status: "REMOVED", reasons: [] };
  if (parentStatus.status === "ELIGIBLE" || parentStatus.status === "PENDING") return parentStatus;
  return { status: "NOT_ELIGIBLE", reasons: parentStatus.reasons };
}

function computeAdStatus(context: Context, ad: StoredObject): PrimaryStatus {
  if (ad.deleted) return { status: "REMOVED", reasons: ["AD_GROUP_AD_REMOVED"] };
  if (ad.wire.status === "PAUSED") return { status: "PAUSED", reasons: ["AD_GROUP_AD_PAUSED"] };
  const review = reviewAd(context, ad).status;
  if (review === "PENDING") return { status: "PENDING", reasons: ["AD_GROUP_AD_UNDER_REVIEW"] };
  if (review === "REJECTED") return { status: "NOT_ELIGIBLE", reasons: ["AD_GROUP_AD_DISAPPROVED"] };
  const group = context.objects.tables.adGroups.get(ad.parent_id);
  const groupStatus = group ? computeGroupStatus(context, group) : { status: "NOT_ELIGIBLE", reasons: [] };
  return groupStatus.status === "ELIGIBLE"
    ? groupStatus
    : { status: "NOT_ELIGIBLE", reasons: groupStatus.reasons };
}

/** Whether the ad may be shown now, with everything above it. */
export function isEligible(context: Context, ad: StoredObject): boolean {
  return computeAdStatus(context, ad).status === "ELIGIBLE";
}

const primary = ({ status, reasons }: PrimaryStatus): Json => ({
  primaryStatus: status,
  ...(reasons.length > 0 ? { primaryStatusReasons: reasons } : {}),
});

const SERVING: Record<string, string> = { ELIGIBLE: "SERVING", ENDED: "ENDED", PENDING: "PENDING" };

export function presentCampaignStatus(context: Context, campaign: StoredObject): Json {
  const groupStatus = computeCampaignStatus(context, campaign);
  return { ...primary(groupStatus), servingStatus: SERVING[groupStatus.status] ?? "NONE" };
}

export const presentGroupStatus = (context: Context, group: StoredObject): Json =>
  primary(computeGroupStatus(context, group));

export const presentAdStatus = (context: Context, ad: StoredObject): Json =>
  primary(computeAdStatus(context, ad));
