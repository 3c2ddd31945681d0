import type { AdAccountContext, AdSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { checkAd } from "../shared/checks.ts";
import type { AdsPart } from "../shared/parts.ts";
import { idIn, nameOf } from "./names.ts";
import { makeLabelled } from "./reference.ts";
import { findLabelled } from "./states.ts";
import { videoAd } from "./video-ads.ts";
import type { Json, Operation, Wire } from "./wire.ts";

/** An ad's content: its field and what stands in it, what an update must name, and what must be made before it. */
export type Content = {
  field: "responsiveSearchAd" | "demandGenVideoResponsiveAd";
  ad: Json;
  masks: readonly string[];
  before: Operation[];
  /** On the ad in its ad group: what Google may make of it by itself. */
  settings: Json;
};

/** Ads of words for Search, of a video for YouTube. What people see is changed on the ad itself, where it stands. */
export function makeAds(wire: Wire): AdsPart {
  return {
    async createAd(account, order) {
      checkAd("google", order, account);
      const standing = await findLabelled(wire, account, "ad", order.reference, order.platformAdGroupId);
      if (standing) return { platformId: standing.platformId };
      const { field, ad, before, settings } = await contentOf(wire, account, order);
      const resourceName = nameOf(account, "adGroupAds", `${order.platformAdGroupId}~-1`);
      const create = {
        resourceName,
        adGroup: nameOf(account, "adGroups", order.platformAdGroupId),
        status: "PAUSED",
        ad: { finalUrls: [order.url], [field]: ad },
        ...settings,
      };
      const made = await makeLabelled(wire, account, "ad", order.reference, resourceName, () => [
        ...before,
        { adGroupAdOperation: { create } },
      ]);
      return { platformId: idIn(made[before.length] ?? "") };
    },
    async updateAd(account, platformId, order) {
      checkAd("google", order, account);
      const { field, ad, masks, before, settings } = await contentOf(wire, account, order);
      const adName = nameOf(account, "ads", platformId.slice(platformId.indexOf("~") + 1));
      await wire.mutate(account, [
        ...before,
        {
          adOperation: {
            update: { resourceName: adName, finalUrls: [order.url], [field]: ad },
            updateMask: ["finalUrls", ...masks.map((mask) => `${field}.${mask}`)].join(","),
          },
        },
        ...settingChange(nameOf(account, "adGroupAds", platformId), settings),
      ]);
    },
  };
}

function settingChange(resourceName: string, settings: Json): Operation[] {
  const names = Object.keys(settings);
  if (names.length === 0) return [];
  return [{ adGroupAdOperation: { update: { resourceName, ...settings }, updateMask: names.join(",") } }];
}

function contentOf(wire: Wire, account: AdAccountContext, order: AdSpec): Promise<Content> | Content {
  return order.placements.includes("youtube") ? videoAd(wire, account, order) : searchAd(order);
}

/** Google Ads API, Responsive search ads: Google puts together what fits the question. The brand and the button have no place. */
function searchAd(order: AdSpec): Content {
  const ad = {
    headlines: textsOf([order.headline, ...order.moreHeadlines]),
    descriptions: textsOf([order.description, ...order.moreDescriptions]),
  };
  return { field: "responsiveSearchAd", ad, masks: ["headlines", "descriptions"], before: [], settings: {} };
}

/** Texts as Google lists them; the same one twice would be refused. */
export function textsOf(texts: readonly string[]): { text: string }[] {
  const told = texts.map((text) => text.trim()).filter((text) => text !== "");
  return [...new Set(told)].map((text) => ({ text }));
}
