import type { Level } from "#modules/ad-accounts/server/ad-platform.port.ts";

/** TikTok's two ways of making campaigns, each with endpoints of its own; what was made in one is changed only there. */
export type Flow = "manual" | "smart_plus";

const smartPlusPrefix = "smart_plus:";

/** An id as we give it away: TikTok's own, marked where Smart+ made the object, so that it is found there again. */
export const toPlatformId = (flow: Flow, id: string): string =>
  flow === "smart_plus" ? `${smartPlusPrefix}${id}` : id;

export function parsePlatformId(platformId: string): { flow: Flow; id: string } {
  return platformId.startsWith(smartPlusPrefix)
    ? { flow: "smart_plus", id: platformId.slice(smartPlusPrefix.length) }
    : { flow: "manual", id: platformId };
}

type LevelEndpoint = {
  path: string;
  id: string;
  /** The filter by ids, and the field of ids in a switch. */
  ids: string;
  name: string;
  /** By what its lists can be narrowed to one parent. */
  parentFilter: string | null;
  /** Objects in a page of its list. */
  pageSize: number;
};

const campaign = {
  id: "campaign_id",
  ids: "campaign_ids",
  name: "campaign_name",
  parentFilter: null,
  pageSize: 1_000,
};
const adGroup = {
  id: "adgroup_id",
  ids: "adgroup_ids",
  name: "adgroup_name",
  parentFilter: "campaign_ids",
  pageSize: 1_000,
};
const ad = { name: "ad_name", parentFilter: "adgroup_ids" };

/** Where each level lives, and how it is named there. */
export const levelEndpoints: Record<Flow, Record<Level, LevelEndpoint>> = {
  manual: {
    campaign: { ...campaign, path: "/campaign" },
    ad_group: { ...adGroup, path: "/adgroup" },
    ad: { ...ad, path: "/ad", id: "ad_id", ids: "ad_ids", pageSize: 1_000 },
  },
  smart_plus: {
    campaign: { ...campaign, path: "/smart_plus/campaign" },
    ad_group: { ...adGroup, path: "/smart_plus/adgroup" },
    ad: {
      ...ad,
      path: "/smart_plus/ad",
      id: "smart_plus_ad_id",
      ids: "smart_plus_ad_ids",
      pageSize: 100,
    },
  },
};
