import { type Figures, sum, zeroFigures } from "../shared/deliveries.ts";
import type { Json } from "../shared/field-table.ts";
import { addParts } from "../shared/split-figures.ts";
import { splitByAudience } from "./audience.ts";
import { type Call, type Context, requireRead } from "./call.ts";
import type { DemoAccount } from "./demo.ts";
import { refused } from "./errors.ts";
import { HOURLY, SYNC_ROWS_MAX } from "./facts.ts";
import {
  type Day,
  type Filter,
  type InsightsQuery,
  type Level,
  parseInsightsQuery,
} from "./insights-query.ts";
import { paginate } from "./paging.ts";
import type { StoredObject } from "./registry.ts";
import { computeAdSetStatus, computeAdStatus, computeCampaignStatus } from "./status.ts";

const HOUR_MS = 3_600_000;
const DEPTH: Level[] = ["account", "campaign", "adset", "ad"];
/** The node of a report: an ad account, or an object in it. */
export type Node = { level: Level; account: DemoAccount; row: StoredObject | null };

/** The maximum rows of a synchronous report; a control call can lower it. */
export const syncLimit = (context: Context) =>
  context.world.state<{ rows: number }>("meta.sync", () => ({ rows: SYNC_ROWS_MAX }));

/** GET …/insights: sums of the deliveries by ad and hour. */
export function handleInsights(context: Context, call: Call, node: Node): Json {
  requireRead(call);
  const query = parseInsightsQuery(call.params, node.level, node.account.timezone, context.world.now());
  const entities = listEntities(context, node, query);
  const rows = entities.length * query.rows.length * (query.isHourly ? 24 : 1);
  if (rows > syncLimit(context).rows)
    throw refused(1_487_534, "Too much data", "Please reduce the amount of data you are asking for.", [
      "time_range",
    ]);
  return paginate(call, buildRows(context, node, query, entities), (row) => row);
}

/** The same report without a limit, for an asynchronous run. */
export function reportRows(context: Context, params: Json, node: Node): Json[] {
  const query = parseInsightsQuery(params, node.level, node.account.timezone, context.world.now());
  return buildRows(context, node, query, listEntities(context, node, query));
}

type Entity = { row: StoredObject | null; ads: StoredObject[] };

/**
 * The objects that get rows. Below the node's own level, deleted and archived ones are left out unless
 * `<level>.effective_status` requests them; their deliveries still count in the objects above them.
 */
function listEntities(context: Context, node: Node, query: InsightsQuery): Entity[] {
  const level = DEPTH.indexOf(query.level) < DEPTH.indexOf(node.level) ? node.level : query.level;
  const ads = listAdsUnder(context, node).filter((ad) => passesIds(context, ad, query.filters));
  if (level === "account") return ads.length > 0 ? [{ row: null, ads }] : [];
  const found = new Map<string, Entity>();
  for (const ad of ads) {
    const row = findAncestor(context, ad, level);
    if (!row) continue;
    const entity = found.get(row.id) ?? { row, ads: [] };
    found.set(row.id, entity);
    entity.ads.push(ad);
  }
  const isOwn = level === node.level;
  return [...found.values()].filter(
    ({ row }) => row && (isOwn || passesStatus(context, row, level, query.filters)),
  );
}

function listAdsUnder(context: Context, { level, account, row }: Node): StoredObject[] {
  const { registry } = context;
  if (!row) return registry.listInAccount("ads", account.id);
  if (level === "ad") return [row];
  const adSets = level === "adset" ? [row] : registry.listChildren("adsets", row.id);
  return adSets.flatMap((adSet) => registry.listChildren("ads", adSet.id));
}

function findAncestor(context: Context, ad: StoredObject, level: Level): StoredObject | undefined {
  const { tables } = context.registry;
  if (level === "ad") return ad;
  const adSet = tables.adsets.get(ad.parent_id);
  return level === "adset" ? adSet : tables.campaigns.get(adSet?.parent_id ?? "");
}

function passesIds(context: Context, ad: StoredObject, filters: Filter[]): boolean {
  return filters.every(({ field, value }) => {
    const level = /^(campaign|adset|ad)\.id$/.exec(field)?.[1] as Level | undefined;
    if (!level) return true;
    const id = findAncestor(context, ad, level)?.id;
    return [value].flat().map(String).includes(String(id));
  });
}

function passesStatus(context: Context, row: StoredObject, level: Level, filters: Filter[]): boolean {
  const effective = {
    campaign: computeCampaignStatus,
    adset: computeAdSetStatus,
    ad: computeAdStatus,
    account: () => "ACTIVE",
  };
  const status = effective[level](context, row);
  const statusFilter = filters.find(({ field }) => field === `${level}.effective_status`);
  if (statusFilter) return [statusFilter.value].flat().includes(status);
  return status !== "DELETED" && status !== "ARCHIVED";
}

function buildRows(context: Context, node: Node, query: InsightsQuery, entities: Entity[]): Json[] {
  return entities.flatMap((entity) =>
    query.rows.flatMap((days) => {
      if (query.audience) return audienceRows(context, node, query, entity, days);
      return query.isHourly
        ? hourRows(context, node, query, entity, days)
        : dayRow(context, node, query, entity, days);
    }),
  );
}

/** Days without delivery give no row. */
function dayRow(context: Context, node: Node, query: InsightsQuery, entity: Entity, days: Day[]): Json[] {
  const figures = days.reduce(
    (all, day) => sum(all, sumFigures(context, entity.ads, day, day.start, day.end)),
    zeroFigures(),
  );
  return buildRow(context, node, query, entity, days, figures, {});
}

/** One row for each group of people, by what each ad's ad set targets. */
function audienceRows(
  context: Context,
  node: Node,
  query: InsightsQuery,
  entity: Entity,
  days: Day[],
): Json[] {
  const { audience } = query;
  if (!audience) return [];
  const parts = new Map<string, Figures>();
  for (const ad of entity.ads) {
    const figures = days.reduce(
      (all, day) => sum(all, sumFigures(context, [ad], day, day.start, day.end)),
      zeroFigures(),
    );
    const adSet = context.registry.tables.adsets.get(ad.parent_id);
    addParts(parts, splitByAudience(figures, (adSet?.wire.targeting ?? {}) as Json, audience));
  }
  return [...parts].flatMap(([key, figures]) =>
    buildRow(context, node, query, entity, days, figures, { [audience]: key }),
  );
}

/** One row for each clock hour; with several days in a row, the same hours of all days together. */
function hourRows(context: Context, node: Node, query: InsightsQuery, entity: Entity, days: Day[]): Json[] {
  return Array.from({ length: 24 }, (_, hour) => hour).flatMap((hour) => {
    const figures = days.reduce((all, day) => {
      const from = day.start + hour * HOUR_MS;
      return sum(all, sumFigures(context, entity.ads, day, from, Math.min(from + HOUR_MS, day.end)));
    }, zeroFigures());
    const name = String(hour).padStart(2, "0");
    return buildRow(context, node, query, entity, days, figures, {
      [HOURLY]: `${name}:00:00 - ${name}:59:59`,
    });
  });
}

/** Sums over ads. Spend is in hundredths here: an ad's day is rounded once, and its hours add up to it. */
function sumFigures(context: Context, ads: StoredObject[], day: Day, from: number, to: number): Figures {
  return ads.reduce((all, ad) => {
    const delivered = context.deliveries.reported(ad.id, from, to);
    const upTo = (end: number) =>
      Math.round(context.deliveries.reported(ad.id, day.start, end).spend / 10_000);
    return sum(all, { ...delivered, spend: upTo(to) - (from > day.start ? upTo(from) : 0) });
  }, zeroFigures());
}

function buildRow(
  context: Context,
  node: Node,
  query: InsightsQuery,
  entity: Entity,
  days: Day[],
  figures: Figures,
  breakdown: Json,
): Json[] {
  if (figures.impressions === 0 && figures.clicks === 0 && figures.spend === 0 && figures.purchases === 0)
    return [];
  if (!query.filters.every((filter) => passesFigure(figures, filter))) return [];
  const known: Json = { ...presentNames(context, node, entity), ...presentNumbers(figures) };
  return [
    {
      ...Object.fromEntries(
        query.fields.filter((name) => known[name] !== undefined).map((name) => [name, known[name]]),
      ),
      date_start: days[0]?.name,
      date_stop: days.at(-1)?.name,
      ...breakdown,
    },
  ];
}

function passesFigure(figures: Figures, { field, operator, value }: Filter): boolean {
  if (operator !== "GREATER_THAN") return true;
  const number = field === "spend" ? figures.spend / 100 : figures.impressions;
  return number > Number(value);
}

function presentNames(context: Context, { account }: Node, { row }: Entity): Json {
  const { tables } = context.registry;
  const ad = row?.kind === "ads" ? row : undefined;
  const adSet = ad ? tables.adsets.get(ad.parent_id) : row?.kind === "adsets" ? row : undefined;
  const campaign = adSet
    ? tables.campaigns.get(adSet.parent_id)
    : row?.kind === "campaigns"
      ? row
      : undefined;
  return {
    account_id: account.id,
    account_name: account.name,
    account_currency: account.currency,
    campaign_id: campaign?.id,
    campaign_name: campaign?.wire.name,
    objective: campaign?.wire.objective,
    buying_type: campaign?.wire.buying_type,
    adset_id: adSet?.id,
    adset_name: adSet?.wire.name,
    optimization_goal: adSet?.wire.optimization_goal,
    ad_id: ad?.id,
    ad_name: ad?.wire.name,
  };
}

/** Every number is text, spend in units with two decimals. One purchase stands under several names of actions. */
function presentNumbers({ impressions, clicks, spend, uniques, purchases, sales }: Figures): Json {
  const units = spend / 100;
  const ratio = (part: number, whole: number) => (whole > 0 ? (part / whole).toFixed(6) : undefined);
  return {
    impressions: String(impressions),
    reach: String(uniques),
    frequency: ratio(impressions, uniques),
    clicks: String(clicks),
    inline_link_clicks: String(clicks),
    spend: units.toFixed(2),
    ctr: ratio(clicks * 100, impressions),
    cpc: ratio(units, clicks),
    cpm: ratio(units * 1_000, impressions),
    actions: presentActions([
      ["link_click", clicks],
      ...purchaseNames.map((name) => [name, purchases] as const),
    ]),
    action_values: presentActions(purchaseNames.map((name) => [name, Math.round(sales / 10_000) / 100])),
  };
}

const purchaseNames = ["purchase", "omni_purchase", "offsite_conversion.fb_pixel_purchase"];

/** Actions that did not happen are left out. */
function presentActions(actions: readonly (readonly [string, number])[]): Json[] | undefined {
  const known = actions.filter(([, value]) => value > 0);
  return known.length === 0
    ? undefined
    : known.map(([action_type, value]) => ({ action_type, value: String(value) }));
}
