import type { ReadContext } from "#base/server/context.ts";
import { type Db, empty, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { LinkAnswer } from "../contract/tracking.calls.ts";
import { trackingRefusals } from "../contract/tracking.refusals.ts";

type ListedLink = Omit<LinkAnswer, "url" | "created_at" | "stopped_at"> &
  Row<"tracking.links", "created_at" | "stopped_at">;
type Deps = { publicUrl: string };
type ListQuery = { page: number; size: number; campaign_id?: string | undefined };

/** The merchant's links, newest first. */
export const listLinks =
  ({ publicUrl }: Deps) =>
  async ({ db, actor }: ReadContext, { page, size, campaign_id }: ListQuery) => {
    const ofCampaign = campaign_id === undefined ? empty : sql`and campaign_id = ${campaign_id}`;
    const where = sql`merchant_id = ${actor.merchantId} ${ofCampaign}`;
    const rows = await select(
      db,
      sql`${where} order by created_at desc, id desc limit ${size} offset ${(page - 1) * size}`,
    );
    const { total } = await db.one<{ total: number }>(
      sql`select count(*) as total from tracking.links where ${where}`,
    );
    return { items: rows.map((row) => presentLink(publicUrl, row)), page, size, total };
  };

/** Refuses `tracking.link_not_found`. */
export const loadLink =
  ({ publicUrl }: Deps) =>
  async ({ db, actor }: ReadContext, { linkId }: { linkId: string }): Promise<LinkAnswer> => {
    const [row] = await select(db, sql`merchant_id = ${actor.merchantId} and id = ${linkId}`);
    return row ? presentLink(publicUrl, row) : trackingRefusals.refuse("tracking.link_not_found");
  };

function select(db: Db, rest: ReturnType<typeof sql>): Promise<ListedLink[]> {
  return db.many<ListedLink>(sql`
    select id, destination as destination_url, platform, campaign_id, ad_group_id, ad_id, created_at, stopped_at,
      coalesce(days.valid_clicks, 0) as clicks, coalesce(days.bot_clicks, 0) as bot_clicks,
      (select count(*) from tracking.attributions where link_id = links.id) as orders
    from (select * from tracking.links where ${rest}) links
    left join lateral (
      select sum(valid_clicks)::int as valid_clicks, sum(bot_clicks)::int as bot_clicks from tracking.click_days
      where click_days.merchant_id = links.merchant_id and click_days.campaign_id = links.campaign_id
        and click_days.ad_id = links.ad_id
    ) days on true
    order by created_at desc, id desc`);
}

function presentLink(publicUrl: string, { created_at, stopped_at, ...link }: ListedLink): LinkAnswer {
  return {
    ...link,
    url: `${publicUrl}/t/${link.id}`,
    created_at: created_at.toISOString(),
    stopped_at: stopped_at?.toISOString() ?? null,
  };
}
