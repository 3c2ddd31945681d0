import { randomInt } from "node:crypto";
import type { Context } from "#base/server/context.ts";
import { leadsUnder, parseLink } from "#modules/stores/contract/store-address.ts";
import type { StoresFacade } from "#modules/stores/server/stores.facade.ts";
import { trackingRefusals } from "../contract/tracking.refusals.ts";
import { insertLink, type LinkTarget, notifyLinkChanged, updateAdLink } from "./links.store.ts";

export type AdLinkInput = Omit<LinkTarget, "destination"> & { destination_url: string };
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
  async (ctx: Context, { destination_url, ...input }: AdLinkInput): Promise<AdLink> => {
    const destination = parseLink(destination_url.trim())?.href;
    const hosts = await stores.listRegisteredHosts(ctx);
    if (!destination || !leadsUnder(destination, hosts)) {
      return trackingRefusals.refuse("tracking.destination_not_registered", {}, "destination_url");
    }
    const target = { ...input, destination };
    const id = (await updateAdLink(ctx, target)) ?? (await createLink(ctx, target));
    await notifyLinkChanged(ctx, id);
    return { id, url: `${publicUrl}/t/${id}` };
  };

async function createLink(ctx: Context, target: LinkTarget): Promise<string> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const id = String(randomInt(10_000_000, 100_000_000));
    if (await insertLink(ctx, { id, ...target })) return id;
    const other = await updateAdLink(ctx, target);
    if (other) return other;
  }
  throw new Error("no free tracking id was drawn");
}
