import { z } from "zod";
import { file } from "#base/shared/answer-kinds.ts";
import { halalasSchema, instant, pageQuery, riyadhDay, text } from "#base/shared/contract.ts";
import { periodNames } from "#base/shared/period.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { toShape } from "#modules/figures/contract/metrics.ts";
import {
  exportFormats,
  listColumns,
  listViews,
  savedViewNameMax,
  sortKeys,
  statuses,
  statusReasons,
  syncs,
} from "./enums.ts";
import { campaignRow, id } from "./shapes.ts";

/** The list of campaigns on the wire: what it is filtered by, its rows, and the sums of all it finds. */

/** What a row and the totals show of a period, in this order. */
export const listMetrics = [
  "spend_halalas",
  "orders_placed",
  "sales_placed_halalas",
  "orders_delivered",
  "sales_delivered_halalas",
  "roas_placed",
  "roas_delivered",
  "cost_per_order_halalas",
] as const;

const filter = {
  search: text(120).optional(),
  status: z.enum(statuses).optional(),
  platform: z.enum(platforms).optional(),
  store_id: id.optional(),
  sync: z.enum(syncs).optional(),
  /** Who stopped it: "money" lists what was paused because the wallet ran out. */
  status_reason: z.enum(statusReasons).optional(),
  view: z.enum(listViews).optional(),
  /** Only campaigns whose schedule meets the period. */
  scheduled: z.enum(["in_period"]).optional(),
};

/** Riyadh days, both included; the last seven up to today when both are absent. A longer period is cut to 366 days. */
const period = { from: riyadhDay.optional(), to: riyadhDay.optional() };

const sorting = {
  sort: z.enum(sortKeys).default("created"),
  order: z.enum(["asc", "desc"]).default("desc"),
};

export const listQuery = pageQuery.extend({
  /** The `next` cursor of the previous page. With page and cursor together every page costs the same. */
  after: z.string().max(400).optional(),
  ...filter,
  ...period,
  ...sorting,
});

export const totalsQuery = z.object({ ...filter, ...period });

export const exportQuery = z.object({
  ...filter,
  ...period,
  ...sorting,
  format: z.enum(exportFormats).default("xlsx"),
});

/** `bytes` is not known before the end: the file is written while it is sent. */
export const exportMimes = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv; charset=utf-8",
} as const;
export const exportAnswer = file({ types: Object.values(exportMimes) });

const figures = z.object(toShape(listMetrics));
export type ListFigures = z.output<typeof figures>;

export const listRow = campaignRow.extend({
  /** Null: nothing was reported in the period, which is not zero. */
  figures: figures.nullable(),
  /** Null: nothing was reported today. */
  spend_today_halalas: halalasSchema.nullable(),
  /** The orders of the period's last seven days; a day without figures is left out. */
  days: z.array(z.object({ day: riyadhDay, orders_placed: z.number().int() })),
});
export type ListRow = z.output<typeof listRow>;

export const listTotals = z.object({
  from: riyadhDay,
  to: riyadhDay,
  /** When the oldest source that can still change was polled; null while one of them never was. */
  as_of: instant.nullable(),
  campaigns: z.number().int(),
  active: z.number().int(),
  /** The daily budgets of those that run, added up, and what was spent of it today. */
  daily_budget_halalas: halalasSchema,
  spend_today_halalas: halalasSchema,
  /** The share of a day's spend, in basis points, that usually has happened by now; null while it is not known. */
  usual_share_today: z.number().int().nullable(),
  totals: figures,
  /** The same number of days before. */
  previous: figures,
});
export type ListTotals = z.output<typeof listTotals>;

/** How a member looks at the list; everything is optional, and absent means the list's own default. */
export const viewState = z.strictObject({
  search: text(120).optional(),
  status: z.enum(statuses).optional(),
  platform: z.enum(platforms).optional(),
  store_id: id.optional(),
  sync: z.enum(syncs).optional(),
  view: z.enum(listViews).optional(),
  scheduled: z.enum(["in_period"]).optional(),
  /** A period that moves with the calendar ("last_7"), or its two days. */
  period: z.enum(periodNames).optional(),
  from: riyadhDay.optional(),
  to: riyadhDay.optional(),
  sort: z.enum(sortKeys).optional(),
  order: z.enum(["asc", "desc"]).optional(),
  columns: z.array(z.enum(listColumns)).max(listColumns.length).optional(),
});
export type ViewState = z.output<typeof viewState>;

export const savedViewFields = z.object({
  name: text(savedViewNameMax).refine((name) => name.length > 0, { error: "base:field_required" }),
  state: viewState,
});

export const savedView = z.object({
  id,
  name: z.string(),
  state: viewState,
  campaigns: z.number().int(),
  /** With a search: there are more than `searchCountMax`, and they were not counted further. */
  campaigns_at_least: z.boolean(),
});
export type SavedView = z.output<typeof savedView>;
