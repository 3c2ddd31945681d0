import type { AdAccountContext, AdSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { readAs } from "../shared/read-as.ts";
import { bears, nameWith } from "../shared/reference.ts";
import type { Json, Wire } from "./wire.ts";
import { named, nameMax, onlyId } from "./wire-shapes.ts";

/** Our calls to action as a website creative knows them (Snap docs, Creatives). */
const callsToAction: Record<string, string> = {
  shop_now: "SHOP_NOW",
  order_now: "ORDER_NOW",
  learn_more: "MORE",
  sign_up: "SIGN_UP",
  subscribe: "SIGN_UP",
  book_now: "BOOK_NOW",
  apply_now: "APPLY_NOW",
  download_now: "DOWNLOAD",
  contact_us: "RESPOND",
  watch_now: "WATCH",
};

/** The id of the creative of an ad; found by the ad's reference when it already stands. */
export async function standingCreative(
  wire: Wire,
  account: AdAccountContext,
  order: AdSpec,
  mediaId: string,
): Promise<string> {
  const path = `/v1/adaccounts/${account.adAccountId}/creatives`;
  for await (const raw of wire.list(account.accessToken, path, "creatives")) {
    if (bears(readAs(named, raw).name, order.reference)) return readAs(onlyId, raw).id;
  }
  const made = await wire.write(account.accessToken, "POST", path, "creatives", {
    ...fieldsOf(account, order, mediaId),
    ad_account_id: account.adAccountId,
    type: "WEB_VIEW",
  });
  return readAs(onlyId, made).id;
}

export async function replaceCreative(
  wire: Wire,
  account: AdAccountContext,
  creativeId: string,
  order: AdSpec,
  mediaId: string,
): Promise<void> {
  const current = await wire.readOne(account.accessToken, `/v1/creatives/${creativeId}`, "creatives");
  const { brand_name: _brand, ...kept } = current;
  const path = `/v1/adaccounts/${account.adAccountId}/creatives`;
  const next = { ...kept, ...fieldsOf(account, order, mediaId) };
  await wire.write(account.accessToken, "PUT", path, "creatives", next);
}

/** An ad's text and description have no place on a single image or video: they stay with us. */
function fieldsOf(account: AdAccountContext, order: AdSpec, mediaId: string): Json {
  const brand = order.brandName.trim();
  return {
    name: nameWith(order.reference, order.name, nameMax),
    headline: order.headline,
    // Without one Snapchat shows the profile's name.
    ...(brand ? { brand_name: brand } : {}),
    call_to_action: callsToAction[order.callToAction],
    top_snap_media_id: mediaId,
    shareable: true,
    profile_properties: { profile_id: account.profileId },
    // Preloading would fetch the tracking link without anybody having swiped.
    web_view_properties: { url: order.url, block_preload: true },
  };
}
