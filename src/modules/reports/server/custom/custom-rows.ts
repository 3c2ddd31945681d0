import type { ReadContext } from "#base/server/context.ts";
import type { Period } from "#base/shared/period.ts";
import type { Dimension, Sum } from "#modules/figures/contract/metrics.ts";
import { computeMetrics, type FiguresFacade, listSums } from "#modules/figures/server/figures.facade.ts";
import {
  type CustomBreakdown,
  isTimeBreakdown,
  type SubjectBreakdown,
  type TimeBreakdown,
} from "../../contract/custom-report.ts";
import type { ReportDefinition } from "../../contract/custom-reports.calls.ts";
import { splitPeriod, type TimePart, toTimeId } from "../../domain/custom-period.ts";
import type { CustomFiguresDeps } from "./custom-deps.ts";
import { type CustomScope, type Labels, loadLabels, loadScope } from "./custom-scope.ts";

/** A row of a report: an id for each breakdown, and a value for each measure. */
export type CustomRow = { ids: string[]; key: string; values: (number | null)[]; labels: Labels };
/** The last row that was read: those after it follow. */
export type RowPlace = { time: string; value: number | null; key: string };

export type RowsQuery = { definition: ReportDefinition; period: Period; after?: RowPlace | undefined };

/**
 * A report's rows, part after part of its time and within one by the first measure, highest first. As much is read as is
 * taken, so memory does not grow with the number of rows: at most a part's rows are held.
 */
export async function* streamCustomRows(
  deps: CustomFiguresDeps,
  ctx: ReadContext,
  { definition, period, after }: RowsQuery,
): AsyncGenerator<CustomRow> {
  const scope = await loadScope(deps, ctx, definition.filter);
  if (scope.isEmpty) return;
  const time = definition.by.find(isTimeBreakdown);
  const all: TimePart[] = time ? splitPeriod(period, time) : [{ id: "" as TimePart["id"], ...period }];
  const parts = after ? all.filter(({ id }) => id >= after.time) : all;
  const size = toWindowSize(definition.by, time);
  for (let at = 0; at < parts.length; at += size) {
    const window = parts.slice(at, at + size);
    const byTime = await loadWindow(deps, ctx, { definition, scope, time, window });
    for (const { id } of window) {
      const rows = (byTime.get(id) ?? []).sort(compareRows);
      const isCut = after !== undefined && after.time === id;
      for (const row of rows) if (!isCut || comparePlaces(after, toPlace(row)) < 0) yield row;
    }
  }
}

/** Where a row stands in the report. */
export const toPlace = ({ ids, key, values }: CustomRow): RowPlace => ({
  time: /^\d{4}-\d{2}-\d{2}$/.test(ids[0] ?? "") ? (ids[0] ?? "") : "",
  value: values[0] ?? null,
  key,
});

const compareRows = (one: CustomRow, other: CustomRow) => comparePlaces(toPlace(one), toPlace(other));

/** The first measure, highest first and none last; equal ones by their ids, so that the order is always the same. */
function comparePlaces(one: RowPlace, other: RowPlace): number {
  const byValue = (other.value ?? Number.NEGATIVE_INFINITY) - (one.value ?? Number.NEGATIVE_INFINITY);
  if (one.value !== other.value && byValue !== 0) return byValue;
  return one.key < other.key ? -1 : one.key > other.key ? 1 : 0;
}

/** How many days are read at once: fewer, the more rows a day may have. Weeks and months are read one by one. */
function toWindowSize(by: readonly CustomBreakdown[], time: TimeBreakdown | undefined): number {
  if (time !== "day") return 1;
  if (by.includes("ad") || by.includes("ad_group")) return 1;
  return by.includes("campaign") || by.includes("store") ? 7 : 62;
}

type Window = {
  definition: ReportDefinition;
  scope: CustomScope;
  time: TimeBreakdown | undefined;
  window: readonly TimePart[];
};
type ReadRow = Awaited<ReturnType<FiguresFacade["query"]>>[number] & {
  day: string;
  campaign_id: string;
  ad_id: string;
  platform: string;
} & Record<Sum, number>;

/** Rows by the part of time they belong to; those of one time are in the order of the database. */
async function loadWindow(
  deps: CustomFiguresDeps,
  ctx: ReadContext,
  { definition, scope, time, window }: Window,
): Promise<Map<string, CustomRow[]>> {
  const { measures, by } = definition;
  const sums = listSums(measures);
  const [first, last] = [window[0], window.at(-1)];
  if (!first || !last) return new Map();
  const isByDay = window.length > 1;
  const read = (await deps.figures.query(ctx, {
    measures: sums,
    by: [...(isByDay ? (["day"] as const) : []), ...toDimensions(by)],
    filter: { from: first.from, to: last.to, ...scope.filter },
  })) as unknown as ReadRow[];
  const labels = await loadLabels(deps, ctx, scope, by.includes("ad") || by.includes("ad_group") ? read : []);
  const groups = new Map<string, { ids: string[]; total: Partial<Record<Sum, number>> }>();
  for (const row of read) {
    const timeId = time ? (isByDay ? toTimeId(row.day as TimePart["id"], time) : first.id) : "";
    const ids = by.map((breakdown) => (isTimeBreakdown(breakdown) ? timeId : toId(breakdown, row, labels)));
    const key = JSON.stringify(ids);
    const group = groups.get(key) ?? { ids, total: {} };
    for (const sum of sums) group.total[sum] = (group.total[sum] ?? 0) + row[sum];
    groups.set(key, group);
  }
  // Without a breakdown the figures have one row, zeros when there is nothing: then the report has none.
  const rows = [...groups].flatMap(([key, { ids, total }]): CustomRow[] =>
    by.length === 0 && sums.every((sum) => total[sum] === 0)
      ? []
      : [{ ids, key, labels, values: toValues(definition, total) }],
  );
  const timeIndex = by.findIndex(isTimeBreakdown);
  return Map.groupBy(rows, ({ ids }) => (timeIndex === -1 ? "" : (ids[timeIndex] ?? "")));
}

/** What the figures are split by for these breakdowns: an ad group's are its ads', a store's those of its campaigns. */
function toDimensions(by: readonly CustomBreakdown[]): Dimension[] {
  const has = (...wanted: CustomBreakdown[]) => wanted.some((one) => by.includes(one));
  return [
    ...(has("platform") ? (["platform"] as const) : []),
    ...(has("campaign", "store") ? (["campaign"] as const) : []),
    ...(has("ad", "ad_group") ? (["ad"] as const) : []),
  ];
}

const ids: Record<SubjectBreakdown, (row: ReadRow, labels: Labels) => string> = {
  platform: ({ platform }) => platform,
  campaign: ({ campaign_id }) => campaign_id,
  store: ({ campaign_id }, { campaigns }) => campaigns.get(campaign_id)?.store_id ?? "",
  ad: ({ ad_id }) => ad_id,
  ad_group: ({ ad_id }, { ads }) => ads.get(ad_id)?.ad_group_id ?? "",
};
const toId = (breakdown: SubjectBreakdown, row: ReadRow, labels: Labels): string =>
  ids[breakdown](row, labels);

function toValues({ measures }: ReportDefinition, total: Partial<Record<Sum, number>>): (number | null)[] {
  const computed = computeMetrics(measures, total) as Record<string, number | null>;
  return measures.map((measure) => computed[measure] ?? null);
}

/** The values of the whole period, in the order of the measures. */
export async function loadCustomTotal(
  deps: CustomFiguresDeps,
  ctx: ReadContext,
  { definition, period }: RowsQuery,
): Promise<(number | null)[]> {
  const scope = await loadScope(deps, ctx, definition.filter);
  if (scope.isEmpty) return toValues(definition, {});
  const [total = {}] = await deps.figures.query(ctx, {
    measures: listSums(definition.measures),
    by: [],
    filter: { ...period, ...scope.filter },
  });
  return toValues(definition, total);
}
