import { z } from "zod";
import type {
  AdAccountContext,
  AdFigures,
  FigureReader,
  FiguresQuery,
} from "#modules/ad-accounts/server/ad-platform.port.ts";
import { accountDayOf, instantAt } from "../shared/account-days.ts";
import { growingDays } from "../shared/micro.ts";
import type { Wire } from "./wire.ts";

/** Whole numbers come as text, and nothing at all where nothing happened (proto3 JSON). */
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

/** So many campaigns stand in one query. */
const campaignsMax = 1_000;

/** Google Ads API, Reporting: one row for each ad and hour or day in which something happened, in the account's time. */
export function makeFigures(wire: Wire): FigureReader {
  return {
    async *readFigures(account, asked) {
      const { platformCampaignIds } = asked;
      for (let from = 0; from < platformCampaignIds.length; from += campaignsMax) {
        const campaigns = platformCampaignIds.slice(from, from + campaignsMax);
        const days = new Map<string, ReturnType<typeof growingAd>>();
        for await (const rows of wire.rows(account, queryOf(account, asked, campaigns), row)) {
          yield rows.map((one) => {
            const platformAdId = `${one.adGroup.id}~${one.adGroupAd.ad.id}`;
            const grow = days.get(platformAdId) ?? growingAd();
            days.set(platformAdId, grow);
            return figuresOf(platformAdId, one, account, grow);
          });
        }
      }
    },
  };
}

const growingAd = () => ({ spend: growingDays(), sales: growingDays() });

/** In order of time, since hundredths are rounded along an ad's day. */
function queryOf(
  { timeZone }: AdAccountContext,
  { from, to, grain }: FiguresQuery,
  campaigns: readonly string[],
): string {
  const times = grain === "hour" ? "segments.date, segments.hour" : "segments.date";
  const first = accountDayOf(from, timeZone);
  const last = accountDayOf(new Date(Math.max(from.getTime(), to.getTime() - 1)), timeZone);
  return [
    `SELECT ad_group.id, ad_group_ad.ad.id, ${times}, metrics.impressions, metrics.clicks, metrics.cost_micros, metrics.conversions, metrics.conversions_value`,
    "FROM ad_group_ad",
    `WHERE campaign.id IN (${campaigns.map(Number).join(", ")}) AND segments.date BETWEEN '${first}' AND '${last}'`,
    `ORDER BY ${times}`,
  ].join(" ");
}

function figuresOf(
  platformAdId: string,
  { segments, metrics }: z.output<typeof row>,
  { timeZone }: AdAccountContext,
  grow: ReturnType<typeof growingAd>,
): AdFigures {
  const { date, hour } = segments;
  return {
    platformAdId,
    startsAt: instantAt(date, hour, timeZone),
    impressions: metrics.impressions,
    clicks: metrics.clicks,
    spend: grow.spend(date, metrics.costMicros),
    // A conversion may be shared between several ads; people read whole purchases.
    platformReportedPurchases: Math.round(metrics.conversions),
    // In whole units of the currency, where everything else is in millionths.
    platformReportedSales: grow.sales(date, Math.round(metrics.conversionsValue * 1_000_000)),
  };
}
