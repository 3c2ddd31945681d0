import type { ReadContext } from "#base/server/context.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { AdLabel, CampaignLabel } from "#modules/campaigns/server/campaigns.facade.ts";
import type { CustomFilter } from "../../contract/custom-reports.calls.ts";
import type { CustomFiguresDeps } from "./custom-deps.ts";

/** A report's filter as the figures take it, with the campaigns that pass it. */
export type CustomScope = {
  filter: { campaignIds?: readonly string[]; platforms?: readonly Platform[] };
  campaigns: ReadonlyMap<string, CampaignLabel>;
  /** The filter leaves no campaign. */
  isEmpty: boolean;
};

/** What ids are called. */
export type Labels = {
  campaigns: ReadonlyMap<string, CampaignLabel>;
  ads: ReadonlyMap<string, AdLabel>;
};

export async function loadScope(
  { campaigns }: CustomFiguresDeps,
  ctx: ReadContext,
  { campaign_ids, ...filter }: CustomFilter,
): Promise<CustomScope> {
  const labels = await campaigns.listCampaignLabels(ctx, { ...filter, ids: campaign_ids });
  const { platform, store_id, status, objective } = filter;
  const narrowsCampaigns = [campaign_ids, store_id, status, objective].some((value) => value !== undefined);
  return {
    // Without a filter of campaigns the smallest roll-up answers.
    filter: narrowsCampaigns
      ? { campaignIds: labels.map(({ id }) => id) }
      : platform
        ? { platforms: [platform] }
        : {},
    campaigns: new Map(labels.map((label) => [label.id, label])),
    isEmpty: narrowsCampaigns && labels.length === 0,
  };
}

/** The names of what these rows concern. */
export async function loadLabels(
  { campaigns }: CustomFiguresDeps,
  ctx: ReadContext,
  scope: CustomScope,
  rows: readonly { ad_id: string }[],
): Promise<Labels> {
  const adIds = [...new Set(rows.map(({ ad_id }) => ad_id))];
  const ads = adIds.length === 0 ? [] : await campaigns.listAdLabels(ctx, adIds);
  return { campaigns: scope.campaigns, ads: new Map(ads.map((ad) => [ad.id, ad])) };
}

type Words = (key: string) => string;

/** Writes the name of each breakdown's id. */
export function makeNames(words: Words, stores: ReadonlyMap<string, string>) {
  const unknown = () => words("reports_custom:name_unknown");
  return {
    store: (id: string) => (id === "" ? words("reports_custom:no_store") : (stores.get(id) ?? unknown())),
    platform: (id: string) => words(`campaigns:platform_names.${id}`),
    campaign: (id: string, { campaigns }: Labels) => campaigns.get(id)?.name ?? unknown(),
    ad: (id: string, { ads }: Labels) => ads.get(id)?.name ?? unknown(),
    ad_group: (id: string, { ads }: Labels) =>
      [...ads.values()].find(({ ad_group_id }) => ad_group_id === id)?.ad_group_name ?? unknown(),
    day: (id: string) => id,
    week: (id: string) => id,
    month: (id: string) => id.slice(0, 7),
  };
}
export type Names = ReturnType<typeof makeNames>;
