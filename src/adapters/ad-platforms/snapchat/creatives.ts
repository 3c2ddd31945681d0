import type { AdAccountContext, AdSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { parseAs } from "../shared/parse-as.ts";
import { formatObjectName, hasReference } from "../shared/reference.ts";
import type { ApiClient, Json } from "./api-client.ts";
import { idSchema, namedSchema, nameMax } from "./response-schemas.ts";

/** Our calls to action as website creatives name them (Snap docs, Creatives). */
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

/** The id of an ad's creative; found by the ad's reference if it exists already. */
export async function ensureCreative(
  client: ApiClient,
  account: AdAccountContext,
  spec: AdSpec,
  mediaId: string,
): Promise<string> {
  const path = `/v1/adaccounts/${account.adAccountId}/creatives`;
  for await (const raw of client.list(account.accessToken, path, "creatives")) {
    if (hasReference(parseAs(namedSchema, raw).name, spec.reference)) return parseAs(idSchema, raw).id;
  }
  const created = await client.write(account.accessToken, "POST", path, "creatives", {
    ...toFields(account, spec, mediaId),
    ad_account_id: account.adAccountId,
    type: "WEB_VIEW",
  });
  return parseAs(idSchema, created).id;
}

export async function replaceCreative(
  client: ApiClient,
  account: AdAccountContext,
  creativeId: string,
  spec: AdSpec,
  mediaId: string,
): Promise<void> {
  const current = await client.readOne(account.accessToken, `/v1/creatives/${creativeId}`, "creatives");
  const { brand_name: _brand, ...unchanged } = current;
  const path = `/v1/adaccounts/${account.adAccountId}/creatives`;
  const next = { ...unchanged, ...toFields(account, spec, mediaId) };
  await client.write(account.accessToken, "PUT", path, "creatives", next);
}

/** A single image or video has no field for the ad's text and description: they are not sent. */
function toFields(account: AdAccountContext, spec: AdSpec, mediaId: string): Json {
  const brand = spec.brandName.trim();
  return {
    name: formatObjectName(spec.reference, spec.name, nameMax),
    headline: spec.headline,
    // Without one Snapchat shows the profile's name.
    ...(brand ? { brand_name: brand } : {}),
    call_to_action: callsToAction[spec.callToAction],
    top_snap_media_id: mediaId,
    shareable: true,
    profile_properties: { profile_id: account.profileId },
    // Preloading would fetch the tracking link without a swipe.
    web_view_properties: { url: spec.url, block_preload: true },
  };
}
