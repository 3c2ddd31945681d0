import type { Metric } from "#modules/figures/contract/metrics.ts";

/** What reports of one's own are made of; apart from the calls, so that pages load no validation library for it. */

/** What can be measured by ad and day. */
export const customMeasures = [
  "sales_placed_halalas",
  "spend_halalas",
  "roas_placed",
  "orders_placed",
  "cost_per_order_halalas",
  "sales_delivered_halalas",
  "orders_delivered",
  "roas_delivered",
  "impressions",
  "clicks",
  "cpc_halalas",
  "cpm_halalas",
  "valid_clicks",
  "bot_clicks",
  "platform_reported_purchases",
  "platform_reported_sales_halalas",
  "orders_unconfirmed",
  "sales_unconfirmed_halalas",
] as const satisfies readonly Metric[];
export type CustomMeasure = (typeof customMeasures)[number];

export const timeBreakdowns = ["day", "week", "month"] as const;
export type TimeBreakdown = (typeof timeBreakdowns)[number];
export const subjectBreakdowns = ["store", "platform", "campaign", "ad_group", "ad"] as const;
export type SubjectBreakdown = (typeof subjectBreakdowns)[number];

/** What the rows are split by. At most one of time, then subjects. */
export const customBreakdowns = [...timeBreakdowns, ...subjectBreakdowns] as const;
export type CustomBreakdown = (typeof customBreakdowns)[number];

export const isTimeBreakdown = (breakdown: CustomBreakdown): breakdown is TimeBreakdown =>
  (timeBreakdowns as readonly CustomBreakdown[]).includes(breakdown);

/** How a report is shown; the table stands under either chart. */
export const displays = ["table", "line", "bars"] as const;

export const measuresMax = 8;
export const breakdownsMax = 3;
export const customNameMax = 80;
/** How many a member may have. */
export const customReportsMax = 100;
/** How many a member may pin to home. */
export const pinsMax = 4;

export const frequencies = ["daily", "weekly", "monthly"] as const;
export type Frequency = (typeof frequencies)[number];
export const stopReasons = ["unsubscribed", "email_not_proven", "no_access", "report_gone"] as const;
export type StopReason = (typeof stopReasons)[number];

export const exportFormats = ["xlsx", "csv", "pdf"] as const;
export type ExportFormat = (typeof exportFormats)[number];
