import type { Context } from "#base/server/context.ts";
import { type CheckDestinationDeps, checkDestination } from "./check-destination.ts";
import { ensureDestination } from "./destinations.store.ts";
import { drawLinkId } from "./draw-link-id.ts";
import { recordLinkChange } from "./link-changes.ts";
import { insertAdLink, type LinkTarget, lockAdLink, notifyLinkChanged, updateAdLink } from "./links.store.ts";

export type AdLinkInput = Omit<LinkTarget, "destination"> & { destination_url: string };
export type UpsertAdLinkDeps = CheckDestinationDeps & { trackingUrl: string };
export type AdLink = { id: string; url: string };

/**
 * The tracking link of an ad: the same ad always keeps its link, and its destination follows the ad. Refuses
 * `tracking.destination_not_registered` for an address outside the merchant's stores.
 */
export const upsertAdLink =
  ({ trackingUrl, ...deps }: UpsertAdLinkDeps) =>
  async (ctx: Context, { destination_url, ...input }: AdLinkInput): Promise<AdLink> => {
    const destination = await checkDestination(deps)(ctx, destination_url);
    const target = { ...input, destination };
    const id = (await changeLink(ctx, target)) ?? (await createLink(ctx, target));
    await ensureDestination(ctx, destination);
    await notifyLinkChanged(ctx, id);
    return { id, url: `${trackingUrl}/t/${id}` };
  };

/** The id of the ad's link after the change; undefined when it has none yet. */
async function changeLink(ctx: Context, target: LinkTarget): Promise<string | undefined> {
  const link = await lockAdLink(ctx, target.ad_id);
  if (!link) return undefined;
  await updateAdLink(ctx, link.id, target);
  if (link.destination !== target.destination)
    await recordLinkChange(ctx, link.id, {
      before: { destination: link.destination },
      after: { destination: target.destination },
    });
  return link.id;
}

async function createLink(ctx: Context, target: LinkTarget): Promise<string> {
  const { merchantId } = ctx.actor;
  let other: string | undefined;
  const id = await drawLinkId(async (drawn) => {
    if (await insertAdLink(ctx, { id: drawn, ...target })) return true;
    // The id is taken, or another request has just made this ad's link.
    other = await changeLink(ctx, target);
    return other !== undefined;
  });
  if (other !== undefined) return other;
  await ctx.tx.publish({ name: "tracking.link_created", merchant_id: merchantId, link_id: id });
  return id;
}
