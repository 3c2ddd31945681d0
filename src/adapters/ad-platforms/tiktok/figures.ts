import { z } from "zod";
import { type AccountMoney, accountMoney } from "#modules/ad-accounts/contract/currencies.ts";
import type {
  AdAccountContext,
  AdFigures,
  FigureReader,
  Grain,
} from "#modules/ad-accounts/server/ad-platform.port.ts";
import { type AccountDay, addAccountDays, toAccountDay, toInstant } from "../shared/account-days.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { ApiClient, Json } from "./api-client.ts";
import { type Flow, parsePlatformId, toPlatformId } from "./flows.ts";
import { fromUnits } from "./money.ts";

/** Portal doc 1740302848100353: at most 30 days by day and one by hour in a call, 100 campaigns in its filter. */
const daysAtOnce = 30;
const campaignsAtOnce = 100;
const metrics = ["spend", "impressions", "clicks", "complete_payment", "total_complete_payment_rate"];
/** Portal doc 1854103649826817: for a Smart+ ad, `ad_id` would be the id of its creatives. */
const adDimension = { manual: "ad_id", smart_plus: "ad_id_v2" } as const;
const times = { hour: "stat_time_hour", day: "stat_time_day" } as const;

const amount = z.string().or(z.number()).nullish();
const rowShape = z.looseObject({
  dimensions: z.looseObject({
    ad_id: z.string().optional(),
    ad_id_v2: z.string().optional(),
    stat_time_day: z.string().optional(),
    stat_time_hour: z.string().optional(),
  }),
  metrics: z.looseObject({
    spend: amount,
    impressions: amount,
    clicks: amount,
    complete_payment: amount,
    total_complete_payment_rate: amount,
  }),
});

export function makeFigures(client: ApiClient): FigureReader {
  return {
    async *readFigures(account, { platformCampaignIds, from, to, grain }) {
      for (const campaigns of toBatches(platformCampaignIds)) {
        for (const window of splitWindows(from, to, account.timeZone)) {
          const days = await readReport(client, account, campaigns, "day", window);
          if (grain === "day") yield days;
          else yield* listHours(client, account, campaigns, days);
        }
      }
    },
  };
}

/** Campaigns of one flow, by TikTok's own ids. */
type Batch = { flow: Flow; ids: readonly string[] };

function toBatches(platformCampaignIds: readonly string[]): Batch[] {
  const byFlow = Map.groupBy(platformCampaignIds.map(parsePlatformId), ({ flow }) => flow);
  return [...byFlow].flatMap(([flow, campaigns]) =>
    Array.from({ length: Math.ceil(campaigns.length / campaignsAtOnce) }, (_, index) => ({
      flow,
      ids: campaigns.slice(index * campaignsAtOnce, (index + 1) * campaignsAtOnce).map(({ id }) => id),
    })),
  );
}

type Window = { first: AccountDay; last: AccountDay };

function splitWindows(from: Date, to: Date, zone: string): Window[] {
  const windows: Window[] = [];
  const end = toAccountDay(new Date(to.getTime() - 1), zone);
  for (let first = toAccountDay(from, zone); first <= end; first = addAccountDays(first, daysAtOnce)) {
    const windowEnd = addAccountDays(first, daysAtOnce - 1);
    const isWhole = windowEnd <= end;
    windows.push({ first, last: isWhole ? windowEnd : end });
  }
  return windows;
}

/** Hours are requested day by day, and only for days with activity. */
async function* listHours(client: ApiClient, account: AdAccountContext, campaigns: Batch, days: AdFigures[]) {
  const activeDays = new Set(days.map(({ startsAt }) => toAccountDay(startsAt, account.timeZone)));
  for (const day of [...activeDays].sort()) {
    const hours = await readReport(client, account, campaigns, "hour", { first: day, last: day });
    const whole = days.filter(({ startsAt }) => toAccountDay(startsAt, account.timeZone) === day);
    yield reconcileHours(hours, whole);
  }
}

async function readReport(
  client: ApiClient,
  account: AdAccountContext,
  { flow, ids }: Batch,
  grain: Grain,
  { first, last }: Window,
): Promise<AdFigures[]> {
  const query: Json = {
    advertiser_id: account.adAccountId,
    report_type: "BASIC",
    service_type: "AUCTION",
    data_level: "AUCTION_AD",
    dimensions: [adDimension[flow], times[grain]],
    metrics,
    start_date: first,
    end_date: last,
    filtering: [toFilter("campaign_ids", ids), toFilter("ad_status", ["STATUS_ALL"])],
  };
  const rows: AdFigures[] = [];
  for await (const raw of client.list(account.accessToken, "/report/integrated/get/", query))
    rows.push(toFigures(flow, raw, account.timeZone));
  return rows;
}

/** A filter's value is JSON text inside the JSON of the filters. Deleted ads are left out unless requested. */
export const toFilter = (field: string, values: readonly string[]): Json => ({
  field_name: field,
  filter_type: "IN",
  filter_value: JSON.stringify(values),
});

/** Numbers are strings; times are the ad account's wall clock: "2026-11-21 08:00:00". */
function toFigures(flow: Flow, raw: Json, zone: string): AdFigures {
  const { dimensions, metrics: counts } = parseAs(rowShape, raw);
  const [day = "", hour = "0"] = (dimensions.stat_time_hour ?? dimensions.stat_time_day ?? "").split(/[ :]/);
  return {
    platformAdId: toPlatformId(flow, String(dimensions[adDimension[flow]])),
    startsAt: toInstant(day, Number(hour), zone),
    impressions: Number(counts.impressions ?? 0),
    clicks: Number(counts.clicks ?? 0),
    spend: fromUnits(counts.spend ?? 0),
    platformReportedPurchases: Number(counts.complete_payment ?? 0),
    platformReportedSales: fromUnits(counts.total_complete_payment_rate ?? 0),
  };
}

/**
 * TikTok rounds each hour separately, so a day's hours may differ from its total by hundredths: each ad's hour with the
 * highest spend absorbs the difference. A larger difference is not rounding (an hour arrived between the two reads) and
 * stays.
 */
export function reconcileHours(hours: readonly AdFigures[], days: readonly AdFigures[]): AdFigures[] {
  const sumAmounts = (rows: readonly AdFigures[], key: "spend" | "platformReportedSales") =>
    rows.reduce((sum, row) => sum + row[key], 0);
  const adjustHours = (rows: AdFigures[], day: AdFigures, key: "spend" | "platformReportedSales") => {
    const missing = day[key] - sumAmounts(rows, key);
    const largest = rows.reduce((best, row) => (row[key] > best[key] ? row : best));
    if (missing === 0 || Math.abs(missing) > rows.length) return rows;
    return rows.map((row) => (row === largest ? { ...row, [key]: addMoney(row[key], missing) } : row));
  };
  return [...Map.groupBy(hours, ({ platformAdId }) => platformAdId)].flatMap(([ad, rows]) => {
    const day = days.find(({ platformAdId }) => platformAdId === ad);
    return day ? adjustHours(adjustHours(rows, day, "spend"), day, "platformReportedSales") : rows;
  });
}

const addMoney = (base: AccountMoney, more: number): AccountMoney => accountMoney(base + more);
