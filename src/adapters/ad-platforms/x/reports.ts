import { z } from "zod";
import type { AdAccountContext } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { readAs } from "../shared/read-as.ts";
import { xTime } from "./times.ts";
import type { Parameters, Wire } from "./wire.ts";

export type Span = { start: Date; end: Date };
/** Promotions by their ids, in as many calls as there are lists of at most twenty. */
export type AskedReport = { calls: string[][]; span: Span; granularity: "HOUR" | "DAY" };
/** What one promotion did in one hour or day; money in millionths. */
export type Values = { impressions: number; clicks: number; spend: number; purchases: number; sales: number };
/** By promotion: a list of its hours or days. */
export type Report = Map<string, Values[]>;

const numbers = z.array(z.number().nullable()).nullish();
/** The shape within is unconfirmed: arrays by kind of attribution, as the documents describe them. */
const conversion = z.looseObject({ order_quantity: numbers, sale_amount: numbers }).nullish();
const metrics = z.looseObject({
  impressions: numbers,
  url_clicks: numbers,
  billed_charge_local_micro: numbers,
  conversion_purchases: conversion,
});
const answer = z.looseObject({
  data: z.array(z.looseObject({ id: z.string(), id_data: z.array(z.looseObject({ metrics })).min(1) })),
});

export function parametersOf({ span, granularity }: AskedReport, ids: readonly string[]): Parameters {
  return {
    entity: "PROMOTED_TWEET",
    entity_ids: ids,
    start_time: xTime(span.start),
    end_time: xTime(span.end),
    granularity,
    placement: "ALL_ON_TWITTER",
    metric_groups: ["ENGAGEMENT", "BILLING", "WEB_CONVERSION"],
  };
}

/** Reports in the order they were asked for, each in one answer or a few (X docs, Ads API, Analytics, synchronous). */
export async function* readAtOnce(
  wire: Wire,
  account: AdAccountContext,
  questions: readonly AskedReport[],
): AsyncGenerator<Report> {
  const path = `/stats/accounts/${account.adAccountId}`;
  for (const question of questions) {
    const report: Report = new Map();
    for (const ids of question.calls) {
      const parameters = parametersOf(question, ids);
      readInto(report, await wire.ask(account.accessToken, { method: "GET", path, parameters }));
    }
    yield report;
  }
}

/** A metric is null where nothing happened at all. */
export function readInto(report: Report, body: unknown): void {
  for (const { id, id_data } of readAs(answer, body).data) {
    const told = id_data[0]?.metrics;
    const series = {
      impressions: told?.impressions,
      clicks: told?.url_clicks,
      spend: told?.billed_charge_local_micro,
      purchases: told?.conversion_purchases?.order_quantity,
      sales: told?.conversion_purchases?.sale_amount,
    };
    const length = Math.max(...Object.values(series).map((values) => values?.length ?? 0));
    const at = (values: readonly (number | null)[] | null | undefined, turn: number) => values?.[turn] ?? 0;
    const values = Array.from({ length }, (_, turn) => ({
      impressions: at(series.impressions, turn),
      clicks: at(series.clicks, turn),
      spend: at(series.spend, turn),
      purchases: at(series.purchases, turn),
      sales: at(series.sales, turn),
    }));
    report.set(id, values);
  }
}
