import type { Context } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { fold } from "#base/shared/fold.ts";
import type { Placement, Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { LinkFields } from "../contract/link-shapes.ts";
import { trackingRefusals } from "../contract/tracking.refusals.ts";
import { linkChannel } from "./link-cache.ts";

/** What an ad's link is for and where it leads. */
export type LinkTarget = {
  ad_id: string;
  ad_group_id: string;
  campaign_id: string;
  platform: Platform;
  /** The campaign's placements, on a platform with several. */
  placements: readonly Placement[];
  destination: string;
  /** The names of the ad and its campaign, by which the link is found. */
  name: string;
  project_name: string;
};

/** What is searched: everything that a merchant may know a link by. */
const toSearchText = (
  id: string,
  link: Pick<LinkTarget, "name" | "project_name" | "campaign_id" | "ad_group_id" | "ad_id">,
) => fold([link.name, link.project_name, id, link.campaign_id, link.ad_group_id, link.ad_id].join(" "));

type AdLinkRow = Row<"tracking.links", "id" | "destination">;

/** The ad's link, locked; undefined when the ad has none yet. */
export function lockAdLink({ tx, actor }: Context, adId: string): Promise<AdLinkRow | undefined> {
  return tx.maybeOne(sql`
    select id, destination from tracking.links
    where merchant_id = ${actor.merchantId} and ad_id = ${adId} and origin = 'ad' for update`);
}

/** Sets what the ad's link is for. */
export async function updateAdLink({ tx, actor }: Context, id: string, target: LinkTarget): Promise<void> {
  await tx.run(sql`
    update tracking.links set destination = ${target.destination}, ad_group_id = ${target.ad_group_id},
      campaign_id = ${target.campaign_id}, platform = ${target.platform},
      placements = ${JSON.stringify(target.placements)}, name = ${target.name}, project_name = ${target.project_name},
      search_text = ${toSearchText(id, target)}
    where merchant_id = ${actor.merchantId} and id = ${id}`);
}

/** False when the id is taken, or another request has just created this ad's link. */
export async function insertAdLink(
  { tx, actor, now }: Context,
  { id, ...target }: LinkTarget & { id: string },
): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into tracking.links (id, merchant_id, ad_id, ad_group_id, campaign_id, platform, placements, destination,
      name, project_name, search_text, created_at)
    values (${id}, ${actor.merchantId}, ${target.ad_id}, ${target.ad_group_id}, ${target.campaign_id}, ${target.platform},
      ${JSON.stringify(target.placements)}, ${target.destination}, ${target.name}, ${target.project_name},
      ${toSearchText(id, target)}, ${now})
    on conflict do nothing`);
  return inserted > 0;
}

/** What is stored of a link made by hand. */
export type ManualLink = Omit<LinkFields, "destination_url" | "utm" | "expires_at"> & {
  destination: string;
  utm_source: string | null;
  utm_medium: string | null;
  utm_campaign: string | null;
  utm_content: string | null;
  expires_at: Date | null;
};

/** False when the id is taken. */
export async function insertManualLink(
  { tx, actor, now }: Context,
  { id, ...link }: ManualLink & { id: string },
): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into tracking.links (id, merchant_id, origin, ad_id, ad_group_id, campaign_id, platform, destination, name,
      project_name, search_text, tags, utm_source, utm_medium, utm_campaign, utm_content, expires_at, domain_id, created_at)
    values (${id}, ${actor.merchantId}, 'manual', ${link.ad_id}, ${link.ad_group_id}, ${link.campaign_id},
      ${link.platform}, ${link.destination}, ${link.name}, ${link.project_name}, ${toSearchText(id, link)}, ${link.tags},
      ${link.utm_source}, ${link.utm_medium}, ${link.utm_campaign}, ${link.utm_content}, ${link.expires_at},
      ${link.domain_id}, ${now})
    on conflict do nothing`);
  return inserted > 0;
}

export async function updateManualLink({ tx, actor }: Context, id: string, link: ManualLink): Promise<void> {
  await tx.run(sql`
    update tracking.links set ad_id = ${link.ad_id}, ad_group_id = ${link.ad_group_id}, campaign_id = ${link.campaign_id},
      platform = ${link.platform}, destination = ${link.destination}, name = ${link.name},
      project_name = ${link.project_name}, search_text = ${toSearchText(id, link)}, tags = ${link.tags},
      utm_source = ${link.utm_source}, utm_medium = ${link.utm_medium}, utm_campaign = ${link.utm_campaign},
      utm_content = ${link.utm_content}, expires_at = ${link.expires_at}, domain_id = ${link.domain_id}
    where merchant_id = ${actor.merchantId} and id = ${id}`);
}

export async function saveTags(
  { tx, actor }: Context,
  { linkId, tags }: { linkId: string; tags: readonly string[] },
): Promise<void> {
  await tx.run(sql`
    update tracking.links set tags = ${[...tags]} where id = ${linkId} and merchant_id = ${actor.merchantId}`);
}

/** Links whose address carries a host that is gone take ours again. */
export async function clearDomain({ tx, actor }: Context, domainId: string): Promise<void> {
  await tx.run(sql`
    update tracking.links set domain_id = null
    where merchant_id = ${actor.merchantId} and domain_id = ${domainId}`);
}

/** Our staff's block, or null to take it back. */
export async function saveBlock(
  { tx, actor }: Context,
  { linkId, block }: { linkId: string; block: { at: Date; reason: string } | null },
): Promise<void> {
  await tx.run(sql`
    update tracking.links set blocked_at = ${block?.at ?? null}, blocked_reason = ${block?.reason ?? null}
    where id = ${linkId} and merchant_id = ${actor.merchantId}`);
}

/** Every process loads the link again. */
export async function notifyLinkChanged({ tx }: Context, linkId: string): Promise<void> {
  await tx.run(sql`select pg_notify(${linkChannel}, ${linkId})`);
}

/** What the links of a campaign's ads carry of the campaign itself. */
export type CampaignOfLinks = { campaignId: string; name: string; placements: readonly Placement[] };

/** The campaign's name and placements on the links of its ads. */
export async function setLinkCampaign(
  { tx, actor }: Context,
  { campaignId, name, placements }: CampaignOfLinks,
): Promise<void> {
  const links = await tx.many<
    Row<"tracking.links", "id" | "name" | "campaign_id" | "ad_group_id" | "ad_id">
  >(sql`
    select id, name, campaign_id, ad_group_id, ad_id from tracking.links
    where merchant_id = ${actor.merchantId} and campaign_id = ${campaignId} and origin = 'ad' order by id for update`);
  const searchTexts = links.map((link) => toSearchText(link.id, { ...link, project_name: name }));
  await tx.run(sql`
    with moved as (
      update tracking.links set placements = ${JSON.stringify(placements)}, project_name = ${name},
        search_text = searched.text
      from unnest(${links.map(({ id }) => id)}::text[], ${searchTexts}::text[]) searched (id, text)
      where links.merchant_id = ${actor.merchantId} and links.id = searched.id returning links.id)
    select pg_notify(${linkChannel}, id) from moved`);
}

export type LockedLink = Row<"tracking.links">;

/** The merchant's link, locked; refuses `tracking.link_not_found`. */
export async function lockLink({ tx, actor }: Context, linkId: string): Promise<LockedLink> {
  const link = await tx.maybeOne<LockedLink>(sql`
    select * from tracking.links where id = ${linkId} and merchant_id = ${actor.merchantId} for update`);
  return link ?? trackingRefusals.refuse("tracking.link_not_found");
}

export async function saveStoppedAt(
  { tx, actor }: Context,
  { linkId, stoppedAt }: { linkId: string; stoppedAt: Date | null },
): Promise<void> {
  await tx.run(sql`
    update tracking.links set stopped_at = ${stoppedAt} where id = ${linkId} and merchant_id = ${actor.merchantId}`);
}
