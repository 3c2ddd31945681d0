import type { Deliveries } from "../shared/deliveries.ts";
import { judge } from "../shared/reviewer.ts";
import type { Kept, Registry } from "./registry.ts";

export type Around = { registry: Registry; deliveries: Deliveries; now: Date };

/** Why a campaign does not serve; empty when nothing on its level stands in the way. */
export function campaignReasons(campaign: Kept, around: Around): string[] {
  const { registry } = around;
  const account = registry.ownerOf(campaign.account_id)?.account;
  const reasons: string[] = [];
  if (campaign.deleted) reasons.push("DELETED");
  if (account?.approval !== "ACCEPTED") reasons.push("ACCOUNT_REJECTED");
  if (!account?.isFunded) reasons.push("FUNDING_PROBLEM");
  if (campaign.wire.entity_status === "PAUSED") reasons.push("PAUSED_BY_ADVERTISER");
  const lineItems = registry.childrenOf("line_items", campaign.id).filter(({ deleted }) => !deleted);
  if (campaign.wire.entity_status === "DRAFT" || lineItems.length === 0) reasons.push("INCOMPLETE");
  if (isSpent(campaign.wire.total_budget_amount_local_micro, promotedUnder(campaign, registry), around))
    reasons.push("BUDGET_EXHAUSTED");
  return reasons;
}

export function lineItemReasons(lineItem: Kept, around: Around): string[] {
  const { registry, now } = around;
  const { entity_status, start_time, end_time, total_budget_amount_local_micro } = lineItem.wire;
  const reasons: string[] = [];
  if (lineItem.deleted) reasons.push("DELETED");
  if (entity_status === "PAUSED") reasons.push("PAUSED_BY_ADVERTISER");
  const promoted = registry.childrenOf("promoted_tweets", lineItem.id);
  if (entity_status === "DRAFT" || promoted.every(({ deleted }) => deleted)) reasons.push("INCOMPLETE");
  if (now.getTime() < Date.parse(String(start_time))) reasons.push("STARTS_IN_FUTURE");
  if (typeof end_time === "string" && now.getTime() >= Date.parse(end_time)) reasons.push("EXPIRED");
  if (isSpent(total_budget_amount_local_micro, promoted, around)) reasons.push("BUDGET_EXHAUSTED");
  return reasons;
}

/**
 * The reviewer reads a post once, when it is first promoted: promoting it again begins no new review. X names no reason.
 */
export function approvalOf(promoted: Kept, { registry, now }: Pick<Around, "registry" | "now">): string {
  const post = registry.tables.tweets.get(String(promoted.wire.tweet_id));
  const card = registry.tables.cards.get(String(post?.wire.card_uri ?? "").replace("card://", ""));
  const words = [post?.wire.text, post?.wire.video_title, card && titleOf(card)].filter(Boolean).join(" ");
  const { status } = judge(promoted.submitted_at, words, now);
  return { PENDING: "UNDER_REVIEW", APPROVED: "ACCEPTED", REJECTED: "REJECTED" }[status];
}

export function titleOf(card: Kept): string {
  const components = (card.wire.components ?? []) as { type: string; title?: string }[];
  return components.find(({ type }) => type === "DETAILS")?.title ?? "";
}

/** Every promotion that ever ran in a campaign: what was delivered stays delivered. */
export function promotedUnder(campaign: Kept, registry: Registry): Kept[] {
  return registry
    .childrenOf("line_items", campaign.id)
    .flatMap((lineItem) => registry.childrenOf("promoted_tweets", lineItem.id));
}

function isSpent(limit: unknown, promoted: Kept[], { deliveries }: Around): boolean {
  if (typeof limit !== "number") return false;
  return promoted.reduce((all, { id }) => all + deliveries.spentInAll(id), 0) >= limit;
}
