import type { Context } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { Placement, Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { trackingRefusals } from "../contract/tracking.refusals.ts";
import { linkChannel } from "./link-cache.ts";

/** What a link is for and where it leads. */
export type LinkTarget = {
  ad_id: string;
  ad_group_id: string;
  campaign_id: string;
  platform: Platform;
  /** The campaign's placements, on a platform with several. */
  placements: readonly Placement[];
  destination: string;
};

/** Sets what the ad's link is for; answers with its id, or with undefined when the ad has none yet. */
export async function updateAdLink({ tx, actor }: Context, target: LinkTarget): Promise<string | undefined> {
  const link = await tx.maybeOne<Row<"tracking.links", "id">>(sql`
    update tracking.links set destination = ${target.destination}, ad_group_id = ${target.ad_group_id},
      campaign_id = ${target.campaign_id}, platform = ${target.platform}, placements = ${JSON.stringify(target.placements)}
    where merchant_id = ${actor.merchantId} and ad_id = ${target.ad_id} returning id`);
  return link?.id;
}

/** False when the id is taken, or another request has just created this ad's link. */
export async function insertLink(
  { tx, actor, now }: Context,
  { id, ...target }: LinkTarget & { id: string },
): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into tracking.links (id, merchant_id, ad_id, ad_group_id, campaign_id, platform, placements, destination,
      created_at)
    values (${id}, ${actor.merchantId}, ${target.ad_id}, ${target.ad_group_id}, ${target.campaign_id}, ${target.platform},
      ${JSON.stringify(target.placements)}, ${target.destination}, ${now})
    on conflict do nothing`);
  return inserted > 0;
}

/** Every process loads the link again. */
export async function notifyLinkChanged({ tx }: Context, linkId: string): Promise<void> {
  await tx.run(sql`select pg_notify(${linkChannel}, ${linkId})`);
}

/** Updates the placements on the links of a campaign's ads. */
export async function setLinkPlacements(
  { tx, actor }: Context,
  { campaignId, placements }: { campaignId: string; placements: readonly Placement[] },
): Promise<void> {
  await tx.run(sql`
    with moved as (
      update tracking.links set placements = ${JSON.stringify(placements)}
      where merchant_id = ${actor.merchantId} and campaign_id = ${campaignId} returning id)
    select pg_notify(${linkChannel}, id) from moved`);
}

/** The merchant's link, locked; refuses `tracking.link_not_found`. */
export async function lockLink(
  { tx, actor }: Context,
  linkId: string,
): Promise<Row<"tracking.links", "stopped_at">> {
  const link = await tx.maybeOne<Row<"tracking.links", "stopped_at">>(sql`
    select stopped_at from tracking.links where id = ${linkId} and merchant_id = ${actor.merchantId} for update`);
  return link ?? trackingRefusals.refuse("tracking.link_not_found");
}

export async function saveStoppedAt(
  { tx, actor }: Context,
  { linkId, stoppedAt }: { linkId: string; stoppedAt: Date | null },
): Promise<void> {
  await tx.run(sql`
    update tracking.links set stopped_at = ${stoppedAt} where id = ${linkId} and merchant_id = ${actor.merchantId}`);
}
