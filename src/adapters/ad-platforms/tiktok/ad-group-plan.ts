import type { Clock } from "#base/server/clock.ts";
import type { AdAccountContext, CampaignSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { refuse } from "../shared/checks.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { ApiClient, Json } from "./api-client.ts";
import { isAlways, toDayparting } from "./dayparting.ts";
import { type Flow, parsePlatformId } from "./flows.ts";
import { toUnits } from "./money.ts";
import { listObjects } from "./objects.ts";
import { adGroup as adGroupShape } from "./response-schemas.ts";
import { formatUtc, parseUtc } from "./times.ts";

/** Fields that an update of an ad group must repeat: in the manual flow an update replaces every field that we send. */
const carriedFields: Record<Flow, readonly string[]> = {
  manual: [
    "adgroup_name",
    "location_ids",
    "age_groups",
    "gender",
    "smart_audience_enabled",
    "smart_interest_behavior_enabled",
    "search_result_enabled",
  ],
  smart_plus: [],
};
export type AdGroupPlan = ReturnType<typeof makeAdGroupPlan>;

/**
 * A campaign's fields that TikTok sets on its ad groups: the schedule, its hours, and the cost per result. `worldClock` is the
 * clock that campaigns run by.
 */
export function makeAdGroupPlan(client: ApiClient, worldClock: Clock) {
  const plan = {
    /** A start is at most twelve hours in the past, and cannot be changed after it has passed. */
    toSchedule({ startsAt, endsAt }: CampaignSpec, existingStart: string | null): Json {
      const now = worldClock.now();
      const hasBegun = existingStart !== null && parseUtc(existingStart).getTime() <= now.getTime();
      const start = hasBegun ? existingStart : formatUtc(startsAt > now ? startsAt : now);
      return endsAt
        ? {
            schedule_type: "SCHEDULE_START_END",
            schedule_start_time: start,
            schedule_end_time: formatUtc(endsAt),
          }
        : { schedule_type: "SCHEDULE_FROM_NOW", schedule_start_time: start };
    },
    /**
     * The hours of the week. Those of an ad group that shows ads always are sent only once there are any: TikTok may
     * report "always" as no value, all hours or none, and none of them is a difference.
     */
    toHours({ hours }: CampaignSpec, account: AdAccountContext, existing: string | null): Json {
      return hours === null && isAlways(existing) ? {} : { dayparting: toDayparting(hours, account) };
    },
    toBid({ biddingStrategy, targetCpa }: CampaignSpec, billingEvent: string): Json {
      if (biddingStrategy !== "target_cpa" || targetCpa === null) return { bid_type: "BID_TYPE_NO_BID" };
      const price = billingEvent === "OCPM" ? "conversion_bid_price" : "bid_price";
      return { bid_type: "BID_TYPE_CUSTOM", [price]: toUnits(targetCpa) };
    },
    /** Schedule, hours and bid of an existing ad group; a change of the bidding strategy is refused before any call. */
    toChange(flow: Flow, spec: CampaignSpec, account: AdAccountContext, raw: Json): Json {
      const { schedule_start_time, dayparting, bid_type, billing_event } = parseAs(adGroupShape, raw);
      const { bid_type: desiredBidType, ...price } = plan.toBid(spec, billing_event);
      // With campaign budget optimization the bidding strategy cannot be changed.
      if (bid_type && desiredBidType !== bid_type)
        refuse("bidding_stays_there", `the current type is ${bid_type}`);
      const schedule = {
        ...plan.toSchedule(spec, schedule_start_time),
        ...plan.toHours(spec, account, dayparting ?? null),
      };
      // Smart+ updates have no such field.
      return { ...schedule, ...price, ...(flow === "manual" ? { bid_type: desiredBidType } : {}) };
    },
    /** Updates for those of the campaign's ad groups whose schedule, hours or bid the spec changes. */
    async loadChanges(
      account: AdAccountContext,
      platformCampaignId: string,
      spec: CampaignSpec,
    ): Promise<Json[]> {
      const { flow, id } = parsePlatformId(platformCampaignId);
      const changes: Json[] = [];
      for await (const { raw } of listObjects(client, account, flow, "ad_group", { campaign_ids: [id] })) {
        const change = plan.toChange(flow, spec, account, raw);
        if (Object.entries(change).every(([field, value]) => raw[field] === value)) continue;
        const carriedNames = carriedFields[flow].filter(
          (field) => raw[field] !== undefined && raw[field] !== null,
        );
        changes.push({
          advertiser_id: account.adAccountId,
          adgroup_id: raw.adgroup_id,
          ...Object.fromEntries(carriedNames.map((field) => [field, raw[field]])),
          ...change,
        });
      }
      return changes;
    },
  };
  return plan;
}
