import { randomInt } from "node:crypto";
import type { Context } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Placement, Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { leadsUnder, parseLink } from "#modules/stores/contract/store-address.ts";
import type { StoresFacade } from "#modules/stores/server/stores.facade.ts";
import { trackingRefusals } from "../contract/tracking.refusals.ts";
import { linkChannel } from "./link-cache.ts";

export type AdLinkInput = {
  ad_id: string;
  ad_group_id: string;
  campaign_id: string;
  platform: Platform;
  /** The campaign's placements, on a platform with several. */
  placements: readonly Placement[];
  destination_url: string;
};
export type UpsertAdLinkDeps = { stores: Pick<StoresFacade, "listRegisteredHosts">; publicUrl: string };
export type AdLink = { id: string; url: string };

/** Ninety million ids; on a collision a new one is drawn. */
const maxAttempts = 20;

/**
 * The tracking link of an ad: the same ad always keeps its link, and its destination follows the ad. Refuses
 * `tracking.destination_not_registered` for an address outside the merchant's stores.
 */
export const upsertAdLink =
  ({ stores, publicUrl }: UpsertAdLinkDeps) =>
  async (ctx: Context, input: AdLinkInput): Promise<AdLink> => {
    const destination = parseLink(input.destination_url.trim())?.href;
    const hosts = await stores.listRegisteredHosts(ctx);
    if (!destination || !leadsUnder(destination, hosts)) {
      return trackingRefusals.refuse("tracking.destination_not_registered", {}, "destination_url");
    }
    const id = (await changeLink(ctx, input, destination)) ?? (await createLink(ctx, input, destination));
    await ctx.tx.run(sql`select pg_notify(${linkChannel}, ${id})`);
    return { id, url: `${publicUrl}/t/${id}` };
  };

async function changeLink({ tx, actor }: Context, input: AdLinkInput, destination: string) {
  const link = await tx.maybeOne<{ id: string }>(sql`
    update tracking.links set destination = ${destination}, ad_group_id = ${input.ad_group_id},
      campaign_id = ${input.campaign_id}, platform = ${input.platform}, placements = ${JSON.stringify(input.placements)}
    where merchant_id = ${actor.merchantId} and ad_id = ${input.ad_id} returning id`);
  return link?.id;
}

async function createLink(ctx: Context, input: AdLinkInput, destination: string) {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const id = String(randomInt(10_000_000, 100_000_000));
    const made = await ctx.tx.run(sql`
      insert into tracking.links (id, merchant_id, ad_id, ad_group_id, campaign_id, platform, placements, destination,
        created_at)
      values (${id}, ${ctx.actor.merchantId}, ${input.ad_id}, ${input.ad_group_id}, ${input.campaign_id}, ${input.platform},
        ${JSON.stringify(input.placements)}, ${destination}, ${ctx.now})
      on conflict do nothing`);
    if (made) return id;
    // Either the id is taken, or another request has just created this ad's link.
    const other = await changeLink(ctx, input, destination);
    if (other) return other;
  }
  throw new Error("no free tracking id was drawn");
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
