import { z } from "zod";
import type {
  AdAccountContext,
  AdFigures,
  FigureReader,
  FiguresQuery,
} from "#modules/ad-accounts/server/ad-platform.port.ts";
import { toAccountDay, toInstant } from "../shared/account-days.ts";
import { makeDailyRounder } from "../shared/micro.ts";
import type { ApiClient } from "./api-client.ts";

/** Integers are strings, and absent when they are zero (proto3 JSON). */
const whole = z.string().default("0").transform(Number);
const row = z.looseObject({
  adGroup: z.looseObject({ id: z.string() }),
  adGroupAd: z.looseObject({ ad: z.looseObject({ id: z.string() }) }),
  segments: z.looseObject({ date: z.string(), hour: z.number().default(0) }),
  metrics: z.looseObject({
    impressions: whole,
    clicks: whole,
    costMicros: whole,
    conversions: z.number().default(0),
    conversionsValue: z.number().default(0),
  }),
});

/** Campaigns in one query. */
const campaignsMax = 1_000;

/** Google Ads API, Reporting: one row for each ad and each hour or day with activity, in the account's time zone. */
export function makeFigures(client: ApiClient): FigureReader {
  return {
    async *readFigures(account, figuresQuery) {
      const { platformCampaignIds } = figuresQuery;
      for (let from = 0; from < platformCampaignIds.length; from += campaignsMax) {
        const campaigns = platformCampaignIds.slice(from, from + campaignsMax);
        const roundersByAd = new Map<string, ReturnType<typeof makeAdRounders>>();
        for await (const rows of client.rows(account, buildQuery(account, figuresQuery, campaigns), row)) {
          yield rows.map((one) => {
            const platformAdId = `${one.adGroup.id}~${one.adGroupAd.ad.id}`;
            const rounders = roundersByAd.get(platformAdId) ?? makeAdRounders();
            roundersByAd.set(platformAdId, rounders);
            return toFigures(platformAdId, one, account, rounders);
          });
        }
      }
    },
  };
}

const makeAdRounders = () => ({ spend: makeDailyRounder(), sales: makeDailyRounder() });

/** Sorted by time, because hundredths are rounded along an ad's day. */
function buildQuery(
  { timeZone }: AdAccountContext,
  { from, to, grain }: FiguresQuery,
  campaigns: readonly string[],
): string {
  const times = grain === "hour" ? "segments.date, segments.hour" : "segments.date";
  const first = toAccountDay(from, timeZone);
  const last = toAccountDay(new Date(Math.max(from.getTime(), to.getTime() - 1)), timeZone);
  return [
    `SELECT ad_group.id, ad_group_ad.ad.id, ${times}, metrics.impressions, metrics.clicks, metrics.cost_micros, metrics.conversions, metrics.conversions_value`,
    "FROM ad_group_ad",
    `WHERE campaign.id IN (${campaigns.map(Number).join(", ")}) AND segments.date BETWEEN '${first}' AND '${last}'`,
    `ORDER BY ${times}`,
  ].join(" ");
}

function toFigures(
  platformAdId: string,
  { segments, metrics }: z.output<typeof row>,
  { timeZone }: AdAccountContext,
  rounders: ReturnType<typeof makeAdRounders>,
): AdFigures {
  const { date, hour } = segments;
  return {
    platformAdId,
    startsAt: toInstant(date, hour, timeZone),
    impressions: metrics.impressions,
    clicks: metrics.clicks,
    spend: rounders.spend(date, metrics.costMicros),
    // A conversion may be split over several ads; merchants see whole purchases.
    platformReportedPurchases: Math.round(metrics.conversions),
    // In units of the currency, where every other amount is in micros.
    platformReportedSales: rounders.sales(date, Math.round(metrics.conversionsValue * 1_000_000)),
  };
}
