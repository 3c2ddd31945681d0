import { z } from "zod";
import type { AdAccountContext, PlatformState } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { readAs } from "../shared/read-as.ts";
import { type Flow, readPlatformId } from "./flows.ts";
import type { Standing } from "./objects.ts";
import type { Json, Wire } from "./wire.ts";

/** Ads in one question to the reviewers. */
const adsAtOnce = 20;

const told = z.looseObject({
  review_status: z.string().nullish(),
  reject_info: z.array(z.looseObject({ reasons: z.array(z.string()).nullish() })).nullish(),
});
type Told = z.output<typeof told>;
const manual = z.looseObject({ ad_review_map: z.record(z.string(), told) });
const ofAd = told.extend({ smart_plus_ad_id: z.string() });
const smartPlus = z.looseObject({
  smart_plus_ad_review_infos: z.array(ofAd),
  /** What they say of the ad's files, each for itself. */
  material_review_infos: z.array(ofAd).nullish(),
});
export type Review = NonNullable<PlatformState["review"]>;

/** What the reviewers say of these ads, by the ids we know them by. Their words stand apart from an ad's status. */
export async function reviewsOf(
  wire: Wire,
  account: AdAccountContext,
  flow: Flow,
  ads: readonly Standing[],
): Promise<Map<string, Review>> {
  const reviews = new Map<string, Review>();
  for (let from = 0; from < ads.length; from += adsAtOnce) {
    const some = ads.slice(from, from + adsAtOnce);
    const ids = some.map(({ platformId }) => readPlatformId(platformId).id);
    const words = await ask[flow](wire, account, ids);
    for (const [place, { platformId, raw }] of some.entries())
      reviews.set(platformId, reviewOf(raw, words.get(ids[place] ?? "")));
  }
  return reviews;
}

type Ask = (wire: Wire, account: AdAccountContext, ids: readonly string[]) => Promise<Map<string, Told>>;

const ask: Record<Flow, Ask> = {
  async manual(wire, { accessToken, adAccountId }, ids) {
    const query = { advertiser_id: adAccountId, ad_ids: ids };
    const { ad_review_map } = readAs(manual, await wire.get(accessToken, "/ad/review_info/", query));
    return new Map(Object.entries(ad_review_map));
  },
  /** Reasons are told only when they are asked for. */
  async smart_plus(wire, { accessToken, adAccountId }, ids) {
    const query = {
      advertiser_id: adAccountId,
      smart_plus_ad_ids: ids,
      extra_info_setting: { include_reject_info: true },
    };
    const answer = await wire.get(accessToken, "/smart_plus/ad/review_info/", query);
    const { smart_plus_ad_review_infos: ads, material_review_infos } = readAs(smartPlus, answer);
    const files = Map.groupBy(material_review_infos ?? [], (file) => file.smart_plus_ad_id);
    return new Map(
      ads.map((ad) => {
        const said = [ad, ...(files.get(ad.smart_plus_ad_id) ?? [])];
        const reject_info = said.flatMap((each) => each.reject_info ?? []);
        return [ad.smart_plus_ad_id, { ...ad, reject_info }];
      }),
    );
  },
};

/** The reviewers call a new ad available before they have seen it: one whose status still speaks of an audit waits. */
function reviewOf(raw: Json, said: Told | undefined): Review {
  const status = String(raw.secondary_status);
  const reasons = [...new Set((said?.reject_info ?? []).flatMap((each) => each.reasons ?? []))];
  if (/AUDIT_DENY|_REJECTED/.test(status) || said?.review_status === "UNAVAILABLE")
    return { outcome: "rejected", reasons };
  if (/AUDIT|IN_REVIEW/.test(status)) return { outcome: "pending", reasons: [] };
  return { outcome: "approved", reasons };
}
