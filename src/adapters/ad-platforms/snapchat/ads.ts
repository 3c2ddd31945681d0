import type { AdAccountContext } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { checkAd } from "../shared/checks.ts";
import type { AdsPart } from "../shared/parts.ts";
import { readAs } from "../shared/read-as.ts";
import { bears, nameWith } from "../shared/reference.ts";
import { replaceCreative, standingCreative } from "./creatives.ts";
import { readyMedia } from "./media.ts";
import type { Json, Wire } from "./wire.ts";
import { ad as adShape, named, nameMax, onlyId } from "./wire-shapes.ts";

/** An ad is three objects: the file, the creative around it, and the ad that shows the creative in an ad squad. */
export function makeAds(wire: Wire): AdsPart {
  return {
    async createAd(account, order) {
      checkAd("snapchat", order, account);
      const standing = await adWith(wire, account, order.reference, order.platformAdGroupId);
      if (standing) return { platformId: readAs(onlyId, standing).id };
      const mediaId = await readyMedia(wire, account, order.media);
      const creativeId = await standingCreative(wire, account, order, mediaId);
      const made = await wire.write(
        account.accessToken,
        "POST",
        `/v1/adsquads/${order.platformAdGroupId}/ads`,
        "ads",
        {
          ad_squad_id: order.platformAdGroupId,
          creative_id: creativeId,
          name: nameWith(order.reference, order.name, nameMax),
          type: "REMOTE_WEBPAGE",
          status: "PAUSED",
        },
      );
      return { platformId: readAs(onlyId, made).id };
    },
    /** What people see is the creative's; the ad itself has only its name. */
    async updateAd(account, platformId, order) {
      checkAd("snapchat", order, account);
      const current = await wire.readOne(account.accessToken, `/v1/ads/${platformId}`, "ads");
      const { creative_id, ad_squad_id } = readAs(adShape, current);
      const mediaId = await readyMedia(wire, account, order.media);
      await replaceCreative(wire, account, creative_id, order, mediaId);
      const name = nameWith(order.reference, order.name, nameMax);
      if (readAs(named, current).name === name) return;
      const path = `/v1/adsquads/${ad_squad_id}/ads`;
      await wire.write(account.accessToken, "PUT", path, "ads", { ...current, name });
    },
  };
}

/** The ad that bears our reference, in the named ad squad or anywhere in the account. */
export async function adWith(
  wire: Wire,
  account: AdAccountContext,
  reference: string,
  squadId: string | null,
): Promise<Json | null> {
  const above = squadId ? `adsquads/${squadId}` : `adaccounts/${account.adAccountId}`;
  for await (const raw of wire.list(account.accessToken, `/v1/${above}/ads`, "ads")) {
    if (bears(readAs(named, raw).name, reference)) return raw;
  }
  return null;
}
