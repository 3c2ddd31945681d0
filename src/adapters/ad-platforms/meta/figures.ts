import { z } from "zod";
import { accountMoney } from "#modules/ad-accounts/contract/currencies.ts";
import type {
  AdAccountContext,
  AdFigures,
  FigureReader,
  FiguresQuery,
  Grain,
} from "#modules/ad-accounts/server/ad-platform.port.ts";
import { type AccountDay, addAccountDays, toAccountDay, toInstant } from "../shared/account-days.ts";
import { parseAs } from "../shared/parse-as.ts";
import { isTooMuchData } from "./faults.ts";
import type { Graph, Json } from "./graph.ts";
import { reportPages } from "./report-run.ts";

const hourly = "hourly_stats_aggregated_by_advertiser_time_zone";
/** Campaigns in one request; if their report is still too large, it is requested as an asynchronous job. */
const windowDays = { hour: 7, day: 30 };
const campaignsAtOnce = 50;

/**
 * Clicks are link clicks: Meta's "clicks (all)" also counts likes and taps on names. Purchases are the deduplicated
 * ones, because the other actions count the same purchase again (Insights, actions).
 */
const fields = "ad_id,impressions,inline_link_clicks,spend,actions,action_values";
const purchase = "omni_purchase";
/** Beside the value by the ad set's own attribution: how much of it followed a view within a day (Insights). */
const viewWindow = "1d_view";
/** Lists by level leave out deleted and archived ads unless their status is requested. */
const everyStatus = [
  "ACTIVE",
  "PAUSED",
  "CAMPAIGN_PAUSED",
  "ADSET_PAUSED",
  "PENDING_REVIEW",
  "DISAPPROVED",
  "PREAPPROVED",
  "PENDING_BILLING_INFO",
  "IN_PROCESS",
  "WITH_ISSUES",
  "ARCHIVED",
  "DELETED",
];

const actionValues = z
  .array(
    z.looseObject({
      action_type: z.string(),
      value: z.coerce.number().default(0),
      [viewWindow]: z.coerce.number().default(0),
    }),
  )
  .default([]);
const row = z.looseObject({
  ad_id: z.string(),
  date_start: z.string(),
  impressions: z.coerce.number().default(0),
  inline_link_clicks: z.coerce.number().default(0),
  spend: z.coerce.number().default(0),
  actions: actionValues,
  action_values: actionValues,
  [hourly]: z.string().optional(),
});

export function makeFigures(graph: Graph, pollMs?: number): FigureReader {
  return {
    async *readFigures(account, figuresQuery) {
      const { platformCampaignIds, grain } = figuresQuery;
      for (let from = 0; from < platformCampaignIds.length; from += campaignsAtOnce) {
        const campaigns = platformCampaignIds.slice(from, from + campaignsAtOnce);
        for (const days of splitWindows(figuresQuery, account.timeZone)) {
          const query = buildQuery(campaigns, days, grain);
          for await (const page of rowPages(graph, account, query, pollMs))
            yield page
              .map((raw) => toFigures(parseAs(row, raw), account.timeZone))
              .filter(({ startsAt }) => startsAt < figuresQuery.to);
        }
      }
    },
  };
}

type Days = { since: AccountDay; until: AccountDay };

/** Whole days of the account, both ends included: Meta's reports support nothing finer. */
function splitWindows({ from, to, grain }: FiguresQuery, zone: string): Days[] {
  const last = toAccountDay(new Date(to.getTime() - 1), zone);
  const windows: Days[] = [];
  for (
    let since = toAccountDay(from, zone);
    since <= last;
    since = addAccountDays(since, windowDays[grain])
  ) {
    const until = addAccountDays(since, windowDays[grain] - 1);
    const isWhole = until <= last;
    windows.push({ since, until: isWhole ? until : last });
  }
  return windows;
}

function buildQuery(campaigns: readonly string[], days: Days, grain: Grain): Record<string, string> {
  return {
    level: "ad",
    fields,
    time_range: JSON.stringify(days),
    time_increment: "1",
    action_attribution_windows: JSON.stringify(["default", viewWindow]),
    filtering: JSON.stringify([
      { field: "campaign.id", operator: "IN", value: campaigns },
      { field: "ad.effective_status", operator: "IN", value: everyStatus },
    ]),
    ...(grain === "hour" ? { breakdowns: hourly } : {}),
  };
}

async function* rowPages(
  graph: Graph,
  account: AdAccountContext,
  query: Record<string, string>,
  pollMs: number | undefined,
): AsyncGenerator<Json[]> {
  const path = `/act_${account.adAccountId}/insights`;
  try {
    yield* graph.pages(account.accessToken, path, query);
  } catch (error) {
    if (!isTooMuchData(error)) throw error;
    yield* reportPages(graph, account, path, query, pollMs);
  }
}

/** The start of a row: its day's midnight, or the hour of "13:00:00 - 13:59:59", in the account's time zone. */
function toFigures(insight: z.output<typeof row>, zone: string): AdFigures {
  const hour = Number(insight[hourly]?.slice(0, 2) ?? 0);
  return {
    platformAdId: insight.ad_id,
    startsAt: toInstant(insight.date_start, hour, zone),
    impressions: insight.impressions,
    clicks: insight.inline_link_clicks,
    spend: hundredths(insight.spend),
    platformReportedPurchases: findPurchase(insight.actions).value,
    platformReportedSales: hundredths(findPurchase(insight.action_values).value),
    platformReportedViewPurchases: findPurchase(insight.actions)[viewWindow],
    platformReportedViewSales: hundredths(findPurchase(insight.action_values)[viewWindow]),
  };
}

const hundredths = (units: number) => accountMoney(Math.round(units * 100));

function findPurchase(actions: z.output<typeof actionValues>) {
  return actions.find(({ action_type }) => action_type === purchase) ?? { value: 0, [viewWindow]: 0 };
}
