import type { Deliveries } from "../shared/deliveries.ts";
import type { Json } from "../shared/field-table.ts";
import type { Registry, StoredObject } from "./registry.ts";
import { reviewAd } from "./review.ts";

type RelatedState = { registry: Registry; deliveries: Deliveries; now: Date };

/** Why a campaign does not deliver; empty when its own level allows delivery. */
export function campaignReasons(
  campaign: StoredObject,
  { registry, deliveries, now }: RelatedState,
): string[] {
  const owner = registry.findOwner(campaign.account_id);
  const reasons: string[] = [];
  if (owner?.account.status !== "ACTIVE") reasons.push("INVALID_AD_ACCOUNT_NOT_ACTIVE");
  if (owner?.account.fundingStatus !== "ACTIVE") reasons.push("INVALID_FUNDING_SOURCE_NOT_ACTIVE");
  if (campaign.wire.status !== "ACTIVE") reasons.push("INVALID_NOT_ACTIVE");
  reasons.push(...scheduleReasons(campaign.wire, now));
  const cap = campaign.wire.lifetime_spend_cap_micro;
  if (typeof cap === "number" && spentBy(campaign, registry, deliveries) >= cap)
    reasons.push("NOT_DELIVERING_LIFETIME_SPEND_CAP_REACHED");
  return reasons;
}

export function squadReasons(squad: StoredObject, related: RelatedState): string[] {
  const campaign = related.registry.find("campaigns", squad.parent_id);
  const parentReasons = campaign ? campaignReasons(campaign, related) : ["INVALID_CAMPAIGN_DELETED"];
  const own = squad.wire.status === "ACTIVE" ? [] : ["INVALID_NOT_ACTIVE"];
  const inherited = parentReasons.map((reason) =>
    reason === "INVALID_NOT_ACTIVE" ? "INVALID_CAMPAIGN_NOT_ACTIVE" : reason,
  );
  return unique([...own, ...scheduleReasons(squad.wire, related.now), ...inherited]);
}

export function adReasons(ad: StoredObject, related: RelatedState): string[] {
  const squad = related.registry.find("adsquads", ad.parent_id);
  const parentReasons = squad ? squadReasons(squad, related) : ["INVALID_AD_SQUAD_DELETED"];
  const own = ad.wire.status === "ACTIVE" ? [] : ["INVALID_NOT_ACTIVE"];
  const creative = related.registry.find("creatives", String(ad.wire.creative_id));
  const { status } = reviewAd(ad, creative, related.now);
  if (status === "PENDING") own.push("NOT_DELIVERING_PENDING_REVIEW");
  if (status === "REJECTED") own.push("INVALID_REJECTED");
  const inherited = parentReasons.map((reason) =>
    reason === "INVALID_NOT_ACTIVE" ? "INVALID_AD_SQUAD_NOT_ACTIVE" : reason,
  );
  return unique([...own, ...inherited]);
}

function scheduleReasons(wire: Json, now: Date): string[] {
  const starts = typeof wire.start_time === "string" ? Date.parse(wire.start_time) : Number.NEGATIVE_INFINITY;
  const ends = typeof wire.end_time === "string" ? Date.parse(wire.end_time) : Number.POSITIVE_INFINITY;
  if (now.getTime() < starts) return ["NOT_DELIVERING_NOT_STARTED"];
  return now.getTime() >= ends ? ["NOT_DELIVERING_ENDED"] : [];
}

/** Everything a campaign has spent, deleted ads included: deliveries are kept. */
export function spentBy(campaign: StoredObject, registry: Registry, deliveries: Deliveries): number {
  return registry
    .listChildren("adsquads", campaign.id)
    .flatMap((squad) => registry.listChildren("ads", squad.id))
    .reduce((all, ad) => all + deliveries.totalSpent(ad.id), 0);
}

function unique(list: string[]): string[] {
  return [...new Set(list)];
}
