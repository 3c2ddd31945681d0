import type { ReadContext } from "#base/server/context.ts";
import { campaignKinds } from "../contract/kinds.ts";
import type { NotificationRecord } from "./notifications.store.ts";

/** Where the names of campaigns and stores are read. */
export type SubjectSources = {
  campaigns: {
    findCampaigns(ctx: ReadContext, ids: readonly string[]): Promise<{ id: string; name: string }[]>;
  };
  stores: {
    listStoreNames(ctx: ReadContext, ids: readonly string[]): Promise<{ id: string; name: string }[]>;
  };
};

const isOfCampaign = ({ kind }: NotificationRecord) => (campaignKinds as readonly string[]).includes(kind);

/** The names, as they are now, of the campaigns and stores that these notifications are about; by id. */
export async function nameSubjects(
  ctx: ReadContext,
  { campaigns, stores }: SubjectSources,
  rows: readonly NotificationRecord[],
): Promise<ReadonlyMap<string, string>> {
  const campaignIds = new Set(rows.filter(isOfCampaign).map(({ subject }) => subject));
  const storeIds = new Set(rows.filter(({ kind }) => kind === "store_lost").map(({ subject }) => subject));
  const named = await Promise.all([
    campaignIds.size > 0 ? campaigns.findCampaigns(ctx, [...campaignIds]) : [],
    storeIds.size > 0 ? stores.listStoreNames(ctx, [...storeIds]) : [],
  ]);
  return new Map(named.flat().map(({ id, name }) => [id, name]));
}
