import type { Context, ReadContext } from "#base/server/context.ts";
import { type Sql, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";

/** The only file that writes `creative.media_uses`. */

export type MediaUse = Pick<Row<"creative.media_uses">, "ad_id" | "ad_group_id" | "campaign_id" | "name">;

/** An ad, or all ads of a group or of a campaign. */
export type AdsOf = { ad_id: string } | { ad_group_id: string } | { campaign_id: string };

/**
 * Records that the ad shows this file, instead of what it showed before. The file cannot be deleted until the
 * transaction ends; false when there is none.
 */
export async function upsertMediaUse(
  { tx, actor, now }: Context,
  use: MediaUse & { media_id: string },
): Promise<boolean> {
  const count = await tx.run(sql`
    insert into creative.media_uses (merchant_id, ad_id, ad_group_id, campaign_id, name, media_id, used_at)
    select merchant_id, ${use.ad_id}::text, ${use.ad_group_id}::text, ${use.campaign_id}::text, ${use.name}::text, id,
      ${now}::timestamptz
    from creative.media where merchant_id = ${actor.merchantId} and id = ${use.media_id} for key share
    on conflict (merchant_id, ad_id) do update
      set name = excluded.name, media_id = excluded.media_id, used_at = excluded.used_at`);
  return count > 0;
}

export async function deleteMediaUses({ tx, actor }: Context, ads: AdsOf): Promise<void> {
  await tx.run(sql`
    delete from creative.media_uses where merchant_id = ${actor.merchantId} and ${toCondition(ads)}`);
}

function toCondition(ads: AdsOf): Sql {
  if ("ad_id" in ads) return sql`ad_id = ${ads.ad_id}`;
  return "ad_group_id" in ads ? sql`ad_group_id = ${ads.ad_group_id}` : sql`campaign_id = ${ads.campaign_id}`;
}

/** The ads that show a file: the first ones, the newest ad first, and how many there are. */
export async function listMediaUses(
  { db, actor }: ReadContext,
  { mediaId, limit }: { mediaId: string; limit: number },
): Promise<{ items: MediaUse[]; total: number }> {
  const where = sql`merchant_id = ${actor.merchantId} and media_id = ${mediaId}`;
  const items = await db.many<MediaUse>(sql`
    select ad_id, ad_group_id, campaign_id, name from creative.media_uses
    where ${where} order by ad_id desc limit ${limit}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*)::int as total from creative.media_uses where ${where}`,
  );
  return { items, total };
}
