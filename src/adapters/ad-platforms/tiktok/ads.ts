import { z } from "zod";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { AdAccountContext, AdSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { checkAd, refuse } from "../shared/checks.ts";
import type { AdsPart } from "../shared/parts.ts";
import { readAs } from "../shared/read-as.ts";
import { nameWith } from "../shared/reference.ts";
import { tellIfClosed } from "./flow-choice.ts";
import { readPlatformId } from "./flows.ts";
import { identityFields, isCustom } from "./identity.ts";
import { type AdFiles, filesOf } from "./media.ts";
import { objectById, objectWith } from "./objects.ts";
import { createSmartPlusAd, updateSmartPlusAd } from "./smart-plus-ads.ts";
import type { Json, Wire } from "./wire.ts";
import { ad as adShape, isPlainText, nameMax, plainName } from "./wire-shapes.ts";

const adTextMax = 100;
const made = z.looseObject({ ad_ids: z.array(z.string()) });

/** An ad holds what people see itself: files, one text, a button, an address, and whom it appears under. */
export function makeAds(wire: Wire): AdsPart {
  return {
    async createAd(account, order) {
      check(order, account);
      if (isCustom(account.profileId ?? "")) refuse("no_public_profile", "custom identities are over");
      const parent = order.platformAdGroupId;
      const standing = await objectWith(wire, account, "ad", order.reference, parent);
      if (standing) return { platformId: standing.platformId };
      const { flow, id } = readPlatformId(parent);
      if (flow === "smart_plus") return createSmartPlusAd(wire, account, order, wordsOf(order));
      const files = await filesOf(wire, account, order, {});
      const creative = { ...creativeOf(order, account), ...fileFields(files), operation_status: "DISABLE" };
      const body = { advertiser_id: account.adAccountId, adgroup_id: id, creatives: [creative] };
      const answer = await wire.post(account.accessToken, "/ad/create/", body).catch(tellIfClosed(flow));
      const [platformId] = readAs(made, answer).ad_ids;
      if (!platformId) throw new AdapterFault("outcome_unknown", { reason: "no ad in the answer" });
      return { platformId };
    },
    /** The creative is sent whole: what is left out would be cleared. */
    async updateAd(account, platformId, order) {
      check(order, account);
      const { flow, raw } = await objectById(wire, account, "ad", platformId);
      if (flow === "smart_plus") return updateSmartPlusAd(wire, account, order, wordsOf(order), raw);
      const { adgroup_id, image_ids, video_id, music_id } = readAs(adShape, raw);
      const standing = { imageId: image_ids?.[0], videoId: video_id, musicId: music_id };
      const files = await filesOf(wire, account, order, standing);
      await wire.post(account.accessToken, "/ad/update/", {
        advertiser_id: account.adAccountId,
        adgroup_id,
        creatives: [{ ...creativeOf(order, account), ...fileFields(files), ad_id: platformId }],
      });
    },
  };
}

/** The two texts of an ad: its name among ads, and what people read. */
export type AdWords = { name: string; text: string };

function wordsOf(order: AdSpec): AdWords {
  return { name: nameWith(order.reference, plainName(order.name), nameMax), text: adTextOf(order) };
}

function check(order: AdSpec, account: AdAccountContext): void {
  checkAd("tiktok", order, account);
  const text = adTextOf(order);
  if ([...text].length > adTextMax) refuse("text_too_long", text);
  if (!isPlainText(text)) refuse("letters_not_supported", text);
}

/** TikTok shows no headline: it leads the text. */
function adTextOf({ headline, text }: AdSpec): string {
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

function creativeOf(order: AdSpec, account: AdAccountContext): Json {
  const { name, text } = wordsOf(order);
  const { automaticEnhancements } = order;
  return {
    ad_name: name,
    ad_text: text,
    call_to_action: order.callToAction.toUpperCase(),
    landing_page_url: order.url,
    ...identityFields(account.profileId ?? ""),
    // The posts that the ads of a TikTok account are stay off its profile.
    ...(isCustom(account.profileId ?? "") ? {} : { dark_post_status: "ON" }),
    // Left out, TikTok may choose another destination and other music, and show the ad in its gallery.
    ...(automaticEnhancements ? {} : { dynamic_destination: "UNSET", promotional_music_disabled: true }),
    creative_authorized: false,
  };
}
