import type { Json } from "../shared/field-table.ts";
import { judge, type Review } from "../shared/reviewer.ts";
import type { Room } from "./call.ts";
import { shownIn } from "./creative.fields.ts";
import type { Kept } from "./registry.ts";
import { instantOf } from "./rules.ts";

/** What the reviewer has said of an ad by now, looking at the texts of its creative. */
export function reviewOf(room: Room, ad: Kept): Review {
  const creative = room.registry.tables.adcreatives.get(String((ad.wire.creative as Json).creative_id));
  const data = creative ? shownIn(creative.wire).data : {};
  const texts = [data.name, data.title, data.message, data.description, data.link_description];
  return judge(
    ad.submitted_at,
    texts.filter((text) => typeof text === "string").join("\n"),
    room.world.now(),
  );
}

export function effectiveOfCampaign(room: Room, campaign: Kept): string {
  const { status } = campaign.wire;
  return status === "ACTIVE" && accountStops(room, campaign) ? "WITH_ISSUES" : String(status);
}

export function effectiveOfAdSet(room: Room, adSet: Kept): string {
  const campaign = room.registry.tables.campaigns.get(adSet.parent_id);
  const above = campaign ? effectiveOfCampaign(room, campaign) : "DELETED";
  const own = String(adSet.wire.status);
  if (isGone(own) || isGone(above)) return isGone(own) ? own : above;
  if (own === "PAUSED") return own;
  if (above === "PAUSED") return "CAMPAIGN_PAUSED";
  return above === "WITH_ISSUES" ? above : own;
}

/** What the reviewer says stands before what the merchant set: a paused ad is reviewed too. */
export function effectiveOfAd(room: Room, ad: Kept): string {
  const adSet = room.registry.tables.adsets.get(ad.parent_id);
  const above = adSet ? effectiveOfAdSet(room, adSet) : "DELETED";
  const own = String(ad.wire.status);
  if (isGone(own) || isGone(above)) return isGone(own) ? own : above;
  const review = reviewOf(room, ad).status;
  if (review === "PENDING") return "PENDING_REVIEW";
  if (review === "REJECTED") return "DISAPPROVED";
  if (own === "PAUSED") return own;
  if (above === "PAUSED") return "ADSET_PAUSED";
  if (above === "WITH_ISSUES") return "PENDING_BILLING_INFO";
  return above === "CAMPAIGN_PAUSED" ? above : own;
}

const isGone = (status: string) => status === "DELETED" || status === "ARCHIVED";

/** A disabled ad account, or one without a way to pay, delivers nothing. */
export function accountStops(room: Room, row: Kept): boolean {
  const { account } = room.registry.accountOf(row);
  return account.status !== 1 || !account.isFunded;
}

/** Whether an ad may be shown at this instant. */
export function isDelivering(room: Room, ad: Kept, now: Date): boolean {
  if (ad.wire.status !== "ACTIVE" || ad.deleted || effectiveOfAd(room, ad) !== "ACTIVE") return false;
  const adSet = room.registry.tables.adsets.get(ad.parent_id);
  const starts = instantOf(adSet?.wire.start_time) ?? Number.NEGATIVE_INFINITY;
  const ends = instantOf(adSet?.wire.end_time) ?? Number.POSITIVE_INFINITY;
  return now.getTime() >= starts && now.getTime() < ends;
}
