import { z } from "zod";
import type {
  AdAccountContext,
  AdFigures,
  FigureReader,
  FiguresQuery,
  Grain,
} from "#modules/ad-accounts/server/ad-platform.port.ts";
import { addAccountDays, toAccountDay, toInstant } from "../shared/account-days.ts";
import { makeDailyRounder } from "../shared/micro.ts";
import { parseAs } from "../shared/parse-as.ts";
import { toAdId } from "./ads.ts";
import type { ApiClient } from "./api-client.ts";
import { listPostsByIds } from "./posts.ts";
import { listPromotions } from "./promotions.ts";
import { loadReportsByJobs } from "./report-jobs.ts";
import { loadReportsSync, type Report, type ReportRequest, type Span, type Values } from "./reports.ts";
import { formatXTime } from "./times.ts";
import { splitWindows } from "./windows.ts";

const hourMs = 3_600_000;
/**
 * X docs, Ads API, Analytics: ids in a report, days in a synchronous and in an asynchronous report, campaign ids in a
 * filter.
 */
const idsMax = 20;
const syncDays = 7;
const jobDays = 90;
const campaignsMax = 200;
/** X allows 250 synchronous reports in a quarter of an hour: more reports than this are downloaded as files. */
const reportsAtOnce = 40;

const active = z.looseObject({ entity_id: z.string() });

/** The promotions of one ad: it gets a new one each time it resumes. */
type AdPromotions = { platformAdId: string; promotionIds: string[] };

export function makeFigures(client: ApiClient, pollMs?: number): FigureReader {
  return {
    async *readFigures(account, figuresQuery) {
      const ads = await listActiveAds(client, account, figuresQuery);
      const packs = packAds(ads);
      const short = splitWindows(figuresQuery, account.timeZone, syncDays);
      const isShort = packs.length * short.length <= reportsAtOnce;
      const windows = isShort ? short : splitWindows(figuresQuery, account.timeZone, jobDays);
      const reports = packs.flatMap((pack) => windows.map((span) => ({ pack, span })));
      const requests = reports.map(({ pack, span }) => toReportRequest(pack, span, figuresQuery.grain));
      const results = isShort
        ? loadReportsSync(client, account, requests)
        : loadReportsByJobs(client, account, requests, pollMs);
      let index = 0;
      for await (const report of results) {
        const { pack, span } = reports[index++] ?? {};
        if (pack && span) yield toFigures(report, pack, span, account.timeZone, figuresQuery.grain);
      }
    },
  };
}

/** Our ads that ran in these campaigns in this period, listed before any report is requested. */
async function listActiveAds(
  client: ApiClient,
  account: AdAccountContext,
  figuresQuery: FiguresQuery,
): Promise<AdPromotions[]> {
  const ids = new Set<string>();
  const path = `/stats/accounts/${account.adAccountId}/active_entities`;
  for (const { start, end } of splitWindows(figuresQuery, account.timeZone, jobDays))
    for (let from = 0; from < figuresQuery.platformCampaignIds.length; from += campaignsMax) {
      const parameters = {
        entity: "PROMOTED_TWEET",
        start_time: formatXTime(start),
        end_time: formatXTime(end),
        campaign_ids: figuresQuery.platformCampaignIds.slice(from, from + campaignsMax),
      };
      const { data } = await client.call(account.accessToken, { method: "GET", path, parameters });
      for (const { entity_id } of parseAs(z.array(active), data)) ids.add(entity_id);
    }
  const promotions = await listPromotions(client, account, "promoted_tweet_ids", [...ids]);
  const posts = await listPostsByIds(client, account, [
    ...new Set(promotions.map(({ tweet_id }) => tweet_id)),
  ]);
  const adIdByPost = new Map(posts.map((post) => [post.id, toAdId(post)]));
  const found = new Map<string, string[]>();
  for (const { id, tweet_id } of promotions) {
    const ad = adIdByPost.get(tweet_id);
    if (ad) found.set(ad, [...(found.get(ad) ?? []), id]);
  }
  return [...found].map(([platformAdId, promotionIds]) => ({ platformAdId, promotionIds }));
}

/** Groups ads into packs of at most twenty promotions; an ad with more has a pack of its own. */
function packAds(ads: readonly AdPromotions[]): AdPromotions[][] {
  const packs: AdPromotions[][] = [];
  let freeIds = 0;
  for (const ad of ads) {
    const current = packs.at(-1);
    if (current && ad.promotionIds.length <= freeIds) current.push(ad);
    else packs.push([ad]);
    freeIds = (current && ad.promotionIds.length <= freeIds ? freeIds : idsMax) - ad.promotionIds.length;
  }
  return packs;
}

function toReportRequest(pack: readonly AdPromotions[], span: Span, grain: Grain): ReportRequest {
  const ids = pack.flatMap(({ promotionIds }) => promotionIds);
  const calls: string[][] = [];
  for (let from = 0; from < ids.length; from += idsMax) calls.push(ids.slice(from, from + idsMax));
  return { calls, span, granularity: grain === "day" ? "DAY" : "HOUR" };
}

const zeroValues: Values = { impressions: 0, clicks: 0, spend: 0, purchases: 0, sales: 0 };

/** Hours or days with activity; the values of an ad's promotions are added up before they are rounded. */
function toFigures(
  report: Report,
  pack: readonly AdPromotions[],
  span: Span,
  zone: string,
  grain: Grain,
): AdFigures[] {
  const starts = listStarts(span, zone, grain);
  return pack.flatMap(({ platformAdId, promotionIds }) => {
    const series = promotionIds.map((id) => report.get(id) ?? []);
    const [spend, sales] = [makeDailyRounder(), makeDailyRounder()];
    return starts.flatMap((startsAt, index) => {
      const totals = series.reduce((sum, values) => addValues(sum, values[index] ?? zeroValues), zeroValues);
      const day = toAccountDay(startsAt, zone);
      const amounts = { spend: spend(day, totals.spend), platformReportedSales: sales(day, totals.sales) };
      if (Object.values(totals).every((value) => value === 0)) return [];
      const { impressions, clicks, purchases } = totals;
      return [
        { platformAdId, startsAt, impressions, clicks, platformReportedPurchases: purchases, ...amounts },
      ];
    });
  });
}

function listStarts({ start, end }: Span, zone: string, grain: Grain): Date[] {
  const next = (at: Date) =>
    grain === "day"
      ? toInstant(addAccountDays(toAccountDay(at, zone), 1), 0, zone)
      : new Date(at.getTime() + hourMs);
  const starts: Date[] = [];
  for (let at = start; at < end; at = next(at)) starts.push(at);
  return starts;
}

function addValues(one: Values, other: Values): Values {
  return {
    impressions: one.impressions + other.impressions,
    clicks: one.clicks + other.clicks,
    spend: one.spend + other.spend,
    purchases: one.purchases + other.purchases,
    sales: one.sales + other.sales,
  };
}
