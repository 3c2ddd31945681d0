import type { Metric } from "#modules/figures/contract/metrics.ts";
import { computeKnownMetrics, type Sums } from "#modules/figures/server/figures.facade.ts";
import { type TableColumn, type TableRow, toUnit } from "../../contract/report-table.calls.ts";

/** What is known of one row: a sum that is absent is not known, which is not zero. */
export type KnownSums = Partial<Sums>;
/** Rows by their key. */
export type SumsByKey = ReadonlyMap<string, KnownSums>;

/** How a row is named and where it leads; everything but its values. */
export type RowLabel = Omit<TableRow, "key" | "values" | "before">;
export type Labels = (key: string) => RowLabel;

export const plainLabel = (name: string): RowLabel => ({
  name,
  platform: null,
  campaign_id: null,
  detail: null,
  media_id: null,
  image_url: null,
  is_deleted: false,
});

/**
 * One period's sums: of everything in the scope, and of each row. Of a row that is missing a sum is zero, unless it is one
 * of `gaps`: what a platform has not reported of a day is not known.
 */
export type PeriodSums = { total: KnownSums; rows: SumsByKey; gaps?: readonly (keyof Sums)[] };

/** What a tab says of itself: its columns, its sums now and before, and the rows' names. */
export type TabContent = {
  metrics: readonly Metric[];
  now: PeriodSums;
  before: PeriodSums | null;
  labels: Labels;
  /** By which column rows are sorted without another choice; `key` in the order of their keys. */
  sort: Metric | "key";
  /** Of the rows by key: the latest first, or from the first on. */
  keyOrder: "asc" | "desc";
};

export function toColumns(metrics: readonly Metric[], toName: (metric: Metric) => string): TableColumn[] {
  return metrics.map((metric) => ({ metric, unit: toUnit(metric), name: toName(metric) }));
}

/** All rows of a tab with their values, unsorted: those that have figures now, or had some before. */
export function toRows({ metrics, now, before, labels }: TabContent): TableRow[] {
  const keys = new Set([...now.rows.keys(), ...(before?.rows.keys() ?? [])]);
  return [...keys].map((key) => ({
    key,
    ...labels(key),
    values: computeKnownMetrics(metrics, now.rows.get(key) ?? toMissing(now)),
    before: before && computeKnownMetrics(metrics, before.rows.get(key) ?? toMissing(before)),
  }));
}

/** What a row without figures in a period has. */
const toMissing = ({ total, gaps = [] }: PeriodSums): KnownSums =>
  Object.fromEntries(
    Object.entries(total).flatMap(([sum, value]) =>
      value === undefined || gaps.includes(sum as keyof Sums) ? [] : [[sum, 0]],
    ),
  );

/** Sums of several kinds, row by row. */
export function mergeSums(...parts: readonly PeriodSums[]): PeriodSums {
  const keys = new Set(parts.flatMap(({ rows }) => [...rows.keys()]));
  const toRow = (key: string) =>
    Object.assign({}, ...parts.map((part) => part.rows.get(key) ?? toMissing(part))) as KnownSums;
  return {
    total: Object.assign({}, ...parts.map(({ total }) => total)) as KnownSums,
    rows: new Map([...keys].map((key) => [key, toRow(key)])),
    gaps: parts.flatMap(({ gaps = [] }) => gaps),
  };
}

/** Rows of one period added up by another key, as days by their month. */
export function groupSums({ rows, ...sums }: PeriodSums, toGroup: (key: string) => string): PeriodSums {
  const groups = new Map<string, KnownSums>();
  for (const [key, sums] of rows) groups.set(toGroup(key), addSums(groups.get(toGroup(key)) ?? {}, sums));
  return { ...sums, rows: groups };
}

export function addSums(one: KnownSums, other: KnownSums): KnownSums {
  const added: KnownSums = { ...one };
  for (const [sum, value] of Object.entries(other) as [keyof Sums, number | undefined][])
    if (value !== undefined) added[sum] = (added[sum] ?? 0) + value;
  return added;
}

/** Rows with the sums that are known of each; the total of each of these sums is theirs. */
export function toPeriodSums(
  known: readonly (keyof Sums)[],
  rows: Iterable<[string, KnownSums]>,
): PeriodSums {
  const byKey = new Map<string, KnownSums>();
  let total: KnownSums = Object.fromEntries(known.map((sum) => [sum, 0]));
  for (const [key, sums] of rows) {
    byKey.set(key, addSums(byKey.get(key) ?? {}, sums));
    total = addSums(total, sums);
  }
  return { total, rows: byKey };
}
