import type { Deliveries } from "../shared/deliveries.ts";
import { decideReview } from "../shared/reviewer.ts";
import type { Registry, StoredObject } from "./registry.ts";

export type RelatedState = { registry: Registry; deliveries: Deliveries; now: Date };

/** Why a campaign does not serve; empty when its own level allows it. */
export function campaignReasons(campaign: StoredObject, related: RelatedState): string[] {
  const { registry } = related;
  const account = registry.findOwner(campaign.account_id)?.account;
  const reasons: string[] = [];
  if (campaign.deleted) reasons.push("DELETED");
  if (account?.approval !== "ACCEPTED") reasons.push("ACCOUNT_REJECTED");
  if (!account?.isFunded) reasons.push("FUNDING_PROBLEM");
  if (campaign.wire.entity_status === "PAUSED") reasons.push("PAUSED_BY_ADVERTISER");
  const lineItems = registry.listChildren("line_items", campaign.id).filter(({ deleted }) => !deleted);
  if (campaign.wire.entity_status === "DRAFT" || lineItems.length === 0) reasons.push("INCOMPLETE");
  if (isSpent(campaign.wire.total_budget_amount_local_micro, listPromotedUnder(campaign, registry), related))
    reasons.push("BUDGET_EXHAUSTED");
  return reasons;
}

export function lineItemReasons(lineItem: StoredObject, related: RelatedState): string[] {
  const { registry, now } = related;
  const { entity_status, start_time, end_time, total_budget_amount_local_micro } = lineItem.wire;
  const reasons: string[] = [];
  if (lineItem.deleted) reasons.push("DELETED");
  if (entity_status === "PAUSED") reasons.push("PAUSED_BY_ADVERTISER");
  const promoted = registry.listChildren("promoted_tweets", lineItem.id);
  if (entity_status === "DRAFT" || promoted.every(({ deleted }) => deleted)) reasons.push("INCOMPLETE");
  if (now.getTime() < Date.parse(String(start_time))) reasons.push("STARTS_IN_FUTURE");
  if (typeof end_time === "string" && now.getTime() >= Date.parse(end_time)) reasons.push("EXPIRED");
  if (isSpent(total_budget_amount_local_micro, promoted, related)) reasons.push("BUDGET_EXHAUSTED");
  return reasons;
}

/** A post is reviewed once, when it is first promoted: promoting it again starts no new review. X gives no reason. */
export function computeApproval(
  promoted: StoredObject,
  { registry, now }: Pick<RelatedState, "registry" | "now">,
): string {
  const post = registry.tables.tweets.get(String(promoted.wire.tweet_id));
  const card = registry.tables.cards.get(String(post?.wire.card_uri ?? "").replace("card://", ""));
  const words = [post?.wire.text, post?.wire.video_title, card && findTitle(card)].filter(Boolean).join(" ");
  const { status } = decideReview(promoted.submitted_at, words, now);
  return { PENDING: "UNDER_REVIEW", APPROVED: "ACCEPTED", REJECTED: "REJECTED" }[status];
}

export function findTitle(card: StoredObject): string {
  const components = (card.wire.components ?? []) as { type: string; title?: string }[];
  return components.find(({ type }) => type === "DETAILS")?.title ?? "";
}

/** Every promotion of a campaign, deleted ones included: deliveries are kept. */
export function listPromotedUnder(campaign: StoredObject, registry: Registry): StoredObject[] {
  return registry
    .listChildren("line_items", campaign.id)
    .flatMap((lineItem) => registry.listChildren("promoted_tweets", lineItem.id));
}

function isSpent(limit: unknown, promoted: StoredObject[], { deliveries }: RelatedState): boolean {
  if (typeof limit !== "number") return false;
  return promoted.reduce((all, { id }) => all + deliveries.totalSpent(id), 0) >= limit;
}
