import { z } from "zod";
import { addDays, startOfRiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type {
  AdAccountContext,
  AdFigures,
  FigureReader,
  Grain,
} from "#modules/ad-accounts/server/ad-platform.port.ts";
import { makeDailyRounder } from "../shared/micro.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { ApiClient } from "./api-client.ts";

/** Snap docs, Measurement: hourly reports of at most a week in one call (unconfirmed); times on the whole hour. */
const windowDays = { hour: 7, day: 30 };
/** The whole account's report is larger, so it is read in shorter windows. */
const accountWindowDays = { hour: 1, day: 10 };
/**
 * More campaigns than this are read as the whole account: one call for each would reach Snapchat's limit of ten per
 * second.
 */
const campaignsOneByOne = 4;
const hourMs = 3_600_000;
const fields = "impressions,swipes,spend,conversion_purchases,conversion_purchases_value";

/** What follows a swipe alone: the difference to the whole follows a view. */
const swipesOnly = {
  fields: "conversion_purchases,conversion_purchases_value",
  view_attribution_window: "none",
};

const count = z
  .number()
  .nullish()
  .transform((value) => value ?? 0);
const hourShape = z.looseObject({
  start_time: z.iso.datetime({ offset: true }),
  end_time: z.iso.datetime({ offset: true }),
  stats: z.looseObject({
    impressions: count,
    swipes: count,
    spend: count,
    conversion_purchases: count,
    conversion_purchases_value: count,
  }),
});
type Hour = z.output<typeof hourShape>;
const report = z.looseObject({
  timeseries_stats: z.tuple([
    z.looseObject({
      timeseries_stat: z.looseObject({
        finalized_data_end_time: z.iso.datetime({ offset: true }).optional(),
        breakdown_stats: z
          .looseObject({
            ad: z
              .array(z.looseObject({ id: z.string(), timeseries: z.array(hourShape).default([]) }))
              .default([]),
          })
          .optional(),
      }),
    }),
  ]),
});

export function makeFigures(client: ApiClient): FigureReader {
  return {
    async *readFigures(account, { platformCampaignIds, from, to, grain }) {
      const readsWholeAccount = platformCampaignIds.length > campaignsOneByOne;
      // The account's report contains all its ads, requested or not: the caller picks out its own.
      const parentPaths = readsWholeAccount
        ? [`adaccounts/${account.adAccountId}`]
        : platformCampaignIds.map((id) => `campaigns/${id}`);
      const windows = splitWindows(from, to, grain, readsWholeAccount ? accountWindowDays : windowDays);
      for (const parentPath of parentPaths)
        for (const window of windows) yield await readWindow(client, account, parentPath, grain, window);
    },
  };
}

type Window = { from: Date; to: Date };

/** Windows start at midnight, because hundredths are rounded over the day; whole days keep each day in one call. */
function splitWindows(
  from: Date,
  to: Date,
  grain: Grain,
  windowDaysByGrain: Record<Grain, number>,
): Window[] {
  const end = Math.ceil(to.getTime() / hourMs) * hourMs;
  const windows: Window[] = [];
  let day = toRiyadhDay(from);
  while (startOfRiyadhDay(day).getTime() < end) {
    const next = addDays(day, windowDaysByGrain[grain]);
    const until = startOfRiyadhDay(next).getTime();
    // A daily report needs whole days; an hourly one ends with the last requested hour.
    windows.push({
      from: startOfRiyadhDay(day),
      to: new Date(grain === "day" ? until : Math.min(end, until)),
    });
    day = next;
  }
  return windows;
}

async function readWindow(
  client: ApiClient,
  account: AdAccountContext,
  parentPath: string,
  grain: Grain,
  { from, to }: Window,
): Promise<AdFigures[]> {
  const query = new URLSearchParams({
    granularity: grain === "day" ? "DAY" : "HOUR",
    breakdown: "ad",
    omit_empty: "true",
    fields,
    start_time: from.toISOString(),
    end_time: to.toISOString(),
  });
  const load = async (change: Record<string, string> = {}) => {
    const changed = new URLSearchParams({ ...Object.fromEntries(query), ...change });
    const path = `/v1/${parentPath}/stats?${changed}`;
    const body = await client.call(path, { accessToken: account.accessToken, method: "GET" });
    return parseAs(report, body).timeseries_stats[0].timeseries_stat;
  };
  const { finalized_data_end_time, breakdown_stats } = await load();
  const ads = breakdown_stats?.ad ?? [];
  const finalizedUntil = finalized_data_end_time ? Date.parse(finalized_data_end_time) : null;
  const hasPurchases = ads.some(({ timeseries }) =>
    timeseries.some(({ stats }) => stats.conversion_purchases > 0),
  );
  // Most windows have none: a second call is made only where there is something to tell apart.
  const clicked = hasPurchases ? ((await load(swipesOnly)).breakdown_stats?.ad ?? []) : [];
  return ads.flatMap(({ id, timeseries }) => {
    const clickedHours = clicked.find((ad) => ad.id === id)?.timeseries ?? [];
    return toFigures(id, timeseries, { finalUntil: finalizedUntil, clicked: clickedHours });
  });
}

/** Hours or days in hundredths of the account's currency; the hours of a Riyadh day add up to its rounded total. */
export function toFigures(
  platformAdId: string,
  hours: readonly Hour[],
  { finalUntil, clicked }: { finalUntil: number | null; clicked: readonly Hour[] },
): AdFigures[] {
  const clickedByStart = new Map(clicked.map((hour) => [Date.parse(hour.start_time), hour.stats]));
  const sortedHours = hours.toSorted(
    (one, other) => Date.parse(one.start_time) - Date.parse(other.start_time),
  );
  const [spend, sales, viewSales] = [makeDailyRounder(), makeDailyRounder(), makeDailyRounder()];
  return sortedHours.map(({ start_time, end_time, stats }) => {
    const startsAt = new Date(start_time);
    const day = toRiyadhDay(startsAt);
    const afterSwipe = clickedByStart.get(startsAt.getTime());
    const ofViews = (name: "conversion_purchases" | "conversion_purchases_value") =>
      Math.max(0, stats[name] - (afterSwipe?.[name] ?? 0));
    return {
      platformAdId,
      startsAt,
      impressions: stats.impressions,
      clicks: stats.swipes,
      spend: spend(day, stats.spend),
      platformReportedPurchases: stats.conversion_purchases,
      platformReportedSales: sales(day, stats.conversion_purchases_value),
      platformReportedViewPurchases: ofViews("conversion_purchases"),
      platformReportedViewSales: viewSales(day, ofViews("conversion_purchases_value")),
      ...(finalUntil === null ? {} : { isFinal: Date.parse(end_time) <= finalUntil }),
    };
  });
}
