import { z } from "zod";
import type {
  AdAccountContext,
  AdFigures,
  FigureReader,
  FiguresQuery,
  Grain,
} from "#modules/ad-accounts/server/ad-platform.port.ts";
import { accountDayOf, daysLater, instantAt } from "../shared/account-days.ts";
import { growingDays } from "../shared/micro.ts";
import { readAs } from "../shared/read-as.ts";
import { adIdOf } from "./ads.ts";
import { postsWith } from "./posts.ts";
import { promotionsOf } from "./promotions.ts";
import { readByJobs } from "./report-jobs.ts";
import { type AskedReport, type Report, readAtOnce, type Span, type Values } from "./reports.ts";
import { xTime } from "./times.ts";
import type { Wire } from "./wire.ts";

const hourMs = 3_600_000;
/** X docs, Ads API, Analytics: ids a report takes, days at once and by a job, campaign ids of a filter. */
const idsMax = 20;
const syncDays = 7;
const jobDays = 90;
const campaignsMax = 200;
/** X allows 250 reports at once in a quarter of an hour: more than so many are fetched as files. */
const reportsAtOnce = 40;

const active = z.looseObject({ entity_id: z.string() });

/** The promotions of one ad: it has a new one each time it went on. */
type AdPromotions = { platformAdId: string; promotionIds: string[] };

export function makeFigures(wire: Wire, pollMs?: number): FigureReader {
  return {
    async *readFigures(account, asked) {
      const ads = await adsWithFigures(wire, account, asked);
      const packs = packed(ads);
      const short = windowsOf(asked, account.timeZone, syncDays);
      const isShort = packs.length * short.length <= reportsAtOnce;
      const windows = isShort ? short : windowsOf(asked, account.timeZone, jobDays);
      const reports = packs.flatMap((pack) => windows.map((span) => ({ pack, span })));
      const questions = reports.map(({ pack, span }) => questionOf(pack, span, asked.grain));
      const answers = isShort
        ? readAtOnce(wire, account, questions)
        : readByJobs(wire, account, questions, pollMs);
      let turn = 0;
      for await (const report of answers) {
        const { pack, span } = reports[turn++] ?? {};
        if (pack && span) yield figuresIn(report, pack, span, account.timeZone, asked.grain);
      }
    },
  };
}

/** Ads of ours that ran in these campaigns at this time, asked for before any figure is. */
async function adsWithFigures(wire: Wire, account: AdAccountContext, asked: FiguresQuery): Promise<AdPromotions[]> {
  const ids = new Set<string>();
  const path = `/stats/accounts/${account.adAccountId}/active_entities`;
  for (const { start, end } of windowsOf(asked, account.timeZone, jobDays))
    for (let from = 0; from < asked.platformCampaignIds.length; from += campaignsMax) {
      const parameters = {
        entity: "PROMOTED_TWEET",
        start_time: xTime(start),
        end_time: xTime(end),
        campaign_ids: asked.platformCampaignIds.slice(from, from + campaignsMax),
      };
      const { data } = await wire.ask(account.accessToken, { method: "GET", path, parameters });
      for (const { entity_id } of readAs(z.array(active), data)) ids.add(entity_id);
    }
  const promotions = await promotionsOf(wire, account, "promoted_tweet_ids", [...ids]);
  const posts = await postsWith(wire, account, [...new Set(promotions.map(({ tweet_id }) => tweet_id))]);
  const adOf = new Map(posts.map((post) => [post.id, adIdOf(post)]));
  const found = new Map<string, string[]>();
  for (const { id, tweet_id } of promotions) {
    const ad = adOf.get(tweet_id);
    if (ad) found.set(ad, [...(found.get(ad) ?? []), id]);
  }
  return [...found].map(([platformAdId, promotionIds]) => ({ platformAdId, promotionIds }));
}

/** Ads in packs of at most twenty promotions; an ad that has more of them stands alone. */
function packed(ads: readonly AdPromotions[]): AdPromotions[][] {
  const packs: AdPromotions[][] = [];
  let room = 0;
  for (const ad of ads) {
    const current = packs.at(-1);
    if (current && ad.promotionIds.length <= room) current.push(ad);
    else packs.push([ad]);
    room = (current && ad.promotionIds.length <= room ? room : idsMax) - ad.promotionIds.length;
  }
  return packs;
}

/** Whole days of the account: from the midnight before, since hundredths are rounded over the day. */
function windowsOf({ from, to, grain }: FiguresQuery, zone: string, days: number): Span[] {
  const end = Math.ceil(to.getTime() / hourMs) * hourMs;
  const midnightOf = (day: string) => instantAt(day, 0, zone);
  const last = daysLater(accountDayOf(new Date(end - 1), zone), 1);
  const windows: Span[] = [];
  for (let day = accountDayOf(from, zone); day < last; ) {
    const start = midnightOf(day);
    day = earlier(daysLater(day, days), last);
    // A day's report wants whole days; hours end with the last one asked for.
    const until = midnightOf(day);
    windows.push({ start, end: grain === "day" ? until : new Date(Math.min(until.getTime(), end)) });
  }
  return windows;
}

const earlier = (one: string, other: string) => (one < other ? one : other);

function questionOf(pack: readonly AdPromotions[], span: Span, grain: Grain): AskedReport {
  const ids = pack.flatMap(({ promotionIds }) => promotionIds);
  const calls: string[][] = [];
  for (let from = 0; from < ids.length; from += idsMax) calls.push(ids.slice(from, from + idsMax));
  return { calls, span, granularity: grain === "day" ? "DAY" : "HOUR" };
}

const none: Values = { impressions: 0, clicks: 0, spend: 0, purchases: 0, sales: 0 };

/** Hours, or days, in which something happened; what an ad's promotions did is added up before it is rounded. */
function figuresIn(
  report: Report,
  pack: readonly AdPromotions[],
  span: Span,
  zone: string,
  grain: Grain,
): AdFigures[] {
  const starts = startsIn(span, zone, grain);
  return pack.flatMap(({ platformAdId, promotionIds }) => {
    const series = promotionIds.map((id) => report.get(id) ?? []);
    const [spend, sales] = [growingDays(), growingDays()];
    return starts.flatMap((startsAt, turn) => {
      const all = series.reduce((sum, values) => added(sum, values[turn] ?? none), none);
      const day = accountDayOf(startsAt, zone);
      const told = { spend: spend(day, all.spend), platformReportedSales: sales(day, all.sales) };
      if (Object.values(all).every((value) => value === 0)) return [];
      const { impressions, clicks, purchases } = all;
      return [{ platformAdId, startsAt, impressions, clicks, platformReportedPurchases: purchases, ...told }];
    });
  });
}

function startsIn({ start, end }: Span, zone: string, grain: Grain): Date[] {
  const next = (at: Date) =>
    grain === "day"
      ? instantAt(daysLater(accountDayOf(at, zone), 1), 0, zone)
      : new Date(at.getTime() + hourMs);
  const starts: Date[] = [];
  for (let at = start; at < end; at = next(at)) starts.push(at);
  return starts;
}

function added(one: Values, other: Values): Values {
  return {
    impressions: one.impressions + other.impressions,
    clicks: one.clicks + other.clicks,
    spend: one.spend + other.spend,
    purchases: one.purchases + other.purchases,
    sales: one.sales + other.sales,
  };
}
