import { z } from "zod";
import type { AdAccountContext, PlatformState } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { ApiClient, Json } from "./api-client.ts";
import { type Flow, parsePlatformId } from "./flows.ts";
import type { PlatformObject } from "./objects.ts";

/** Ads in one review request. */
const adsAtOnce = 20;

const reviewSchema = z.looseObject({
  review_status: z.string().nullish(),
  reject_info: z.array(z.looseObject({ reasons: z.array(z.string()).nullish() })).nullish(),
});
type AdReview = z.output<typeof reviewSchema>;
const manualSchema = z.looseObject({ ad_review_map: z.record(z.string(), reviewSchema) });
const smartPlusReviewSchema = reviewSchema.extend({ smart_plus_ad_id: z.string() });
const smartPlusSchema = z.looseObject({
  smart_plus_ad_review_infos: z.array(smartPlusReviewSchema),
  /** The reviews of the ad's files, one for each. */
  material_review_infos: z.array(smartPlusReviewSchema).nullish(),
});
export type Review = NonNullable<PlatformState["review"]>;

/**
 * The reviews of these ads, by their ids as other modules see them. TikTok returns them separately from an ad's status.
 */
export async function loadReviews(
  client: ApiClient,
  account: AdAccountContext,
  flow: Flow,
  ads: readonly PlatformObject[],
): Promise<Map<string, Review>> {
  const reviews = new Map<string, Review>();
  for (let from = 0; from < ads.length; from += adsAtOnce) {
    const batch = ads.slice(from, from + adsAtOnce);
    const ids = batch.map(({ platformId }) => parsePlatformId(platformId).id);
    const reviewInfos = await fetchers[flow](client, account, ids);
    for (const [index, { platformId, raw }] of batch.entries())
      reviews.set(platformId, toReview(raw, reviewInfos.get(ids[index] ?? "")));
  }
  return reviews;
}

type FetchReviews = (
  client: ApiClient,
  account: AdAccountContext,
  ids: readonly string[],
) => Promise<Map<string, AdReview>>;

const fetchers: Record<Flow, FetchReviews> = {
  async manual(client, { accessToken, adAccountId }, ids) {
    const query = { advertiser_id: adAccountId, ad_ids: ids };
    const { ad_review_map } = parseAs(manualSchema, await client.get(accessToken, "/ad/review_info/", query));
    return new Map(Object.entries(ad_review_map));
  },
  /** Reasons are returned only if requested. */
  async smart_plus(client, { accessToken, adAccountId }, ids) {
    const query = {
      advertiser_id: adAccountId,
      smart_plus_ad_ids: ids,
      extra_info_setting: { include_reject_info: true },
    };
    const response = await client.get(accessToken, "/smart_plus/ad/review_info/", query);
    const { smart_plus_ad_review_infos: ads, material_review_infos } = parseAs(smartPlusSchema, response);
    const files = Map.groupBy(material_review_infos ?? [], (file) => file.smart_plus_ad_id);
    return new Map(
      ads.map((ad) => {
        const reviewInfo = [ad, ...(files.get(ad.smart_plus_ad_id) ?? [])];
        const reject_info = reviewInfo.flatMap((each) => each.reject_info ?? []);
        return [ad.smart_plus_ad_id, { ...ad, reject_info }];
      }),
    );
  },
};

/**
 * The review endpoint calls a new ad available before its review: while its status is an audit status, it is pending.
 */
function toReview(raw: Json, reviewInfo: AdReview | undefined): Review {
  const status = String(raw.secondary_status);
  const reasons = [...new Set((reviewInfo?.reject_info ?? []).flatMap((each) => each.reasons ?? []))];
  if (/AUDIT_DENY|_REJECTED/.test(status) || reviewInfo?.review_status === "UNAVAILABLE")
    return { outcome: "rejected", reasons };
  if (/AUDIT|IN_REVIEW/.test(status)) return { outcome: "pending", reasons: [] };
  return { outcome: "approved", reasons };
}
