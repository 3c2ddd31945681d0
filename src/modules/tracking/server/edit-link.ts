import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import type { LinkDetails, LinkFields } from "../contract/link-shapes.ts";
import { trackingRefusals } from "../contract/tracking.refusals.ts";
import { ensureDestination } from "./destinations.store.ts";
import { pickChanged, recordLinkChange } from "./link-changes.ts";
import { type LockedLink, lockLink, notifyLinkChanged, saveTags, updateManualLink } from "./links.store.ts";
import { loadLink } from "./list-links.ts";
import { type MakeLinkDeps, toManualLink } from "./make-link.ts";
import type { PresentDeps } from "./present-link.ts";

type EditInput = { linkId: string; fields: LinkFields };

/**
 * Changes a link made by hand. Its address stays, so that what was printed keeps leading somewhere; where it led before
 * is kept. The same fields again change nothing. An end that has passed may stay as it is.
 */
export const editLink =
  (deps: MakeLinkDeps) =>
  (ctx: ReadContext, { linkId, fields }: EditInput): Promise<LinkDetails> =>
    transact(ctx, async (ctx) => {
      const link = await lockLink(ctx, linkId);
      if (link.origin === "ad") trackingRefusals.refuse("tracking.link_of_ad");
      await changeLink(deps, ctx, link, fields);
      return loadLink(deps)(ctx, { linkId });
    });

async function changeLink(
  deps: MakeLinkDeps,
  ctx: Context,
  link: LockedLink,
  fields: LinkFields,
): Promise<void> {
  const isSameEnd =
    link.expires_at?.getTime() === (fields.expires_at && new Date(fields.expires_at).getTime());
  const isSameHost = link.domain_id === fields.domain_id;
  const checked = {
    ...fields,
    ...(isSameEnd ? { expires_at: null } : {}),
    ...(isSameHost ? { domain_id: null } : {}),
  };
  const wanted = {
    ...(await toManualLink(deps)(ctx, checked)),
    ...(isSameEnd ? { expires_at: link.expires_at } : {}),
    ...(isSameHost ? { domain_id: link.domain_id } : {}),
  };
  const change = pickChanged(link, wanted);
  if (!change) return;
  await updateManualLink(ctx, link.id, wanted);
  await ensureDestination(ctx, wanted.destination);
  await notifyLinkChanged(ctx, link.id);
  await recordLinkChange(ctx, link.id, change);
}

/** Sets the tags of any link. */
export const tagLink =
  (deps: PresentDeps) =>
  (ctx: ReadContext, { linkId, tags }: { linkId: string; tags: readonly string[] }): Promise<LinkDetails> =>
    transact(ctx, async (ctx) => {
      const link = await lockLink(ctx, linkId);
      const change = pickChanged({ tags: link.tags }, { tags });
      if (change) {
        await saveTags(ctx, { linkId, tags });
        await recordLinkChange(ctx, linkId, change);
      }
      return loadLink(deps)(ctx, { linkId });
    });
