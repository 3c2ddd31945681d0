import { z } from "zod";
import type { AdAccountContext, AdSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { AdTexts } from "./ads.ts";
import type { ApiClient, Json } from "./api-client.ts";
import { ensureCallToActionId } from "./call-to-action.ts";
import { levelEndpoints, parsePlatformId, toPlatformId } from "./flows.ts";
import { identityFields } from "./identity.ts";
import { type AdFiles, type ExistingFiles, ensureFiles } from "./media.ts";
import { smartPlusAd } from "./response-schemas.ts";

const { path } = levelEndpoints.smart_plus.ad;
const createdSchema = z.looseObject({ smart_plus_ad_id: z.string() });

/**
 * A Smart+ ad is a set of creatives and texts that TikTok combines; ours holds one of each, as the merchant wrote it.
 */
export async function createSmartPlusAd(
  client: ApiClient,
  account: AdAccountContext,
  spec: AdSpec,
  adTexts: AdTexts,
): Promise<{ platformId: string }> {
  const files = await ensureFiles(client, account, spec, {});
  const button = await ensureCallToActionId(client, account, spec, null);
  const response = await client.post(account.accessToken, `${path}/create/`, {
    ...toContent(account, spec, adTexts, files, button),
    adgroup_id: parsePlatformId(spec.platformAdGroupId).id,
    operation_status: "DISABLE",
  });
  return { platformId: toPlatformId("smart_plus", parseAs(createdSchema, response).smart_plus_ad_id) };
}

export async function updateSmartPlusAd(
  client: ApiClient,
  account: AdAccountContext,
  spec: AdSpec,
  adTexts: AdTexts,
  raw: Json,
): Promise<void> {
  const { smart_plus_ad_id, ad_configuration } = parseAs(smartPlusAd, raw);
  const files = await ensureFiles(client, account, spec, toExistingFiles(raw));
  const button = await ensureCallToActionId(client, account, spec, ad_configuration?.call_to_action_id);
  const content = toContent(account, spec, adTexts, files, button);
  await client.post(account.accessToken, `${path}/update/`, { ...content, smart_plus_ad_id });
}

function toExistingFiles(raw: Json): ExistingFiles {
  const info = parseAs(smartPlusAd, raw).creative_list?.[0]?.creative_info;
  return {
    videoId: info?.video_info?.video_id,
    imageId: info?.image_info?.[0]?.web_uri,
    musicId: info?.music_info?.music_id,
  };
}

function toContent(
  account: AdAccountContext,
  spec: AdSpec,
  { name, text }: AdTexts,
  files: AdFiles,
  button: string,
): Json {
  return {
    advertiser_id: account.adAccountId,
    ad_name: name,
    creative_list: [{ creative_info: { ...fileFields(files), ...identityFields(account.profileId ?? "") } }],
    ad_text_list: [{ ad_text: text }],
    landing_page_url_list: [{ landing_page_url: spec.url }],
    ad_configuration: {
      call_to_action_id: button,
      // Keeps the posts that TikTok creates for the ads off the account's profile.
      dark_post_status: "ON",
      product_info_enabled: "UNSET",
      // If these are left out, TikTok may add its own creatives and change music, language, size and quality.
      ...(spec.automaticEnhancements
        ? {}
        : { creative_auto_add_toggle: false, creative_auto_enhancement_strategy_list: [] }),
    },
  };
}

function fileFields({ format, videoId, imageId, musicId }: AdFiles): Json {
  return {
    ad_format: format,
    image_info: [{ web_uri: imageId }],
    ...(videoId ? { video_info: { video_id: videoId } } : {}),
    ...(musicId ? { music_info: { music_id: musicId } } : {}),
  };
}
