import { z } from "zod";
import { file } from "#base/shared/answer-kinds.ts";
import { defineCalls, exportLimits, instant, riyadhDay } from "#base/shared/contract.ts";
import { exportMimes } from "#base/shared/table-files.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { type Metric, metricNames, metrics } from "#modules/figures/contract/metrics.ts";
import { seasonKeys } from "#modules/seasons/contract/season-keys.ts";
import { exportFormats } from "./custom-report.ts";
import { reportScopeQuery, reportScopeSchema } from "./report-scope.ts";
import { allBreakdowns, type TableTab, tableEmptiness, tableNotes, tableTabs } from "./report-tabs.ts";

/** A day in the calendar of Umm al-Qura; null outside its table (1446 to 1464). */
const hijriDay = z
  .object({ year: z.number().int(), month: z.number().int(), day: z.number().int() })
  .nullable();
/** Riyadh days, both included, in both calendars. */
const periodSchema = z.object({ from: riyadhDay, to: riyadhDay, hijri_from: hijriDay, hijri_to: hijriDay });
export type ReportPeriod = z.output<typeof periodSchema>;

const metricName = z.enum(metricNames as [Metric, ...Metric[]]);
const units = ["count", "halalas", "ratio", "price", "share"] as const;

const column = z.object({ metric: metricName, unit: z.enum(units), name: z.string() });
export type TableColumn = z.output<typeof column>;

/** Values in the order of the columns; null where there is no data, or nothing to divide by. */
const values = z.array(z.number().nullable());

const row = z.object({
  /** Of its kind: a day, a platform, an id, a city's key, `3:14` for Wednesdays at 2 pm (0 is Sunday). */
  key: z.string(),
  /** In the language of the request; for screens and files alike. */
  name: z.string(),
  values,
  /** The same row in the days it is compared with; null without a comparison. */
  before: values.nullable(),
  platform: z.enum(platforms).nullable(),
  campaign_id: z.string().nullable(),
  /** A second line: an ad's campaign, a product's store. */
  detail: z.string().nullable(),
  /** An ad's picture, and a product's. */
  media_id: z.string().nullable(),
  image_url: z.string().nullable(),
  is_deleted: z.boolean(),
});
export type TableRow = z.output<typeof row>;

const tableSchema = z.object({
  /** When the oldest source that can still change was polled; null while one of them never was. */
  as_of: instant.nullable(),
  period: periodSchema,
  compared: periodSchema.nullable(),
  /** Days from this one on still change. */
  unsettled_from: riyadhDay,
  emptiness: z.enum(tableEmptiness).nullable(),
  notes: z.array(z.enum(tableNotes)),
  columns: z.array(column),
  total: values,
  total_before: values.nullable(),
  rows: z.array(row),
  /** The number of all rows, and the cursor of the next ones; null after the last. */
  count: z.number().int(),
  next: z.string().nullable(),
});
export type ReportTable = z.output<typeof tableSchema>;

const rows = {
  by: z.enum(allBreakdowns).optional(),
  sort: metricName.or(z.literal("key")).optional(),
  order: z.enum(["asc", "desc"]).default("desc"),
};

const tab = z.enum(tableTabs as [TableTab, ...TableTab[]]);

export const reportTableCalls = defineCalls({
  "GET Clients/Reports/tables/{tab}": {
    summary:
      "A tab of the reports as a table: typed columns of metrics, a row for each day, campaign, product, city, …",
    access: { subject: "report", action: "read" },
    readsReplica: true,
    params: z.object({ tab }),
    query: reportScopeSchema.extend({
      ...rows,
      size: z.coerce.number().int().min(1).max(1_000).default(50),
      after: z.string().max(400).optional(),
    }),
    answer: tableSchema,
    refusals: ["reports.breakdown_unknown", "reports.too_many_reads"],
  },
  "GET Clients/Reports/tables/{tab}/export": {
    summary: "All rows of a tab's table as a file",
    access: { subject: "report", action: "read" },
    readsReplica: true,
    ...exportLimits,
    params: z.object({ tab }),
    query: reportScopeSchema.extend({ ...rows, format: z.enum(exportFormats) }),
    answer: file({ types: Object.values(exportMimes) }),
    refusals: ["reports.breakdown_unknown", "reports.too_many_reads"],
  },
  "GET Clients/Reports/periods": {
    summary: "The days of a report and those it is compared with, in both calendars, and the year's seasons",
    access: { subject: "report", action: "read" },
    query: z.object({
      from: reportScopeQuery.from,
      to: reportScopeQuery.to,
      compare: reportScopeQuery.compare,
    }),
    answer: z.object({
      today: riyadhDay,
      /** As of a table. */
      as_of: instant.nullable(),
      period: periodSchema,
      compared: periodSchema.nullable(),
      /** Seasons that have begun, of the last two years, the latest first. */
      seasons: z.array(
        periodSchema.extend({ key: z.enum(seasonKeys), hijri_year: z.number().int().nullable() }),
      ),
    }),
  },
  "GET Clients/Reports/filters": {
    summary: "What reports can be narrowed to: the newest campaigns, and the cities that orders came from",
    access: { subject: "report", action: "read" },
    readsReplica: true,
    answer: z.object({
      campaigns: z.array(z.object({ id: z.string(), name: z.string(), platform: z.enum(platforms) })),
      cities: z.array(z.object({ key: z.string(), name: z.string() })),
    }),
  },
  "GET Clients/Reports/metrics": {
    summary: "Every metric: its name, what it means, its formula and unit, and what it leaves out",
    access: { subject: "report", action: "read" },
    answer: z.object({
      items: z.array(
        z.object({
          metric: metricName,
          name: z.string(),
          meaning: z.string(),
          /** Sum over sum in words; null for a sum. */
          formula: z.string().nullable(),
          unit: z.enum(units),
          source: z.string().nullable(),
          leaves_out: z.string().nullable(),
        }),
      ),
    }),
  },
});

/** The unit of a metric's values on the wire. */
export const toUnit = (metric: Metric): (typeof units)[number] => metrics[metric].unit;
