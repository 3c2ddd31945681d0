import { z } from "zod";
import { type AccountMoney, accountMoney } from "#modules/ad-accounts/contract/currencies.ts";
import type {
  AdAccountContext,
  AdFigures,
  FigureReader,
  Grain,
} from "#modules/ad-accounts/server/ad-platform.port.ts";
import { type AccountDay, accountDayOf, daysLater, instantAt } from "../shared/account-days.ts";
import { readAs } from "../shared/read-as.ts";
import { type Flow, platformIdOf, readPlatformId } from "./flows.ts";
import { fromUnits } from "./money.ts";
import type { Json, Wire } from "./wire.ts";

/** Portal doc 1740302848100353: at most 30 days by day and one by hour in a call, 100 campaigns in its filter. */
const daysAtOnce = 30;
const campaignsAtOnce = 100;
const metrics = ["spend", "impressions", "clicks", "complete_payment", "total_complete_payment_rate"];
/** Portal doc 1854103649826817: of a Smart+ ad, `ad_id` would name its creatives. */
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

export function makeFigures(wire: Wire): FigureReader {
  return {
    async *readFigures(account, { platformCampaignIds, from, to, grain }) {
      for (const campaigns of batchesOf(platformCampaignIds)) {
        for (const window of windowsOf(from, to, account.timeZone)) {
          const days = await readReport(wire, account, campaigns, "day", window);
          if (grain === "day") yield days;
          else yield* hoursOf(wire, account, campaigns, days);
        }
      }
    },
  };
}

/** Campaigns of one flow, by TikTok's own ids. */
type Batch = { flow: Flow; ids: readonly string[] };

function batchesOf(platformCampaignIds: readonly string[]): Batch[] {
  const byFlow = Map.groupBy(platformCampaignIds.map(readPlatformId), ({ flow }) => flow);
  return [...byFlow].flatMap(([flow, campaigns]) =>
    Array.from({ length: Math.ceil(campaigns.length / campaignsAtOnce) }, (_, turn) => ({
      flow,
      ids: campaigns.slice(turn * campaignsAtOnce, (turn + 1) * campaignsAtOnce).map(({ id }) => id),
    })),
  );
}

type Window = { first: AccountDay; last: AccountDay };

function windowsOf(from: Date, to: Date, zone: string): Window[] {
  const windows: Window[] = [];
  const end = accountDayOf(new Date(to.getTime() - 1), zone);
  for (let first = accountDayOf(from, zone); first <= end; first = daysLater(first, daysAtOnce)) {
    const furthest = daysLater(first, daysAtOnce - 1);
    const isWhole = furthest <= end;
    windows.push({ first, last: isWhole ? furthest : end });
  }
  return windows;
}

/** Hours are asked for day by day, and only of days in which something happened. */
async function* hoursOf(wire: Wire, account: AdAccountContext, campaigns: Batch, days: AdFigures[]) {
  const busy = new Set(days.map(({ startsAt }) => accountDayOf(startsAt, account.timeZone)));
  for (const day of [...busy].sort()) {
    const hours = await readReport(wire, account, campaigns, "hour", { first: day, last: day });
    const whole = days.filter(({ startsAt }) => accountDayOf(startsAt, account.timeZone) === day);
    yield addingUp(hours, whole);
  }
}

async function readReport(
  wire: Wire,
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
    filtering: [only("campaign_ids", ids), only("ad_status", ["STATUS_ALL"])],
  };
  const rows: AdFigures[] = [];
  for await (const raw of wire.list(account.accessToken, "/report/integrated/get/", query))
    rows.push(figuresOf(flow, raw, account.timeZone));
  return rows;
}

/** The value of a filter is JSON text inside the JSON of the filters. Deleted ads are left out unless asked for. */
const only = (field: string, values: readonly string[]): Json => ({
  field_name: field,
  filter_type: "IN",
  filter_value: JSON.stringify(values),
});

/** Numbers come as texts, times as the wall clock of the ad account: "2026-11-21 08:00:00". */
function figuresOf(flow: Flow, raw: Json, zone: string): AdFigures {
  const { dimensions, metrics: told } = readAs(rowShape, raw);
  const [day = "", hour = "0"] = (dimensions.stat_time_hour ?? dimensions.stat_time_day ?? "").split(/[ :]/);
  return {
    platformAdId: platformIdOf(flow, String(dimensions[adDimension[flow]])),
    startsAt: instantAt(day, Number(hour), zone),
    impressions: Number(told.impressions ?? 0),
    clicks: Number(told.clicks ?? 0),
    spend: fromUnits(told.spend ?? 0),
    platformReportedPurchases: Number(told.complete_payment ?? 0),
    platformReportedSales: fromUnits(told.total_complete_payment_rate ?? 0),
  };
}

/**
 * Each hour is rounded by itself, so a day's hours may miss its total by hundredths: the dearest hour of each ad takes the
 * difference. A larger one is none of rounding (an hour came in between the two readings) and stays.
 */
export function addingUp(hours: readonly AdFigures[], days: readonly AdFigures[]): AdFigures[] {
  const summed = (rows: readonly AdFigures[], key: "spend" | "platformReportedSales") =>
    rows.reduce((sum, row) => sum + row[key], 0);
  const mend = (rows: AdFigures[], day: AdFigures, key: "spend" | "platformReportedSales") => {
    const missing = day[key] - summed(rows, key);
    const dearest = rows.reduce((best, row) => (row[key] > best[key] ? row : best));
    if (missing === 0 || Math.abs(missing) > rows.length) return rows;
    return rows.map((row) => (row === dearest ? { ...row, [key]: plus(row[key], missing) } : row));
  };
  return [...Map.groupBy(hours, ({ platformAdId }) => platformAdId)].flatMap(([ad, rows]) => {
    const day = days.find(({ platformAdId }) => platformAdId === ad);
    return day ? mend(mend(rows, day, "spend"), day, "platformReportedSales") : rows;
  });
}

const plus = (amountThere: AccountMoney, more: number): AccountMoney => accountMoney(amountThere + more);
