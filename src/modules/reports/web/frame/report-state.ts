import { type Period, type PeriodName, periodNames, toNamedPeriod } from "#base/shared/period.ts";
import { parseRiyadhDay, type RiyadhDay } from "#base/shared/riyadh-day.ts";
import {
  type Objective,
  objectives,
  type Platform,
  platforms,
} from "#modules/ad-accounts/contract/platforms.ts";
import { type Status, statuses } from "#modules/campaigns/contract/enums.ts";
import { type AttributionWindow, attributionWindows } from "#modules/tracking/contract/attribution.ts";
import type { ReportScope } from "../../contract/report-scope.ts";
import { type Comparison, comparisons, type ReportTab, reportTabs } from "../../contract/report-tabs.ts";
import { toReportPeriod } from "../../domain/report-period.ts";

/** How the reports are looked at, as the address holds it. */
export type ReportState = {
  tab: ReportTab;
  compare: Comparison;
  /** A period that moves with the calendar; absent where two days were chosen. */
  period?: PeriodName;
  from?: RiyadhDay;
  to?: RiyadhDay;
  store_id?: string;
  platform?: Platform;
  campaign_ids?: string[];
  status?: Status;
  objective?: Objective;
  city?: string;
  /** What the rows of the tab are, and by which column they are sorted. */
  by?: string;
  sort?: string;
  order?: "asc" | "desc";
  /** In how many days before the order a click counts; absent as attribution has it. */
  window_days?: AttributionWindow;
};

const defaults = { tab: "overview", compare: "previous", period: "last_30" } as const;
export const filterNames = ["store_id", "platform", "campaign_ids", "status", "objective", "city"] as const;
export type FilterName = (typeof filterNames)[number];

const parseEnum = <Word extends string>(words: readonly Word[], value: unknown): Word | undefined =>
  words.find((word) => word === value);
const parseText = (value: unknown, longest = 120): string | undefined =>
  typeof value === "string" && value !== "" && value.length <= longest ? value : undefined;
/** The router reads a value that looks like a number as one. */
const toText = (value: unknown): unknown => (typeof value === "number" ? String(value) : value);

/** Reads the address; what is not ours in it is left out. */
export function readReportState(found: Record<string, unknown>): ReportState {
  const [first, last] = [found.from, found.to].flatMap((day) => parseRiyadhDay(String(day)) ?? []).sort();
  const hasDays = first !== undefined && last !== undefined;
  const campaignIds = parseText(found.campaign_ids, 6_200)?.split(",").filter(Boolean).slice(0, 100);
  return dropAbsent({
    tab: parseEnum(reportTabs, found.tab) ?? defaults.tab,
    compare: parseEnum(comparisons, found.compare) ?? defaults.compare,
    period: hasDays ? undefined : (parseEnum(periodNames, found.period) ?? defaults.period),
    from: hasDays ? first : undefined,
    to: hasDays ? last : undefined,
    store_id: parseText(found.store_id),
    platform: parseEnum(platforms, found.platform),
    campaign_ids: campaignIds?.length ? campaignIds : undefined,
    status: parseEnum(statuses, found.status),
    objective: parseEnum(objectives, found.objective),
    city: parseText(toText(found.city)),
    by: parseText(found.by, 40),
    sort: parseText(found.sort, 60),
    order: parseEnum(["asc", "desc"] as const, found.order),
    window_days: attributionWindows.find((days) => String(days) === String(found.window_days)),
  });
}

/** What the address says of a state: everything but the defaults. */
export function toReportSearch(state: ReportState): Record<string, string | number> {
  const { campaign_ids, ...rest } = state;
  const written = { ...rest, ...(campaign_ids ? { campaign_ids: campaign_ids.join(",") } : {}) };
  // A window that was chosen is written even where it is the usual one: merchants set which one their reports begin with.
  const usual: Record<string, unknown> = defaults;
  return Object.fromEntries(
    Object.entries(written).filter(([name, value]) => value !== undefined && value !== usual[name]),
  ) as Record<string, string | number>;
}

/** The days of the state's period, up to today. */
export function toStateDays({ period, from, to }: ReportState, today: RiyadhDay): Period {
  return from && to ? toReportPeriod({ from, to }, today) : toNamedPeriod(period ?? defaults.period, today);
}

/** What every tab is narrowed by. Without figures still to come: a period ends today at the latest. */
export function toScope(state: ReportState, today: RiyadhDay): ReportScope {
  const { compare, store_id, platform, campaign_ids, status, objective, city } = state;
  return dropAbsent({
    ...toStateDays(state, today),
    compare,
    store_id,
    platform,
    campaign_ids,
    status,
    objective,
    city,
  });
}

export const countFilters = (state: ReportState): number =>
  filterNames.filter((name) => state[name] !== undefined).length;

/** Under `exactOptionalPropertyTypes` an optional field is absent, never undefined. */
function dropAbsent<Given extends object>(given: Given) {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Given]: Exclude<Given[Name], undefined>;
  };
}
