import type { AdAccountContext, AdSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { checkAd } from "../shared/checks.ts";
import type { AdsPart } from "../shared/parts.ts";
import { type AdContent, toTexts } from "./ad-content.ts";
import type { ApiClient, Json, Operation } from "./api-client.ts";
import { createLabelled } from "./reference.ts";
import { parseId, toResourceName } from "./resource-names.ts";
import { findLabelled } from "./states.ts";
import { buildVideoAd } from "./video-ads.ts";

/** Text ads for Search, video ads for YouTube. Visible content is changed on the ad itself, in place. */
export function makeAds(client: ApiClient): AdsPart {
  return {
    async createAd(account, spec) {
      checkAd("google", spec, account);
      const existing = await findLabelled(client, account, "ad", spec.reference, spec.platformAdGroupId);
      if (existing) return { platformId: existing.platformId };
      const { field, ad, before, settings } = await buildContent(client, account, spec);
      const resourceName = toResourceName(account, "adGroupAds", `${spec.platformAdGroupId}~-1`);
      const create = {
        resourceName,
        adGroup: toResourceName(account, "adGroups", spec.platformAdGroupId),
        status: "PAUSED",
        ad: { finalUrls: [spec.url], [field]: ad },
        ...settings,
      };
      const created = await createLabelled(client, account, "ad", spec.reference, resourceName, () => [
        ...before,
        { adGroupAdOperation: { create } },
      ]);
      return { platformId: parseId(created[before.length] ?? "") };
    },
    async updateAd(account, platformId, spec) {
      checkAd("google", spec, account);
      const { field, ad, masks, before, settings } = await buildContent(client, account, spec);
      const adName = toResourceName(account, "ads", platformId.slice(platformId.indexOf("~") + 1));
      await client.mutate(account, [
        ...before,
        {
          adOperation: {
            update: { resourceName: adName, finalUrls: [spec.url], [field]: ad },
            updateMask: ["finalUrls", ...masks.map((mask) => `${field}.${mask}`)].join(","),
          },
        },
        ...toSettingChange(toResourceName(account, "adGroupAds", platformId), settings),
      ]);
    },
  };
}

function toSettingChange(resourceName: string, settings: Json): Operation[] {
  const names = Object.keys(settings);
  if (names.length === 0) return [];
  return [{ adGroupAdOperation: { update: { resourceName, ...settings }, updateMask: names.join(",") } }];
}

function buildContent(
  client: ApiClient,
  account: AdAccountContext,
  spec: AdSpec,
): Promise<AdContent> | AdContent {
  return spec.placements.includes("youtube") ? buildVideoAd(client, account, spec) : buildSearchAd(spec);
}

/**
 * Google Ads API, Responsive search ads: Google combines the texts that fit the search. Brand name and button are not
 * used.
 */
function buildSearchAd(spec: AdSpec): AdContent {
  const ad = {
    headlines: toTexts([spec.headline, ...spec.moreHeadlines]),
    descriptions: toTexts([spec.description, ...spec.moreDescriptions]),
  };
  return { field: "responsiveSearchAd", ad, masks: ["headlines", "descriptions"], before: [], settings: {} };
}
