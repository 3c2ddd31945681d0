import { z } from "zod";
import type { AdAccountContext, AdSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { parseAs } from "../shared/parse-as.ts";
import { formatObjectName } from "../shared/reference.ts";
import { toEnhancements } from "./enhancements.ts";
import type { Graph, Json } from "./graph.ts";
import type { UploadedMedia } from "./media.ts";
import { idSchema } from "./response-schemas.ts";

/** Marketing API, ad-creative: Meta allows longer names; a hundred characters are enough to recognize a creative. */
const nameMax = 100;

/** Our calls to action as website creatives name them (AdCreativeLinkDataCallToAction). */
const callsToAction: Record<string, string> = {
  shop_now: "SHOP_NOW",
  order_now: "ORDER_NOW",
  learn_more: "LEARN_MORE",
  sign_up: "SIGN_UP",
  subscribe: "SUBSCRIBE",
  book_now: "BOOK_NOW",
  apply_now: "APPLY_NOW",
  download_now: "DOWNLOAD",
  contact_us: "CONTACT_US",
  watch_now: "WATCH_MORE",
};

const page = z.looseObject({ instagram_business_account: z.looseObject({ id: z.string() }).optional() });

/**
 * Creates an ad's creative. If the response is lost, a creative without an ad is left over; it costs and shows nothing.
 */
export async function createCreative(
  graph: Graph,
  account: AdAccountContext,
  spec: AdSpec,
  media: UploadedMedia,
): Promise<string> {
  const instagram = await findInstagramAccount(graph, account, spec);
  const created = await graph.write(account.accessToken, `/act_${account.adAccountId}/adcreatives`, {
    name: formatObjectName(spec.reference, spec.name, nameMax),
    object_story_spec: {
      page_id: account.profileId,
      ...(instagram ? { instagram_user_id: instagram } : {}),
      ...toStorySpec(spec, media),
    },
    degrees_of_freedom_spec: {
      creative_features_spec: toEnhancements(media.kind, spec.automaticEnhancements),
    },
  });
  return parseAs(idSchema, created).id;
}

/** The Page's own Instagram account; without one Meta shows the Page on Instagram as well. */
async function findInstagramAccount(
  graph: Graph,
  { accessToken, profileId }: AdAccountContext,
  spec: AdSpec,
) {
  if (!spec.placements.includes("instagram")) return undefined;
  const found = await graph.read(accessToken, `/${profileId}`, { fields: "instagram_business_account" });
  return parseAs(page, found).instagram_business_account?.id;
}

/** The texts and the media. Empty texts are left out. */
function toStorySpec(spec: AdSpec, media: UploadedMedia): Json {
  const call_to_action = { type: callsToAction[spec.callToAction], value: { link: spec.url } };
  const message = spec.text ? { message: spec.text } : {};
  if (media.kind === "video")
    return {
      video_data: {
        video_id: media.videoId,
        image_url: media.thumbnailUrl,
        title: spec.headline,
        ...message,
        ...(spec.description ? { link_description: spec.description } : {}),
        call_to_action,
      },
    };
  return {
    link_data: {
      link: spec.url,
      name: spec.headline,
      ...message,
      ...(spec.description ? { description: spec.description } : {}),
      image_hash: media.hash,
      call_to_action,
    },
  };
}
