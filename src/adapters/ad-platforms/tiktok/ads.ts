import { z } from "zod";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { AdAccountContext, AdSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { checkAd, refuse, requireCapabilities } from "../shared/checks.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { AdsPart } from "../shared/parts.ts";
import { formatObjectName } from "../shared/reference.ts";
import type { ApiClient, Json } from "./api-client.ts";
import { rethrowFlowFault } from "./flow-choice.ts";
import { parsePlatformId } from "./flows.ts";
import { identityFields, isCustom } from "./identity.ts";
import { type AdFiles, ensureFiles } from "./media.ts";
import { findObject, loadObject } from "./objects.ts";
import { ad as adShape, isPlainText, nameMax, plainName } from "./response-schemas.ts";
import { createSmartPlusAd, updateSmartPlusAd } from "./smart-plus-ads.ts";

const createdSchema = z.looseObject({ ad_ids: z.array(z.string()) });

/** An ad holds its visible content itself: files, one text, a button, a URL, and its identity. */
export function makeAds(client: ApiClient): AdsPart {
  return {
    async createAd(account, spec) {
      check(spec, account);
      if (isCustom(account.profileId ?? ""))
        refuse("no_public_profile", "custom identities are no longer accepted");
      const parent = spec.platformAdGroupId;
      const existing = await findObject(client, account, "ad", spec.reference, parent);
      if (existing) return { platformId: existing.platformId };
      const { flow, id } = parsePlatformId(parent);
      if (flow === "smart_plus") return createSmartPlusAd(client, account, spec, toAdTexts(spec));
      const files = await ensureFiles(client, account, spec, {});
      const creative = { ...toCreative(spec, account), ...fileFields(files), operation_status: "DISABLE" };
      const body = { advertiser_id: account.adAccountId, adgroup_id: id, creatives: [creative] };
      const response = await client
        .post(account.accessToken, "/ad/create/", body)
        .catch(rethrowFlowFault(flow));
      const [platformId] = parseAs(createdSchema, response).ad_ids;
      if (!platformId) throw new AdapterFault("outcome_unknown", { reason: "no ad in the response" });
      return { platformId };
    },
    /** The whole creative is sent: TikTok clears what is left out. */
    async updateAd(account, platformId, spec) {
      check(spec, account);
      const { flow, raw } = await loadObject(client, account, "ad", platformId);
      if (flow === "smart_plus") return updateSmartPlusAd(client, account, spec, toAdTexts(spec), raw);
      const { adgroup_id, image_ids, video_id, music_id } = parseAs(adShape, raw);
      const existing = { imageId: image_ids?.[0], videoId: video_id, musicId: music_id };
      const files = await ensureFiles(client, account, spec, existing);
      await client.post(account.accessToken, "/ad/update/", {
        advertiser_id: account.adAccountId,
        adgroup_id,
        creatives: [{ ...toCreative(spec, account), ...fileFields(files), ad_id: platformId }],
      });
    },
  };
}

/** An ad's two texts: its name in TikTok's lists, and the visible text. */
export type AdTexts = { name: string; text: string };

function toAdTexts(spec: AdSpec): AdTexts {
  return { name: formatObjectName(spec.reference, plainName(spec.name), nameMax), text: toAdText(spec) };
}

function check(spec: AdSpec, account: AdAccountContext): void {
  checkAd("tiktok", spec, account);
  const text = toAdText(spec);
  if ([...text].length > (requireCapabilities("tiktok").joinedTextMax ?? 0)) refuse("text_too_long", text);
  if (!isPlainText(text)) refuse("letters_not_supported", text);
}

/** TikTok has no headline: it becomes the beginning of the text. */
function toAdText({ headline, text }: AdSpec): string {
  return [headline, text]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(" — ");
}

function fileFields({ format, videoId, imageId, musicId }: AdFiles): Json {
  return {
    ad_format: format,
    image_ids: [imageId],
    ...(videoId ? { video_id: videoId } : {}),
    ...(musicId ? { music_id: musicId } : {}),
  };
}

function toCreative(spec: AdSpec, account: AdAccountContext): Json {
  const { name, text } = toAdTexts(spec);
  const { automaticEnhancements } = spec;
  return {
    ad_name: name,
    ad_text: text,
    call_to_action: spec.callToAction.toUpperCase(),
    landing_page_url: spec.url,
    ...identityFields(account.profileId ?? ""),
    // Keeps the posts that TikTok creates for the ads off the account's profile.
    ...(isCustom(account.profileId ?? "") ? {} : { dark_post_status: "ON" }),
    // If these are left out, TikTok may choose another destination and other music, and show the ad in its gallery.
    ...(automaticEnhancements ? {} : { dynamic_destination: "UNSET", promotional_music_disabled: true }),
    creative_authorized: false,
  };
}
