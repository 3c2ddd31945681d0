import type { ReadContext } from "#base/server/context.ts";
import { type Sql, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { Period } from "#base/shared/period.ts";
import type { HealthState } from "../contract/link-enums.ts";
import type { LinkDetails, LinkFigures, LinkRow } from "../contract/link-shapes.ts";
import { toLocation } from "../domain/landing.ts";
import { toLinkState } from "../domain/link-state.ts";
import { type TaggedLink, toTaggedLanding } from "./link-cache.ts";
import { loadLinkFigures } from "./link-figures.ts";

export type PresentDeps = { trackingUrl: string };

/** A link with what its row says of its host and its destination. */
export type ListedLink = Row<"tracking.links"> & {
  host: string | null;
  health: HealthState | null;
  http_status: number | null;
  checked_at: Date | null;
  failing_since: Date | null;
};

/** Links with their hosts and the state of their destinations; `links` is a query of the merchant's link ids. */
export const selectListed = ({ actor }: ReadContext, links: Sql): Sql => sql`
  select links.*, domains.host, destinations.state as health, destinations.http_status, destinations.checked_at,
    destinations.failing_since
  from tracking.links
  left join tracking.domains on domains.id = links.domain_id and domains.merchant_id = links.merchant_id
    and domains.status = 'verified'
  left join tracking.destinations on destinations.merchant_id = links.merchant_id
    and destinations.key = md5(links.destination)
  where links.merchant_id = ${actor.merchantId} and links.id in (${links})`;

export const noFigures: LinkFigures = {
  clicks: 0,
  bot_clicks: 0,
  orders_placed: 0,
  sales_placed_halalas: 0,
  orders_delivered: 0,
  sales_delivered_halalas: 0,
};

export function presentRow(
  { trackingUrl }: PresentDeps,
  row: ListedLink,
  { figures, now }: { figures: LinkFigures; now: Date },
): LinkRow {
  const { id, destination, host, health, http_status, checked_at, failing_since } = row;
  return {
    id,
    url: host === null ? `${trackingUrl}/t/${id}` : `https://${host}/t/${id}`,
    destination_url: destination,
    origin: row.origin,
    name: row.name,
    project_name: row.project_name,
    platform: row.platform as LinkRow["platform"],
    campaign_id: row.campaign_id,
    ad_group_id: row.ad_group_id,
    ad_id: row.ad_id,
    tags: row.tags,
    state: toLinkState(row, now),
    created_at: row.created_at.toISOString(),
    stopped_at: row.stopped_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    blocked_at: row.blocked_at?.toISOString() ?? null,
    blocked_reason: row.blocked_reason,
    health: {
      state: health ?? "unknown",
      http_status,
      checked_at: checked_at?.toISOString() ?? null,
      failing_since: failing_since?.toISOString() ?? null,
    },
    figures,
  };
}

/** One link with the figures of a period; the link is the merchant's. */
export const presentDetails =
  (deps: PresentDeps) =>
  async (ctx: ReadContext, linkId: string, period: Period): Promise<LinkDetails> => {
    const row = await ctx.db.one<ListedLink>(selectListed(ctx, sql`${linkId}`));
    const figures = await loadLinkFigures(ctx, [linkId], period);
    return {
      ...presentRow(deps, row, { figures: figures.get(linkId) ?? noFigures, now: ctx.now }),
      utm: {
        source: row.utm_source,
        medium: row.utm_medium,
        campaign: row.utm_campaign,
        content: row.utm_content,
      },
      domain_id: row.domain_id,
      landing_url: toLocation(toTaggedLanding(row as unknown as TaggedLink), "{click}"),
    };
  };
