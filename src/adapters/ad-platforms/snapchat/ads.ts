import type { AdAccountContext } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { checkAd } from "../shared/checks.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { AdsPart } from "../shared/parts.ts";
import { formatObjectName, hasReference } from "../shared/reference.ts";
import type { ApiClient, Json } from "./api-client.ts";
import { ensureCreative, replaceCreative } from "./creatives.ts";
import { ensureMedia } from "./media.ts";
import { ad as adShape, idSchema, namedSchema, nameMax } from "./response-schemas.ts";

/** An ad is three objects: the file, the creative around it, and the ad that shows the creative in an ad squad. */
export function makeAds(client: ApiClient): AdsPart {
  return {
    async createAd(account, spec) {
      checkAd("snapchat", spec, account);
      const existing = await findAd(client, account, spec.reference, spec.platformAdGroupId);
      if (existing) return { platformId: parseAs(idSchema, existing).id };
      const mediaId = await ensureMedia(client, account, spec.media);
      const creativeId = await ensureCreative(client, account, spec, mediaId);
      const created = await client.write(
        account.accessToken,
        "POST",
        `/v1/adsquads/${spec.platformAdGroupId}/ads`,
        "ads",
        {
          ad_squad_id: spec.platformAdGroupId,
          creative_id: creativeId,
          name: formatObjectName(spec.reference, spec.name, nameMax),
          type: "REMOTE_WEBPAGE",
          status: "PAUSED",
        },
      );
      return { platformId: parseAs(idSchema, created).id };
    },
    /** The visible content belongs to the creative; the ad itself has only its name. */
    async updateAd(account, platformId, spec) {
      checkAd("snapchat", spec, account);
      const current = await client.readOne(account.accessToken, `/v1/ads/${platformId}`, "ads");
      const { creative_id, ad_squad_id } = parseAs(adShape, current);
      const mediaId = await ensureMedia(client, account, spec.media);
      await replaceCreative(client, account, creative_id, spec, mediaId);
      const name = formatObjectName(spec.reference, spec.name, nameMax);
      if (parseAs(namedSchema, current).name === name) return;
      const path = `/v1/adsquads/${ad_squad_id}/ads`;
      await client.write(account.accessToken, "PUT", path, "ads", { ...current, name });
    },
  };
}

/** The ad with our reference, in the given ad squad or anywhere in the account. */
export async function findAd(
  client: ApiClient,
  account: AdAccountContext,
  reference: string,
  squadId: string | null,
): Promise<Json | null> {
  const parentPath = squadId ? `adsquads/${squadId}` : `adaccounts/${account.adAccountId}`;
  for await (const raw of client.list(account.accessToken, `/v1/${parentPath}/ads`, "ads")) {
    if (hasReference(parseAs(namedSchema, raw).name, reference)) return raw;
  }
  return null;
}
