import type { ReadContext } from "#base/server/context.ts";
import type { MerchantsFacade } from "#modules/merchants/server/merchants.facade.ts";
import { campaignKinds, type Kind } from "../contract/kinds.ts";

/** Where the names of campaigns, stores and members are read. */
export type SubjectSources = {
  merchants: Pick<MerchantsFacade, "loadPeopleNames">;
  campaigns: {
    findCampaigns(ctx: ReadContext, ids: readonly string[]): Promise<{ id: string; name: string }[]>;
  };
  stores: {
    listStoreNames(ctx: ReadContext, ids: readonly string[]): Promise<{ id: string; name: string }[]>;
  };
};

type Named = { kind: string; subject: string };

const isOfCampaign = ({ kind }: Named) => (campaignKinds as readonly string[]).includes(kind);

const storeKinds = new Set<string>(["store_lost", "store_silent"] satisfies Kind[]);

const personKinds = new Set<string>(["member_joined", "member_left"] satisfies Kind[]);

/** The names, as they are now, of the campaigns, stores and members that these notifications are about; by id. */
export async function nameSubjects(
  ctx: ReadContext,
  { campaigns, stores, merchants }: SubjectSources,
  rows: readonly Named[],
): Promise<ReadonlyMap<string, string>> {
  const campaignIds = new Set(rows.filter(isOfCampaign).flatMap(({ subject }) => subject || []));
  const storeIds = new Set(rows.filter(({ kind }) => storeKinds.has(kind)).map(({ subject }) => subject));
  const named = await Promise.all([
    campaignIds.size > 0 ? campaigns.findCampaigns(ctx, [...campaignIds]) : [],
    storeIds.size > 0 ? stores.listStoreNames(ctx, [...storeIds]) : [],
  ]);
  const personIds = rows.filter(({ kind }) => personKinds.has(kind)).map(({ subject }) => subject);
  const people = await merchants.loadPeopleNames(ctx, personIds);
  return new Map([...people, ...named.flat().map(({ id, name }): [string, string] => [id, name])]);
}
