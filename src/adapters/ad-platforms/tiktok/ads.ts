import { z } from "zod";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { ActingFor, AdOrder } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { checkAd, refuse } from "../shared/checks.ts";
import type { AdsPart } from "../shared/parts.ts";
import { readAs } from "../shared/read-as.ts";
import { nameWith } from "../shared/reference.ts";
import { identityFields } from "./identity.ts";
import { mediaFields } from "./media.ts";
import { objectById, objectWith } from "./objects.ts";
import type { Json, Wire } from "./wire.ts";
import { ad as adShape, isPlainText, nameMax, plainName } from "./wire-shapes.ts";

const adTextMax = 100;
const made = z.looseObject({ ad_ids: z.array(z.string()) });

/** An ad holds what people see itself: files, one text, a button, an address, and whom it appears under. */
export function makeAds(wire: Wire): AdsPart {
  return {
    async createAd(account, order) {
      check(order, account);
      const parent = order.platformAdGroupId;
      const standing = await objectWith(wire, account, "ad", order.reference, parent);
      if (standing) return { platformId: readAs(adShape, standing).ad_id };
      const media = await mediaFields(wire, account, order, null);
      const answer = await wire.post(account.accessToken, "/ad/create/", {
        advertiser_id: account.adAccountId,
        adgroup_id: order.platformAdGroupId,
        creatives: [{ ...creativeOf(order, account), ...media, operation_status: "DISABLE" }],
      });
      const [platformId] = readAs(made, answer).ad_ids;
      if (!platformId) throw new AdapterFault("outcome_unknown", { reason: "no ad in the answer" });
      return { platformId };
    },
    /** The creative is sent whole: what is left out would be cleared. */
    async updateAd(account, platformId, order) {
      check(order, account);
      const current = await objectById(wire, account, "ad", platformId);
      const standing = readAs(adShape, current);
      const media = await mediaFields(wire, account, order, standing);
      await wire.post(account.accessToken, "/ad/update/", {
        advertiser_id: account.adAccountId,
        adgroup_id: standing.adgroup_id,
        creatives: [{ ...creativeOf(order, account), ...media, ad_id: platformId }],
      });
    },
  };
}

function check(order: AdOrder, account: ActingFor): void {
  checkAd("tiktok", order, account);
  const text = adTextOf(order);
  if ([...text].length > adTextMax) refuse("text_too_long", text);
  if (![text, order.brandName].every(isPlainText))
    refuse("letters_not_supported", `${text} ${order.brandName}`);
}

/** TikTok shows no headline: it leads the text. */
function adTextOf({ headline, text }: AdOrder): string {
  return [headline, text]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(" — ");
}

function creativeOf(order: AdOrder, account: ActingFor): Json {
  const { automaticEnhancements } = order;
  return {
    ad_name: nameWith(order.reference, plainName(order.name), nameMax),
    ad_text: adTextOf(order),
    call_to_action: order.callToAction.toUpperCase(),
    landing_page_url: order.url,
    ...identityFields(account.profileId ?? "", order.brandName),
    // Left out, TikTok may choose another destination and other music, and show the ad in its gallery.
    ...(automaticEnhancements ? {} : { dynamic_destination: "UNSET", promotional_music_disabled: true }),
    creative_authorized: false,
  };
}
