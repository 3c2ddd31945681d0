import type { Json } from "../shared/field-table.ts";
import { decideReview, type Review } from "../shared/reviewer.ts";
import type { Context } from "./call.ts";
import { toCreativeData } from "./creative.fields.ts";
import type { StoredObject } from "./registry.ts";
import { parseInstant } from "./rules.ts";

/** The review result of an ad so far, from the texts of its creative. */
export function reviewAd(context: Context, ad: StoredObject): Review {
  const creative = context.registry.tables.adcreatives.get(String((ad.wire.creative as Json).creative_id));
  const data = creative ? toCreativeData(creative.wire).data : {};
  const texts = [data.name, data.title, data.message, data.description, data.link_description];
  return decideReview(
    ad.submitted_at,
    texts.filter((text) => typeof text === "string").join("\n"),
    context.world.now(),
  );
}

export function computeCampaignStatus(context: Context, campaign: StoredObject): string {
  const { status } = campaign.wire;
  return status === "ACTIVE" && isAccountBlocked(context, campaign) ? "WITH_ISSUES" : String(status);
}

export function computeAdSetStatus(context: Context, adSet: StoredObject): string {
  const campaign = context.registry.tables.campaigns.get(adSet.parent_id);
  const parentStatus = campaign ? computeCampaignStatus(context, campaign) : "DELETED";
  const own = String(adSet.wire.status);
  if (isRemoved(own) || isRemoved(parentStatus)) return isRemoved(own) ? own : parentStatus;
  if (own === "PAUSED") return own;
  if (parentStatus === "PAUSED") return "CAMPAIGN_PAUSED";
  return parentStatus === "WITH_ISSUES" ? parentStatus : own;
}

/** The review result takes precedence over the merchant's status: a paused ad is reviewed too. */
export function computeAdStatus(context: Context, ad: StoredObject): string {
  const adSet = context.registry.tables.adsets.get(ad.parent_id);
  const parentStatus = adSet ? computeAdSetStatus(context, adSet) : "DELETED";
  const own = String(ad.wire.status);
  if (isRemoved(own) || isRemoved(parentStatus)) return isRemoved(own) ? own : parentStatus;
  const review = reviewAd(context, ad).status;
  if (review === "PENDING") return "PENDING_REVIEW";
  if (review === "REJECTED") return "DISAPPROVED";
  if (own === "PAUSED") return own;
  if (parentStatus === "PAUSED") return "ADSET_PAUSED";
  if (parentStatus === "WITH_ISSUES") return "PENDING_BILLING_INFO";
  return parentStatus === "CAMPAIGN_PAUSED" ? parentStatus : own;
}

const isRemoved = (status: string) => status === "DELETED" || status === "ARCHIVED";

/** A disabled ad account, or one without a way to pay, delivers nothing. */
export function isAccountBlocked(context: Context, row: StoredObject): boolean {
  const { account } = context.registry.loadAccount(row);
  return account.status !== 1 || !account.isFunded;
}

/** Whether an ad may be shown at this instant. */
export function isDelivering(context: Context, ad: StoredObject, now: Date): boolean {
  if (ad.wire.status !== "ACTIVE" || ad.deleted || computeAdStatus(context, ad) !== "ACTIVE") return false;
  const adSet = context.registry.tables.adsets.get(ad.parent_id);
  const starts = parseInstant(adSet?.wire.start_time) ?? Number.NEGATIVE_INFINITY;
  const ends = parseInstant(adSet?.wire.end_time) ?? Number.POSITIVE_INFINITY;
  return now.getTime() >= starts && now.getTime() < ends;
}
