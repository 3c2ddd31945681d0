import type { Level } from "#modules/ad-accounts/server/ad-platform.port.ts";

/**
 * TikTok's two ways to create campaigns, each with its own endpoints; an object is changed only in the flow that
 * created it.
 */
export type Flow = "manual" | "smart_plus";

const smartPlusPrefix = "smart_plus:";

/** An id as other modules see it: TikTok's own, with a prefix for objects of Smart+, which are found only there. */
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
  /** The name of the ids in a filter, and in a status update. */
  ids: string;
  name: string;
  /** The filter that narrows its lists to one parent. */
  parentFilter: string | null;
  /** Objects in one page of its list. */
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

/** Each level's path in the API, and its field names. */
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
