import { z } from "zod";
import type { AdAccountContext } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { ApiClient, Parameters } from "./api-client.ts";
import { formatXTime } from "./times.ts";

export type Span = { start: Date; end: Date };
/** Promotion ids, in one list of at most twenty for each call. */
export type ReportRequest = { calls: string[][]; span: Span; granularity: "HOUR" | "DAY" };
/** One promotion's values in one hour or day; money in micros. */
export type Values = { impressions: number; clicks: number; spend: number; purchases: number; sales: number };
/** By promotion: a list of its hours or days. */
export type Report = Map<string, Values[]>;

const numbers = z.array(z.number().nullable()).nullish();
/** The inner shape is unconfirmed: arrays by kind of attribution, as the documents describe them. */
const conversion = z.looseObject({ order_quantity: numbers, sale_amount: numbers }).nullish();
const metrics = z.looseObject({
  impressions: numbers,
  url_clicks: numbers,
  billed_charge_local_micro: numbers,
  conversion_purchases: conversion,
});
const reportSchema = z.looseObject({
  data: z.array(z.looseObject({ id: z.string(), id_data: z.array(z.looseObject({ metrics })).min(1) })),
});

export function toParameters({ span, granularity }: ReportRequest, ids: readonly string[]): Parameters {
  return {
    entity: "PROMOTED_TWEET",
    entity_ids: ids,
    start_time: formatXTime(span.start),
    end_time: formatXTime(span.end),
    granularity,
    placement: "ALL_ON_TWITTER",
    metric_groups: ["ENGAGEMENT", "BILLING", "WEB_CONVERSION"],
  };
}

/** Reports in the requested order, each in one response or a few (X docs, Ads API, Analytics, synchronous). */
export async function* loadReportsSync(
  client: ApiClient,
  account: AdAccountContext,
  requests: readonly ReportRequest[],
): AsyncGenerator<Report> {
  const path = `/stats/accounts/${account.adAccountId}`;
  for (const request of requests) {
    const report: Report = new Map();
    for (const ids of request.calls) {
      const parameters = toParameters(request, ids);
      addToReport(report, await client.call(account.accessToken, { method: "GET", path, parameters }));
    }
    yield report;
  }
}

/** A metric is null if there was no activity. */
export function addToReport(report: Report, body: unknown): void {
  for (const { id, id_data } of parseAs(reportSchema, body).data) {
    const reportedMetrics = id_data[0]?.metrics;
    const series = {
      impressions: reportedMetrics?.impressions,
      clicks: reportedMetrics?.url_clicks,
      spend: reportedMetrics?.billed_charge_local_micro,
      purchases: reportedMetrics?.conversion_purchases?.order_quantity,
      sales: reportedMetrics?.conversion_purchases?.sale_amount,
    };
    const length = Math.max(...Object.values(series).map((values) => values?.length ?? 0));
    const at = (values: readonly (number | null)[] | null | undefined, index: number) => values?.[index] ?? 0;
    const values = Array.from({ length }, (_, index) => ({
      impressions: at(series.impressions, index),
      clicks: at(series.clicks, index),
      spend: at(series.spend, index),
      purchases: at(series.purchases, index),
      sales: at(series.sales, index),
    }));
    report.set(id, values);
  }
}
