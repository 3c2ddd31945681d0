import type { AdAccountContext } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { checkAd } from "../shared/checks.ts";
import type { AdsPart } from "../shared/parts.ts";
import { readAs } from "../shared/read-as.ts";
import { nameWith } from "../shared/reference.ts";
import { makeCreative } from "./creatives.ts";
import type { Graph, Json } from "./graph.ts";
import { readyMedia } from "./media.ts";
import { findNamed } from "./named.ts";
import { nameMax, onlyId } from "./shapes.ts";

/** An ad is three objects: the file, the creative around it, and the ad that shows the creative in an ad set. */
export function makeAds(graph: Graph, videoGraph: Graph): AdsPart {
  return {
    async createAd(account, order) {
      checkAd("meta", order, account);
      const found = await adWith(graph, account, order.reference, order.platformAdGroupId);
      if (found) return { platformId: readAs(onlyId, found).id };
      const media = await readyMedia(graph, videoGraph, account, order.media);
      const creativeId = await makeCreative(graph, account, order, media);
      const made = await graph.write(account.accessToken, `/act_${account.adAccountId}/ads`, {
        name: nameWith(order.reference, order.name, nameMax),
        adset_id: order.platformAdGroupId,
        creative: { creative_id: creativeId },
        status: "PAUSED",
      });
      return { platformId: readAs(onlyId, made).id };
    },
    /** What people see cannot be changed in a creative: the ad gets another one, and keeps its figures. */
    async updateAd(account, platformId, order) {
      checkAd("meta", order, account);
      const media = await readyMedia(graph, videoGraph, account, order.media);
      const creativeId = await makeCreative(graph, account, order, media);
      await graph.write(account.accessToken, `/${platformId}`, {
        name: nameWith(order.reference, order.name, nameMax),
        creative: { creative_id: creativeId },
      });
    },
  };
}

/** The ad that bears our reference, in the named ad set or anywhere in the account. */
export function adWith(
  graph: Graph,
  account: AdAccountContext,
  reference: string,
  adSetId: string | null,
): Promise<Json | null> {
  const above = adSetId ?? `act_${account.adAccountId}`;
  return findNamed(graph, account, `/${above}/ads`, "ad", reference);
}
