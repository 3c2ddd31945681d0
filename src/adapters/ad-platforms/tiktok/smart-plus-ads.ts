import { z } from "zod";
import type { AdAccountContext, AdSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { readAs } from "../shared/read-as.ts";
import type { AdWords } from "./ads.ts";
import { callToActionId } from "./call-to-action.ts";
import { homes, platformIdOf, readPlatformId } from "./flows.ts";
import { identityFields } from "./identity.ts";
import { type AdFiles, filesOf, type StandingFiles } from "./media.ts";
import type { Json, Wire } from "./wire.ts";
import { smartPlusAd } from "./wire-shapes.ts";

const { path } = homes.smart_plus.ad;
const made = z.looseObject({ smart_plus_ad_id: z.string() });

/** An ad of Smart+ is a bag of creatives and texts that TikTok combines; ours holds one of each, as the merchant wrote it. */
export async function createSmartPlusAd(
  wire: Wire,
  account: AdAccountContext,
  order: AdSpec,
  words: AdWords,
): Promise<{ platformId: string }> {
  const files = await filesOf(wire, account, order, {});
  const button = await callToActionId(wire, account, order, null);
  const answer = await wire.post(account.accessToken, `${path}/create/`, {
    ...contentOf(account, order, words, files, button),
    adgroup_id: readPlatformId(order.platformAdGroupId).id,
    operation_status: "DISABLE",
  });
  return { platformId: platformIdOf("smart_plus", readAs(made, answer).smart_plus_ad_id) };
}

export async function updateSmartPlusAd(
  wire: Wire,
  account: AdAccountContext,
  order: AdSpec,
  words: AdWords,
  raw: Json,
): Promise<void> {
  const { smart_plus_ad_id, ad_configuration } = readAs(smartPlusAd, raw);
  const files = await filesOf(wire, account, order, standingFilesOf(raw));
  const button = await callToActionId(wire, account, order, ad_configuration?.call_to_action_id);
  const content = contentOf(account, order, words, files, button);
  await wire.post(account.accessToken, `${path}/update/`, { ...content, smart_plus_ad_id });
}

function standingFilesOf(raw: Json): StandingFiles {
  const info = readAs(smartPlusAd, raw).creative_list?.[0]?.creative_info;
  return {
    videoId: info?.video_info?.video_id,
    imageId: info?.image_info?.[0]?.web_uri,
    musicId: info?.music_info?.music_id,
  };
}

function contentOf(
  account: AdAccountContext,
  order: AdSpec,
  { name, text }: AdWords,
  files: AdFiles,
  button: string,
): Json {
  return {
    advertiser_id: account.adAccountId,
    ad_name: name,
    creative_list: [{ creative_info: { ...fileFields(files), ...identityFields(account.profileId ?? "") } }],
    ad_text_list: [{ ad_text: text }],
    landing_page_url_list: [{ landing_page_url: order.url }],
    ad_configuration: {
      call_to_action_id: button,
      // The posts that the ads of a TikTok account are stay off its profile.
      dark_post_status: "ON",
      product_info_enabled: "UNSET",
      // Left out, TikTok may add creatives of its own and change music, language, size and quality.
      ...(order.automaticEnhancements
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
