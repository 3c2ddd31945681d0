import { recordAudit } from "#base/server/audit.ts";
import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { manualLinksMax } from "../contract/link-enums.ts";
import type { LinkDetails, LinkFields } from "../contract/link-shapes.ts";
import { trackingRefusals } from "../contract/tracking.refusals.ts";
import { type CheckDestinationDeps, checkDestination } from "./check-destination.ts";
import { ensureDestination } from "./destinations.store.ts";
import { drawLinkId } from "./draw-link-id.ts";
import { insertManualLink, type ManualLink, notifyLinkChanged } from "./links.store.ts";
import { loadLink } from "./list-links.ts";
import type { PresentDeps } from "./present-link.ts";

export type MakeLinkDeps = CheckDestinationDeps & PresentDeps;

/** Makes a link by hand. Each call makes one: the idempotency key of the call keeps it from being made twice. */
export const makeLink =
  (deps: MakeLinkDeps) =>
  async (ctx: Context, fields: LinkFields): Promise<LinkDetails> => {
    const id = await makeManualLink(deps)(ctx, fields);
    return loadLink(deps)(ctx, { linkId: id });
  };

/** The same, answering with the id alone: for a row of a pasted list. */
export const makeManualLink =
  (deps: CheckDestinationDeps) =>
  async (ctx: Context, fields: LinkFields): Promise<string> => {
    const link = await toManualLink(deps)(ctx, fields);
    await refuseTooMany(ctx, 1);
    const id = await drawLinkId((drawn) => insertManualLink(ctx, { id: drawn, ...link }));
    await ensureDestination(ctx, link.destination);
    await notifyLinkChanged(ctx, id);
    const { merchantId } = ctx.actor;
    await ctx.tx.publish({ name: "tracking.link_created", merchant_id: merchantId, link_id: id });
    await recordAudit(ctx, {
      module: "tracking",
      action: "tracking.link_created",
      subject: id,
      after: { destination: link.destination, name: link.name, platform: link.platform },
    });
    return id;
  };

/** The fields as they are stored. Refuses a page outside the stores, a host that is not proven, and a past end. */
export const toManualLink =
  (deps: CheckDestinationDeps) =>
  async (ctx: ReadContext, { destination_url, utm, ...fields }: LinkFields): Promise<ManualLink> => {
    const destination = await checkDestination(deps)(ctx, destination_url);
    await refuseSettings(ctx, fields);
    return {
      ...fields,
      destination,
      utm_source: utm.source || null,
      utm_medium: utm.medium || null,
      utm_campaign: utm.campaign || null,
      utm_content: utm.content || null,
      expires_at: fields.expires_at === null ? null : new Date(fields.expires_at),
    };
  };

/** Refuses an end that has passed, and a host that is not the merchant's proven one. */
export async function refuseSettings(
  { db, actor, now }: ReadContext,
  { expires_at, domain_id }: Pick<LinkFields, "expires_at" | "domain_id">,
): Promise<void> {
  if (expires_at !== null && new Date(expires_at) <= now)
    trackingRefusals.refuse("tracking.expiry_in_past", {}, "expires_at");
  if (domain_id === null) return;
  const domain = await db.maybeOne(sql`
    select 1 from tracking.domains
    where id = ${domain_id} and merchant_id = ${actor.merchantId} and status = 'verified'`);
  if (!domain) trackingRefusals.refuse("tracking.domain_not_verified", {}, "domain_id");
}

/** Ids are shared by all merchants: none may use up more than a small part of them. */
export async function refuseTooMany({ db, actor }: ReadContext, more: number): Promise<void> {
  const { links } = await db.one<{ links: number }>(sql`
    select count(*)::int as links from tracking.links
    where merchant_id = ${actor.merchantId} and origin = 'manual'`);
  if (links + more > manualLinksMax)
    trackingRefusals.refuse("tracking.too_many_links", { max: manualLinksMax });
}
