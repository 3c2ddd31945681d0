import type { AdAccountContext } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { checkAd } from "../shared/checks.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { AdsPart } from "../shared/parts.ts";
import { formatObjectName } from "../shared/reference.ts";
import { createCreative } from "./creatives.ts";
import { findByReference } from "./find-by-reference.ts";
import type { Graph, Json } from "./graph.ts";
import { ensureMedia } from "./media.ts";
import { idSchema, nameMax } from "./response-schemas.ts";

/** An ad is three objects: the file, the creative around it, and the ad that shows the creative in an ad set. */
export function makeAds(graph: Graph, videoGraph: Graph): AdsPart {
  return {
    async createAd(account, spec) {
      checkAd("meta", spec, account);
      const found = await findAd(graph, account, spec.reference, spec.platformAdGroupId);
      if (found) return { platformId: parseAs(idSchema, found).id };
      const media = await ensureMedia(graph, videoGraph, account, spec.media);
      const creativeId = await createCreative(graph, account, spec, media);
      const created = await graph.write(account.accessToken, `/act_${account.adAccountId}/ads`, {
        name: formatObjectName(spec.reference, spec.name, nameMax),
        adset_id: spec.platformAdGroupId,
        creative: { creative_id: creativeId },
        status: "PAUSED",
      });
      return { platformId: parseAs(idSchema, created).id };
    },
    /** A creative's visible content cannot be changed: the ad gets another creative, and keeps its figures. */
    async updateAd(account, platformId, spec) {
      checkAd("meta", spec, account);
      const media = await ensureMedia(graph, videoGraph, account, spec.media);
      const creativeId = await createCreative(graph, account, spec, media);
      await graph.write(account.accessToken, `/${platformId}`, {
        name: formatObjectName(spec.reference, spec.name, nameMax),
        creative: { creative_id: creativeId },
      });
    },
  };
}

/** The ad with our reference, in the given ad set or anywhere in the account. */
export function findAd(
  graph: Graph,
  account: AdAccountContext,
  reference: string,
  adSetId: string | null,
): Promise<Json | null> {
  const parentPath = adSetId ?? `act_${account.adAccountId}`;
  return findByReference(graph, account, `/${parentPath}/ads`, "ad", reference);
}
