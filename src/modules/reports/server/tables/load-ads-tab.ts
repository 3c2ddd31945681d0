import type { NamedAd } from "#modules/campaigns/server/campaigns.facade.ts";
import { listSums } from "#modules/figures/server/figures.facade.ts";
import { loadBothPeriods } from "./both-periods.ts";
import { adTabMetrics, listKeys } from "./load-campaigns-tab.ts";
import { groupSums, type Labels, plainLabel, toPeriodSums } from "./report-table.ts";
import type { LoadTab, ResolvedScope, TableDeps } from "./table-deps.ts";

const sums = listSums(adTabMetrics);

/**
 * What each ad, or each ad group, cost and brought. A store narrows it to the campaigns that lead to it; orders of ads are
 * not counted by city.
 */
export const loadAdsTab: LoadTab = async (deps, ctx, scope) => {
  const ids = scope.spendCampaignIds;
  const byAd = await loadBothPeriods(scope, async ({ from, to }) => {
    const filter = { from, to, ...(ids ? { campaignIds: ids } : {}) };
    const rows = await deps.figures.query(ctx, { measures: sums, by: ["ad"], filter });
    return toPeriodSums(
      sums,
      rows.map(({ ad_id, ...known }) => [ad_id, known]),
    );
  });
  const ads = await deps.campaigns.listAds(ctx, listKeys(byAd));
  const byId = new Map(ads.map((ad) => [ad.id, ad]));
  const toGroup = (adId: string) => byId.get(adId)?.ad_group_id ?? "";
  const isByGroup = scope.by === "ad_group";
  return {
    metrics: adTabMetrics,
    now: isByGroup ? groupSums(byAd.now, toGroup) : byAd.now,
    before: byAd.before && isByGroup ? groupSums(byAd.before, toGroup) : byAd.before,
    labels: isByGroup ? nameGroups(deps, scope, ads) : nameAds(deps, scope, byId),
    sort: "spend_halalas",
    keyOrder: "asc",
    notes: [
      ...(scope.store_id === undefined ? [] : (["spend_of_store_campaigns"] as const)),
      ...(scope.city === undefined ? [] : (["not_by_city"] as const)),
    ],
  };
};

const toUnknown = ({ messages }: TableDeps, { language }: ResolvedScope) => ({
  ...plainLabel(messages.translate(language, "reports:row.unknown")),
  is_deleted: true,
});

const ofCampaign = ({ platform, campaign_id, campaign_name }: NamedAd) => ({
  platform,
  campaign_id,
  detail: campaign_name,
});

function nameAds(deps: TableDeps, scope: ResolvedScope, byId: ReadonlyMap<string, NamedAd>): Labels {
  const unknown = toUnknown(deps, scope);
  return (id) => {
    const ad = byId.get(id);
    if (!ad) return unknown;
    const { name, media_id, is_deleted } = ad;
    return { ...plainLabel(name), ...ofCampaign(ad), media_id, is_deleted };
  };
}

function nameGroups(deps: TableDeps, scope: ResolvedScope, ads: readonly NamedAd[]): Labels {
  const unknown = toUnknown(deps, scope);
  const byGroup = new Map(ads.map((ad) => [ad.ad_group_id, ad]));
  return (id) => {
    const ad = byGroup.get(id);
    if (!ad) return unknown;
    return { ...plainLabel(ad.ad_group_name), ...ofCampaign(ad), is_deleted: ad.is_ad_group_deleted };
  };
}
