import type { ReadContext } from "#base/server/context.ts";
import { empty, sql } from "#base/server/db/db.ts";
import type { CampaignColumns } from "./records.ts";

/** What reports are narrowed by and named with. */
export type CampaignLabel = Pick<
  CampaignColumns,
  "id" | "name" | "platform" | "store_id" | "status" | "objective"
>;
export type AdLabel = { id: string; name: string; ad_group_id: string; ad_group_name: string };

/** What narrows campaigns; an absent field leaves out none. */
export type LabelFilter = {
  ids?: readonly string[] | undefined;
  platform?: string | undefined;
  store_id?: string | undefined;
  status?: string | undefined;
  objective?: string | undefined;
};

/** The merchant's campaigns that pass the filter, deleted ones included: their figures remain. */
export function listCampaignLabels(
  { db, actor }: ReadContext,
  { ids, platform, store_id, status, objective }: LabelFilter,
): Promise<CampaignLabel[]> {
  return db.many<CampaignLabel>(sql`
    select id, name, platform, store_id, status, objective from campaigns.campaigns
    where merchant_id = ${actor.merchantId} ${ids ? sql`and id = any(${[...ids]}::text[])` : empty}
      ${platform ? sql`and platform = ${platform}` : empty} ${store_id ? sql`and store_id = ${store_id}` : empty}
      ${status ? sql`and status = ${status}` : empty} ${objective ? sql`and objective = ${objective}` : empty}
    order by id`);
}

/** The named ads with their ad groups, deleted ones included. */
export function listAdLabels({ db, actor }: ReadContext, ids: readonly string[]): Promise<AdLabel[]> {
  return db.many<AdLabel>(sql`
    select ads.id, ads.name, ad_groups.id as ad_group_id, ad_groups.name as ad_group_name
    from campaigns.ads join campaigns.ad_groups on ad_groups.id = ads.ad_group_id
    where ads.merchant_id = ${actor.merchantId} and ads.id = any(${[...ids]}::text[])`);
}
