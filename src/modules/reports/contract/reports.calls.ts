import { z } from "zod";
import { defineCalls, halalasSchema, instant, riyadhDay } from "#base/shared/contract.ts";
import { audienceSplits, platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { accountPollSchema } from "#modules/figures/contract/account-polls.ts";
import { salesMetrics } from "#modules/figures/contract/counted-sales.ts";
import { toShape, totalsSchema } from "#modules/figures/contract/metrics.ts";
import { breakdowns, planBreakdowns } from "./breakdowns.ts";
import { customReportsCalls } from "./custom-reports.calls.ts";
import { homeCalls, homeQuerySchema } from "./home.calls.ts";
import { ledgerCalls } from "./ledger.calls.ts";
import { ordersCalls } from "./orders.calls.ts";
import { reportTableCalls } from "./report-table.calls.ts";
import { truthCalls } from "./truth.calls.ts";

/** `has_data` is false for a day without any reported figures: no data, which is not zero. */
const daySchema = totalsSchema.extend({ day: riyadhDay, is_settled: z.boolean(), has_data: z.boolean() });

const daysQuery = { days: z.coerce.number().int().min(1).max(365).default(30) };

/** A period by its days, both included, or the last `days`. Longer ones begin later; `from` and `to` say what was read. */
const periodQuery = { ...daysQuery, from: riyadhDay.optional(), to: riyadhDay.optional() };

const figuresSchema = z.object({
  /** When the oldest source that can still change was polled; null while one of them never was. */
  as_of: instant.nullable(),
  from: riyadhDay,
  to: riyadhDay,
  totals: totalsSchema,
  /** The same number of days before. */
  previous: totalsSchema,
  days: z.array(daySchema),
});

const breakdownRow = z.object({
  /** The ad group's or ad's id, a platform, or the hour of the Riyadh day: `0` to `23`. */
  key: z.string(),
  /** In a plan: the platform of an ad group or ad. Null elsewhere. */
  platform: z.enum(platforms).nullable(),
  /** Null for a platform and an hour, and for what is not known any more. */
  name: z.string().nullable(),
  /** Ads only. */
  media_id: z.string().nullable(),
  is_deleted: z.boolean(),
  ...toShape(["impressions", "clicks", "spend_halalas", "cpc_halalas", "cpm_halalas"]),
  /** What orders say; null where they are not counted so finely. */
  sold: z.object(toShape([...salesMetrics, "cost_per_order_halalas"])).nullable(),
});
export type BreakdownRow = z.output<typeof breakdownRow>;

const audienceRow = z.object({
  /**
   * `25-34` or `65+`; `male`, `female`; a region of the Kingdom by its key, another place as the platform writes it; a
   * placement (`instagram`, `youtube`); `unknown` where it is not known.
   */
  key: z.string(),
  ...toShape(["impressions", "clicks", "spend_halalas", "cpc_halalas", "cpm_halalas"]),
});
export type AudienceRow = z.output<typeof audienceRow>;

/** A platform of a plan that is in no row: it does not report this split, or did not answer now. */
const leftOut = z.object({
  platform: z.enum(platforms),
  reason: z.enum(["not_reported", "no_answer"]),
  /** What the plan cost there in the period, as counted here. */
  ...toShape(["spend_halalas"]),
});
export type LeftOut = z.output<typeof leftOut>;

const breakdownAnswer = z.object({
  from: riyadhDay,
  to: riyadhDay,
  /** Whether the rows hold all that was spent in the period: hours are not known of every day. */
  is_complete: z.boolean(),
  /** Highest spend first; hours in their order. */
  rows: z.array(breakdownRow),
});

/** Why a screen of figures is empty: nothing connected, nothing shown or sold so far, or nothing in the period. */
export const emptiness = ["not_connected", "no_campaigns", "not_read_yet", "none"] as const;

export const attentionKinds = [
  "wallet_low",
  "wallet_empty",
  "top_up_card_refused",
  "top_up_card_unusable",
  "charged_back",
  "top_up_planned",
  "store_connection_lost",
  "ad_account_connection_lost",
  "ad_account_permission_ends",
  "card_expiring",
  "ad_account_silent",
  "campaign_sync_failed",
  "season_budget_failed",
] as const;

/** One platform's figures of a period. */
const platformSchema = z.object({
  platform: z.enum(platforms),
  ...toShape(["spend_halalas", "orders_placed", "sales_placed_halalas", "roas_placed"]),
});

export const reportsCalls = defineCalls({
  ...ledgerCalls,
  ...customReportsCalls,
  ...reportTableCalls,
  ...homeCalls,
  ...truthCalls,
  ...ordersCalls,
  "GET Clients/Reports/home": {
    summary: "The merchant's figures: sums, the days, and what they are compared with",
    access: { subject: "report", action: "read" },
    readsReplica: true,
    query: homeQuerySchema,
    answer: figuresSchema.extend({
      /** The days of `previous`; null where nothing is compared. */
      compared: z.object({ from: riyadhDay, to: riyadhDay }).nullable(),
      emptiness: z.enum(emptiness).nullable(),
      /** Highest spend first; platforms without spend and sales are left out. */
      platforms: z.array(platformSchema),
    }),
  },
  "GET Clients/Reports/readings": {
    summary: "How fresh each ad account's figures are, and how its currency is turned into riyals",
    access: { subject: "report", action: "read" },
    readsReplica: true,
    answer: z.object({ items: z.array(accountPollSchema) }),
  },
  "GET Clients/Reports/campaign/{id}": {
    summary: "One campaign's figures, and its ads'",
    access: { subject: "report", action: "read" },
    readsReplica: true,
    params: z.object({ id: z.string().max(60) }),
    query: z.object(periodQuery),
    answer: figuresSchema.extend({
      /** Why the period is empty: nothing ever, or nothing in these days; null while it is not empty. */
      emptiness: z.enum(["not_read_yet", "none"]).nullable(),
      ads: z.array(
        z.object({
          ad_id: z.string(),
          ...toShape(["impressions", "clicks", "spend_halalas", ...salesMetrics]),
        }),
      ),
    }),
  },
  "GET Clients/Reports/campaign/{id}/breakdown": {
    summary: "One campaign's figures by ad group, by ad or by the hour of the day",
    access: { subject: "report", action: "read" },
    readsReplica: true,
    params: z.object({ id: z.string().max(60) }),
    query: z.object({ ...periodQuery, by: z.enum(breakdowns) }),
    answer: breakdownAnswer,
  },
  "GET Clients/Reports/campaign/{id}/audience": {
    summary: "Who saw a campaign, by age, gender, place or placement, as its platform says it now",
    access: { subject: "report", action: "read" },
    readsReplica: true,
    params: z.object({ id: z.string().max(60) }),
    query: z.object({ ...periodQuery, by: z.enum(audienceSplits) }),
    answer: z.object({
      from: riyadhDay,
      to: riyadhDay,
      /** Highest spend first; null where the platform's reports do not say. */
      rows: z.array(audienceRow).nullable(),
    }),
    refusals: ["reports.too_many_reads"],
  },
  "GET Clients/Reports/plan/{id}": {
    summary: "A plan's figures over all its platforms, and each campaign's",
    access: { subject: "report", action: "read" },
    readsReplica: true,
    params: z.object({ id: z.string().max(60) }),
    query: z.object(periodQuery),
    answer: figuresSchema.extend({
      /** Each campaign's sums, deleted ones included; those without figures are left out. */
      campaigns: z.array(totalsSchema.extend({ campaign_id: z.string() })),
    }),
  },
  "GET Clients/Reports/plan/{id}/breakdown": {
    summary: "A plan's figures over all its platforms by platform, ad group, ad or the hour of the day",
    access: { subject: "report", action: "read" },
    readsReplica: true,
    params: z.object({ id: z.string().max(60) }),
    query: z.object({ ...periodQuery, by: z.enum(planBreakdowns) }),
    answer: breakdownAnswer,
  },
  "GET Clients/Reports/plan/{id}/audience": {
    summary: "Who saw a plan's campaigns, by age, gender, place or placement, as its platforms say it now",
    access: { subject: "report", action: "read" },
    readsReplica: true,
    params: z.object({ id: z.string().max(60) }),
    query: z.object({ ...periodQuery, by: z.enum(audienceSplits) }),
    answer: z.object({
      from: riyadhDay,
      to: riyadhDay,
      /** Sums over the platforms that report it, highest spend first; null where none does. */
      rows: z.array(audienceRow).nullable(),
      left_out: z.array(leftOut),
    }),
    refusals: ["reports.too_many_reads"],
  },
  "GET Clients/Reports/campaigns": {
    summary: "Sums of the named campaigns, for lists",
    access: { subject: "report", action: "read" },
    readsReplica: true,
    query: z.object({ ids: z.string().max(6_200), ...daysQuery }),
    answer: z.object({
      as_of: instant.nullable(),
      items: z.array(
        totalsSchema.extend({ campaign_id: z.string(), spend_today_halalas: halalasSchema.nullable() }),
      ),
    }),
  },
  "GET Clients/Reports/attention": {
    summary: "What deserves the merchant's attention now, most urgent first",
    access: { subject: "report", action: "read" },
    readsReplica: true,
    answer: z.object({
      items: z.array(
        z.object({
          kind: z.enum(attentionKinds),
          /** The subject: a campaign's or a store's name, an ad platform, or a card's last four digits. */
          subject: z.string().nullable(),
          subject_id: z.string().nullable(),
          /** The Riyadh day on which the available balance, the access or the card ends. */
          ends_on: riyadhDay.nullable(),
          /** Since when, where that is known. */
          since: instant.nullable(),
          /** What is going to be charged, or was charged back. */
          amount_halalas: halalasSchema.nullable(),
          /** When an automatic top-up charges its card. */
          charge_at: instant.nullable(),
        }),
      ),
    }),
  },
});

export type ReportsCalls = typeof reportsCalls;
