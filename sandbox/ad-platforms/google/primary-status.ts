import type { Json } from "../shared/field-table.ts";
import type { Kept, Room } from "./registry.ts";
import { verdictOn } from "./review.ts";
import { wallTime } from "./schedule.ts";

/** How an object fares: a word for it, and the reasons. Empty reasons = it may be shown. */
type Standing = { status: string; reasons: string[] };

function campaignFares(room: Room, campaign: Kept): Standing {
  const owner = room.customerOf(campaign.account_id)?.customer;
  if (campaign.deleted) return { status: "REMOVED", reasons: ["CAMPAIGN_REMOVED"] };
  if (campaign.wire.status === "PAUSED") return { status: "PAUSED", reasons: ["CAMPAIGN_PAUSED"] };
  if (owner?.status !== "ENABLED" || !owner.hasBilling) return { status: "NOT_ELIGIBLE", reasons: [] };
  const now = wallTime(room.world.now(), owner.timeZone);
  if (String(campaign.wire.startDateTime) > now) return { status: "PENDING", reasons: ["CAMPAIGN_PENDING"] };
  if (typeof campaign.wire.endDateTime === "string" && campaign.wire.endDateTime < now)
    return { status: "ENDED", reasons: ["CAMPAIGN_ENDED"] };
  return { status: "ELIGIBLE", reasons: [] };
}

function groupFares(room: Room, group: Kept): Standing {
  if (group.deleted) return { status: "REMOVED", reasons: ["AD_GROUP_REMOVED"] };
  if (group.wire.status === "PAUSED") return { status: "PAUSED", reasons: ["AD_GROUP_PAUSED"] };
  const campaign = room.objects.tables.campaigns.get(group.parent_id);
  const above = campaign ? campaignFares(room, campaign) : { status: "REMOVED", reasons: [] };
  if (above.status === "ELIGIBLE" || above.status === "PENDING") return above;
  return { status: "NOT_ELIGIBLE", reasons: above.reasons };
}

function adFares(room: Room, ad: Kept): Standing {
  if (ad.deleted) return { status: "REMOVED", reasons: ["AD_GROUP_AD_REMOVED"] };
  if (ad.wire.status === "PAUSED") return { status: "PAUSED", reasons: ["AD_GROUP_AD_PAUSED"] };
  const review = verdictOn(room, ad).status;
  if (review === "PENDING") return { status: "PENDING", reasons: ["AD_GROUP_AD_UNDER_REVIEW"] };
  if (review === "REJECTED") return { status: "NOT_ELIGIBLE", reasons: ["AD_GROUP_AD_DISAPPROVED"] };
  const group = room.objects.tables.adGroups.get(ad.parent_id);
  const standing = group ? groupFares(room, group) : { status: "NOT_ELIGIBLE", reasons: [] };
  return standing.status === "ELIGIBLE" ? standing : { status: "NOT_ELIGIBLE", reasons: standing.reasons };
}

/** Whether the ad may be shown now, with everything above it. */
export function mayBeShown(room: Room, ad: Kept): boolean {
  return adFares(room, ad).status === "ELIGIBLE";
}

const primary = ({ status, reasons }: Standing): Json => ({
  primaryStatus: status,
  ...(reasons.length > 0 ? { primaryStatusReasons: reasons } : {}),
});

const SERVING: Record<string, string> = { ELIGIBLE: "SERVING", ENDED: "ENDED", PENDING: "PENDING" };

export function campaignStanding(room: Room, campaign: Kept): Json {
  const standing = campaignFares(room, campaign);
  return { ...primary(standing), servingStatus: SERVING[standing.status] ?? "NONE" };
}

export const groupStanding = (room: Room, group: Kept): Json => primary(groupFares(room, group));

export const adStanding = (room: Room, ad: Kept): Json => primary(adFares(room, ad));
