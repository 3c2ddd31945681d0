import { randomInt } from "node:crypto";
import type { Clock } from "#base/server/clock.ts";
import { type Db, sql } from "#base/server/db/db.ts";
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
type Deps = { worldClock: Clock; stores: Pick<StoresFacade, "registeredHosts">; publicUrl: string };

/** Ninety million ids; on a collision a new one is drawn. */
const maxAttempts = 20;

/**
 * The tracking link of an ad: the same ad always keeps its link, and its destination follows the ad. Refuses
 * `tracking.destination_not_registered` for an address outside the merchant's stores.
 */
export async function upsertAdLink(
  { worldClock, stores, publicUrl }: Deps,
  tx: Db,
  merchantId: string,
  input: AdLinkInput,
): Promise<{ id: string; url: string }> {
  const destination = parseLink(input.destination_url.trim())?.href;
  const hosts = await stores.registeredHosts(tx, merchantId);
  if (!destination || !leadsUnder(destination, hosts)) {
    return trackingRefusals.refuse("tracking.destination_not_registered", {}, "destination_url");
  }
  const id =
    (await changeLink(tx, merchantId, input, destination)) ??
    (await createLink(tx, merchantId, input, destination, worldClock.now()));
  await tx.run(sql`select pg_notify(${linkChannel}, ${id})`);
  return { id, url: `${publicUrl}/t/${id}` };
}

async function changeLink(tx: Db, merchantId: string, input: AdLinkInput, destination: string) {
  const link = await tx.maybeOne<{ id: string }>(sql`
    update tracking.links set destination = ${destination}, ad_group_id = ${input.ad_group_id},
      campaign_id = ${input.campaign_id}, platform = ${input.platform}, placements = ${JSON.stringify(input.placements)}
    where merchant_id = ${merchantId} and ad_id = ${input.ad_id} returning id`);
  return link?.id;
}

async function createLink(tx: Db, merchantId: string, input: AdLinkInput, destination: string, now: Date) {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const id = String(randomInt(10_000_000, 100_000_000));
    const made = await tx.run(sql`
      insert into tracking.links (id, merchant_id, ad_id, ad_group_id, campaign_id, platform, placements, destination,
        created_at)
      values (${id}, ${merchantId}, ${input.ad_id}, ${input.ad_group_id}, ${input.campaign_id}, ${input.platform},
        ${JSON.stringify(input.placements)}, ${destination}, ${now})
      on conflict do nothing`);
    if (made) return id;
    // Either the id is taken, or another request has just created this ad's link.
    const other = await changeLink(tx, merchantId, input, destination);
    if (other) return other;
  }
  throw new Error("no free tracking id was drawn");
}

/** Updates the placements on the links of a campaign's ads. */
export async function setLinkPlacements(
  tx: Db,
  merchantId: string,
  campaignId: string,
  placements: readonly Placement[],
): Promise<void> {
  await tx.run(sql`
    with moved as (
      update tracking.links set placements = ${JSON.stringify(placements)}
      where merchant_id = ${merchantId} and campaign_id = ${campaignId} returning id)
    select pg_notify(${linkChannel}, id) from moved`);
}
