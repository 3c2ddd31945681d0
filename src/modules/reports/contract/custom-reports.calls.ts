import { z } from "zod";
import { file } from "#base/shared/answer-kinds.ts";
import { defineCalls, instant, requiredText, riyadhDay } from "#base/shared/contract.ts";
import { periodNames } from "#base/shared/period.ts";
import { exportMimes } from "#base/shared/table-files.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { objectives, statuses } from "#modules/campaigns/contract/enums.ts";
import {
  breakdownsMax,
  customBreakdowns,
  customMeasures,
  customNameMax,
  displays,
  exportFormats,
  frequencies,
  isTimeBreakdown,
  measuresMax,
  stopReasons,
} from "./custom-report.ts";

const id = z.string().min(1).max(60);
const name = requiredText(customNameMax);
const isUnique = (values: readonly unknown[]) => new Set(values).size === values.length;

/** A period that moves with the calendar, or two Riyadh days, both included. */
const period = z.union([
  z.strictObject({ name: z.enum(periodNames) }),
  z.strictObject({ from: riyadhDay, to: riyadhDay }),
]);

/** As the tabs of the reports are narrowed; what is absent leaves nothing out. */
const filter = z.strictObject({
  store_id: id.optional(),
  platform: z.enum(platforms).optional(),
  campaign_ids: z.array(id).min(1).max(100).optional(),
  status: z.enum(statuses).optional(),
  objective: z.enum(objectives).optional(),
});
export type CustomFilter = z.output<typeof filter>;

export const reportDefinition = z.strictObject({
  measures: z
    .array(z.enum(customMeasures))
    .min(1, { error: "reports:custom_measure_required" })
    .max(measuresMax)
    .refine(isUnique, { error: "base:not_valid" }),
  by: z
    .array(z.enum(customBreakdowns))
    .max(breakdownsMax)
    .refine(isUnique, { error: "base:not_valid" })
    .refine((by) => by.filter(isTimeBreakdown).length <= 1, { error: "reports:custom_one_time" })
    .refine((by) => by.findIndex(isTimeBreakdown) <= 0, { error: "reports:custom_time_first" }),
  filter,
  period,
  display: z.enum(displays),
});
export type ReportDefinition = z.output<typeof reportDefinition>;

const schedule = z.object({
  frequency: z.enum(frequencies),
  /** In Riyadh. */
  hour: z.number().int().min(0).max(23),
  /** 0 is Sunday; of a weekly one only. */
  weekday: z.number().int().min(0).max(6).nullable(),
  /** Of a monthly one only. */
  month_day: z.number().int().min(1).max(28).nullable(),
  is_active: z.boolean(),
  stop_reason: z.enum(stopReasons).nullable(),
  next_due_at: instant.nullable(),
  /** The last time it was due: what it reported, and how far its e-mail is; null before the first. */
  last: z
    .object({
      due_on: riyadhDay,
      from: riyadhDay,
      to: riyadhDay,
      state: z.enum(["queued", "sending", "sent", "failed", "over_limit", "unavailable", "stopped"]),
    })
    .nullable(),
});
export type ReportSchedule = z.output<typeof schedule>;

const customReport = z.object({
  id: z.string(),
  name: z.string(),
  definition: reportDefinition,
  is_shared: z.boolean(),
  is_pinned: z.boolean(),
  /** Whether the caller made it, and may change it. */
  is_own: z.boolean(),
  /** The caller's own. */
  schedule: schedule.nullable(),
  updated_at: instant,
});
export type CustomReport = z.output<typeof customReport>;

/** Values in the order of the measures; null where there is nothing to divide by. */
const values = z.array(z.number().nullable());
const units = ["count", "halalas", "ratio", "price"] as const;

const figures = z.object({
  /** When the oldest source that can still change was polled; null while one of them never was. */
  as_of: instant.nullable(),
  from: riyadhDay,
  to: riyadhDay,
  /** Days from this one on still change. */
  unsettled_from: riyadhDay,
  measures: z.array(z.object({ measure: z.enum(customMeasures), name: z.string(), unit: z.enum(units) })),
  by: z.array(z.object({ breakdown: z.enum(customBreakdowns), name: z.string() })),
  total: values,
  /** In the order of time, then of the first measure, highest first. */
  rows: z.array(
    z.object({
      key: z.string(),
      /** One for each breakdown: its first day, or an id; and its name in the language of the request. */
      parts: z.array(z.object({ id: z.string(), name: z.string() })),
      values,
    }),
  ),
  next_cursor: z.string().nullable(),
  /** Why there are no rows: nothing ever, or nothing in these days; null while there are some. */
  emptiness: z.enum(["not_connected", "no_campaigns", "not_read_yet", "none"]).nullable(),
});
export type CustomFigures = z.output<typeof figures>;

const access = { subject: "custom_report", action: "read" } as const;
const change = { subject: "custom_report", action: "manage" } as const;
const params = z.object({ id });
/** Other days than the report's own, and which of its rows. */
const pageQuery = {
  from: riyadhDay.optional(),
  to: riyadhDay.optional(),
  cursor: z.string().max(600).optional(),
  size: z.coerce.number().int().min(1).max(500).default(25),
};
const exportQuery = { from: riyadhDay.optional(), to: riyadhDay.optional(), format: z.enum(exportFormats) };
const exportAnswer = file({ types: Object.values(exportMimes) });

export const customReportsCalls = defineCalls({
  "GET Clients/Reports/custom": {
    summary: "The reports the member made, and those that others of the merchant share, newest first",
    access,
    readsReplica: true,
    query: z.object({
      cursor: z.string().max(60).optional(),
      size: z.coerce.number().int().min(1).max(100).default(20),
    }),
    answer: z.object({ items: z.array(customReport), next_cursor: z.string().nullable() }),
  },
  "POST Clients/Reports/custom": {
    summary: "Saves a report of one's own",
    access: change,
    body: z.object({ name, definition: reportDefinition }),
    answer: customReport,
    refusals: ["reports.custom_too_many"],
    idempotent: true,
  },
  "GET Clients/Reports/custom/{id}": {
    summary: "A report of one's own, or one that is shared",
    access,
    params,
    answer: customReport,
  },
  "PUT Clients/Reports/custom/{id}": {
    summary: "Changes the given fields: name, definition, whether it is shared. For the member who made it",
    access: change,
    params,
    body: z.object({
      name: name.optional(),
      definition: reportDefinition.optional(),
      is_shared: z.boolean().optional(),
    }),
    answer: customReport,
    refusals: ["reports.custom_not_own"],
  },
  "DELETE Clients/Reports/custom/{id}": {
    summary: "Deletes a report with its schedules. For the member who made it",
    access: change,
    params,
    answer: z.null(),
    refusals: ["reports.custom_not_own"],
  },
  "POST Clients/Reports/custom/{id}/copy": {
    summary: "A report of one's own from one that is seen",
    access: change,
    params,
    body: z.object({ name }),
    answer: customReport,
    refusals: ["reports.custom_too_many"],
    idempotent: true,
  },
  "PUT Clients/Reports/custom/{id}/pin": {
    summary: "Pins a report to the member's home, or takes it off",
    access,
    params,
    body: z.object({ is_pinned: z.boolean() }),
    answer: customReport,
    refusals: ["reports.custom_pins_full"],
  },
  "GET Clients/Reports/custom/{id}/figures": {
    summary: "A report's figures, row after row",
    access,
    readsReplica: true,
    params,
    query: z.object(pageQuery),
    answer: figures,
  },
  "GET Clients/Reports/custom/{id}/export": {
    summary: "All rows of a report as a file, written while it is sent",
    access,
    readsReplica: true,
    params,
    query: z.object(exportQuery),
    answer: exportAnswer,
  },
  "POST Clients/Reports/custom/preview": {
    summary: "The figures of a report that is not saved yet",
    access,
    body: z.object({ definition: reportDefinition, ...pageQuery }),
    answer: figures,
  },
  "GET Clients/Reports/custom-pinned": {
    summary: "The reports pinned to the member's home, each with the beginning of its figures",
    access,
    readsReplica: true,
    answer: z.object({ items: z.array(z.object({ report: customReport, figures })) }),
  },
  "PUT Clients/Reports/custom/{id}/schedule": {
    summary: "Sends the member this report by e-mail, from the next time on; or turns that on and off",
    access,
    params,
    body: z.object({
      frequency: z.enum(frequencies),
      hour: z.number().int().min(0).max(23),
      weekday: z.number().int().min(0).max(6).optional(),
      month_day: z.number().int().min(1).max(28).optional(),
      is_active: z.boolean(),
    }),
    answer: customReport,
    refusals: ["reports.schedule_email_not_proven"],
  },
  "GET Clients/Reports/home/export": {
    summary: "The days of home's figures as a file",
    access: { subject: "report", action: "read" },
    readsReplica: true,
    query: z.object({
      days: z.coerce.number().int().min(1).max(365).default(30),
      format: z.enum(exportFormats),
    }),
    answer: exportAnswer,
  },
  "GET Clients/Reports/campaign/{id}/export": {
    summary: "The days of one campaign's figures as a file",
    access: { subject: "report", action: "read" },
    readsReplica: true,
    params,
    query: z.object({
      days: z.coerce.number().int().min(1).max(365).default(30),
      ...exportQuery,
    }),
    answer: exportAnswer,
  },
});
export type CustomReportsCalls = typeof customReportsCalls;
