import { type Period, type PeriodName, periodNames, toNamedPeriod, toPeriod } from "#base/shared/period.ts";
import { parseRiyadhDay, type RiyadhDay } from "#base/shared/riyadh-day.ts";
import { type Platform, platforms } from "#modules/ad-accounts/contract/platforms.ts";
import type { CountedOrders } from "#modules/merchants/contract/enums.ts";
import {
  type ListView,
  listViews,
  type SortKey,
  type Status,
  type Sync,
  sortKeys,
  statuses,
  syncs,
} from "../../contract/enums.ts";
import type { ViewState } from "../../contract/list.ts";

/** How the list is looked at, as the address holds it. */
export type ListState = {
  page: number;
  size: number;
  search: string;
  status?: Status;
  platform?: Platform;
  store_id?: string;
  sync?: Sync;
  view?: ListView;
  /** Only campaigns whose schedule meets the period. */
  scheduled?: "in_period";
  /** A period that moves with the calendar; absent where two days were chosen. */
  period?: PeriodName;
  from?: RiyadhDay;
  to?: RiyadhDay;
  sort: SortKey;
  order: "asc" | "desc";
  /** The cursor of this page, when it was reached by turning pages. */
  after?: string;
};

export const pageSizes = [10, 25, 50, 100] as const;
/** Of a person who counts these orders: the highest return on them comes first. */
const toDefaults = (counted: CountedOrders) =>
  ({ page: 1, size: pageSizes[0], search: "", sort: `roas_${counted}`, order: "desc" }) as const;
const defaultPeriod: PeriodName = "last_7";

const parseEnum = <Word extends string>(words: readonly Word[], value: unknown): Word | undefined =>
  words.find((word) => word === value);
const parseDay = (value: unknown): RiyadhDay | undefined =>
  typeof value === "string" ? (parseRiyadhDay(value) ?? undefined) : undefined;

/** Reads the address; what is not ours in it is the default. */
export function readState(found: Record<string, unknown>, counted: CountedOrders): ListState {
  const defaults = toDefaults(counted);
  const page = Number(found.page);
  const [from, to] = [parseDay(found.from), parseDay(found.to)];
  const hasDays = from !== undefined && to !== undefined;
  return dropAbsent({
    page: Number.isInteger(page) && page > 0 ? page : defaults.page,
    size: pageSizes.find((size) => size === Number(found.size)) ?? defaults.size,
    search: found.search === undefined ? defaults.search : String(found.search),
    sort: parseEnum(sortKeys, found.sort) ?? defaults.sort,
    order: found.order === "asc" ? "asc" : defaults.order,
    status: parseEnum(statuses, found.status),
    platform: parseEnum(platforms, found.platform),
    store_id: typeof found.store_id === "string" ? found.store_id : undefined,
    sync: parseEnum(syncs, found.sync),
    view: parseEnum(listViews, found.view),
    scheduled: found.scheduled === "in_period" ? "in_period" : undefined,
    period: hasDays ? undefined : parseEnum(periodNames, found.period),
    from: hasDays ? from : undefined,
    to: hasDays ? to : undefined,
    after: typeof found.after === "string" ? found.after : undefined,
  });
}

/** What the address says of a state: everything but the defaults. */
export function toSearch(state: Partial<ListState>, counted: CountedOrders): Record<string, string | number> {
  const usual: Record<string, unknown> = { ...toDefaults(counted), period: defaultPeriod };
  return Object.fromEntries(
    Object.entries(state).filter(([name, value]) => value !== undefined && value !== usual[name]),
  ) as Record<string, string | number>;
}

/** The days of the state's period. */
export function toDays(
  { period, from, to }: Pick<ListState, "period" | "from" | "to">,
  today: RiyadhDay,
): Period {
  return from && to ? toPeriod({ from, to }, today) : toNamedPeriod(period ?? defaultPeriod, today);
}

/** What the calls for totals and exports are asked. */
export function toFilterQuery(state: ListState, today: RiyadhDay) {
  const { search, status, platform, store_id, sync, view, scheduled } = state;
  return { search, status, platform, store_id, sync, view, scheduled, ...toDays(state, today) };
}

/** What the list is asked. */
export function toListQuery(state: ListState, today: RiyadhDay) {
  const { page, size, after, sort, order } = state;
  return { ...toFilterQuery(state, today), page, size, sort, order, ...(after ? { after } : {}) };
}

/** Whether anything is left out of the list. */
export const isFiltered = ({
  search,
  status,
  platform,
  store_id,
  sync,
  view,
  scheduled,
}: ListState): boolean => Boolean(search || status || platform || store_id || sync || view || scheduled);

/** The look to save under a name: everything but the place in the pages. */
export function toViewState(state: ListState, counted: CountedOrders): ViewState {
  const { page: _, size: __, after: ___, ...look } = state;
  return toSearch(look, counted) as ViewState;
}

/** Whether the list is looked at as this saved view does; columns apart. */
export function isSameView(
  state: ListState,
  { columns: _, ...view }: ViewState,
  counted: CountedOrders,
): boolean {
  const [one, other] = [state, readState(view, counted)].map((look) =>
    JSON.stringify(Object.entries(toViewState(look, counted)).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  );
  return one === other;
}

/** Under `exactOptionalPropertyTypes` an optional field is absent, never undefined. */
function dropAbsent<Given extends object>(given: Given) {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Given]: Exclude<Given[Name], undefined>;
  };
}
