import { z } from "zod";
import type { AdAccountContext, AdSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { readAs } from "../shared/read-as.ts";
import { nameWith } from "../shared/reference.ts";
import { enhancementsOf } from "./enhancements.ts";
import type { Graph, Json } from "./graph.ts";
import type { ReadyMedia } from "./media.ts";
import { onlyId } from "./shapes.ts";

/** Marketing API, ad-creative: a creative's name may be longer, a hundred letters are enough to know it by. */
const nameMax = 100;

/** Our calls to action as a website creative knows them (AdCreativeLinkDataCallToAction). */
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

/** Makes the creative of an ad. One that was made for a lost answer is left without an ad, which costs and shows nothing. */
export async function makeCreative(
  graph: Graph,
  account: AdAccountContext,
  order: AdSpec,
  media: ReadyMedia,
): Promise<string> {
  const instagram = await instagramOf(graph, account, order);
  const made = await graph.write(account.accessToken, `/act_${account.adAccountId}/adcreatives`, {
    name: nameWith(order.reference, order.name, nameMax),
    object_story_spec: {
      page_id: account.profileId,
      ...(instagram ? { instagram_user_id: instagram } : {}),
      ...storyOf(order, media),
    },
    degrees_of_freedom_spec: {
      creative_features_spec: enhancementsOf(media.kind, order.automaticEnhancements),
    },
  });
  return readAs(onlyId, made).id;
}

/** The Page's own Instagram account; without one Meta shows the Page on Instagram as well. */
async function instagramOf(graph: Graph, { accessToken, profileId }: AdAccountContext, order: AdSpec) {
  if (!order.placements.includes("instagram")) return undefined;
  const found = await graph.read(accessToken, `/${profileId}`, { fields: "instagram_business_account" });
  return readAs(page, found).instagram_business_account?.id;
}

/** The words and the picture. Texts that were left empty are left out. */
function storyOf(order: AdSpec, media: ReadyMedia): Json {
  const call_to_action = { type: callsToAction[order.callToAction], value: { link: order.url } };
  const message = order.text ? { message: order.text } : {};
  if (media.kind === "video")
    return {
      video_data: {
        video_id: media.videoId,
        image_url: media.thumbnailUrl,
        title: order.headline,
        ...message,
        ...(order.description ? { link_description: order.description } : {}),
        call_to_action,
      },
    };
  return {
    link_data: {
      link: order.url,
      name: order.headline,
      ...message,
      ...(order.description ? { description: order.description } : {}),
      image_hash: media.hash,
      call_to_action,
    },
  };
}
