import { z } from "zod";
import type { ReadContext } from "#base/server/context.ts";
import { empty, join, raw, type Sql, sql } from "#base/server/db/db.ts";
import { noValue, type OrderValue } from "#modules/stores/contract/order-value.ts";
import type { AttributionRow, attributionLevels } from "../contract/attribution.calls.ts";
import type { AttributionModel, AttributionWindow, Witness } from "../contract/attribution.ts";

/** What narrows attributed orders. Days are Riyadh days of placing, both included. */
export type AttributionFilter = {
  from: string;
  to: string;
  window_days: AttributionWindow;
  campaign_id?: string | undefined;
  ad_group_id?: string | undefined;
  ad_id?: string | undefined;
  store_id?: string | undefined;
};

/** Figures may be narrowed to several campaigns; to none where the list is empty. */
type FiguresFilter = AttributionFilter & { campaign_ids?: readonly string[] | undefined };
type Level = (typeof attributionLevels)[number];
type Place = Pick<AttributionRow, "campaign_id" | "ad_group_id" | "ad_id">;
type Total = { sums: OrderValue; witnesses: Record<Witness, number> };

/** The columns that tell rows of a level apart. */
const columns: Record<Level, readonly (keyof Place)[]> = {
  campaign: ["campaign_id"],
  ad_group: ["campaign_id", "ad_group_id"],
  ad: ["campaign_id", "ad_group_id", "ad_id"],
};

type Page = { by: Level; cursor?: string | undefined; size: number };

/**
 * Orders and sales by campaign, ad group or ad under both models, read from the roll-up, by sales under last click. The
 * sums of a model over all rows, with the orders that nothing proves, are those of every order that counts.
 */
export async function readAttribution(
  ctx: ReadContext,
  { by, cursor, size, ...filter }: FiguresFilter & Page,
): Promise<{ items: AttributionRow[]; next_cursor: string | null; total: Total }> {
  const place = join(columns[by].map((column) => raw(column)));
  const after = decodeCursor(cursor);
  const beyond = after
    ? sql`where last_sales_placed < ${after[0]}::bigint or (last_sales_placed = ${after[0]}::bigint
        and (campaign_id, ad_group_id, ad_id) > (${after[1]}, ${after[2]}, ${after[3]}))`
    : empty;
  const rows = await ctx.db.many<RowOfSums>(sql`
    select * from (select ${join((["campaign_id", "ad_group_id", "ad_id"] as const).map((column) => (columns[by].includes(column) ? raw(column) : raw(`'' as ${column}`))))},
      ${sumsFor("last_click", "last")}, ${sumsFor("first_click", "first")},
      ${countsBy(["both", "click_id", "coupon", "conflict"])}
    from tracking.attribution_days
    where ${toCondition(ctx, filter)} and campaign_id <> ''
    group by ${place}
    having bool_or(orders_placed <> 0)) places
    ${beyond}
    order by last_sales_placed desc, campaign_id, ad_group_id, ad_id limit ${size + 1}`);
  const page = rows.slice(0, size);
  const last = page.at(-1);
  return {
    items: page.map(presentRow),
    next_cursor: last && rows.length > size ? encodeCursor(last) : null,
    total: await readTotal(ctx, filter),
  };
}

/** What every order that the filter finds adds up to, those that nothing proves included. */
async function readTotal(ctx: ReadContext, filter: FiguresFilter): Promise<Total> {
  const { both, click_id, coupon, conflict, none, ...row } = await ctx.db.one<TotalRow>(sql`
    select ${sumsFor("last_click", "last")}, ${countsBy(["both", "click_id", "coupon", "conflict", "none"])}
    from tracking.attribution_days where ${toCondition(ctx, filter)}`);
  return { sums: toSums(row, "last"), witnesses: { both, click_id, coupon, conflict, none } };
}

function toCondition({ actor }: ReadContext, filter: FiguresFilter): Sql {
  const parts = [
    sql`merchant_id = ${actor.merchantId} and window_days = ${filter.window_days}
      and day between ${filter.from}::date and ${filter.to}::date`,
    ...(["campaign_id", "ad_group_id", "ad_id", "store_id"] as const).flatMap((column) =>
      filter[column] === undefined ? [] : [sql`${raw(column)} = ${filter[column]}`],
    ),
    ...(filter.campaign_ids ? [sql`campaign_id = any(${[...filter.campaign_ids]}::text[])`] : []),
  ];
  return join(parts, " and ");
}

type Short = "last" | "first";
const measures = {
  orders_placed: "orders_placed",
  sales_placed_halalas: "sales_placed",
  orders_delivered: "orders_delivered",
  sales_delivered_halalas: "sales_delivered",
} as const satisfies Record<keyof OrderValue, string>;
type SumColumn<Model extends Short> = `${Model}_${(typeof measures)[keyof typeof measures]}`;
type RowOfSums = Place & Record<SumColumn<Short>, number> & Record<Exclude<Witness, "none">, number>;
type TotalRow = Record<SumColumn<"last">, number> & Record<Witness, number>;

const sumsFor = (model: AttributionModel, short: Short): Sql =>
  join(
    Object.entries(measures).map(
      ([column, name]) =>
        sql`coalesce(sum(${raw(column)}) filter (where model = ${model}), 0)::bigint as ${raw(`${short}_${name}`)}`,
    ),
  );

const countsBy = (names: readonly Witness[]): Sql =>
  join(
    names.map(
      (
        witness,
      ) => sql`coalesce(sum(orders_placed) filter (where model = 'last_click' and witness = ${witness}), 0)::bigint
        as ${raw(witness)}`,
    ),
  );

function toSums<Model extends Short>(row: Record<SumColumn<Model>, number>, short: Model): OrderValue {
  const sums = { ...noValue };
  for (const measure of Object.keys(measures) as (keyof OrderValue)[])
    sums[measure] = row[`${short}_${measures[measure]}` as SumColumn<Model>];
  return sums;
}

function presentRow(row: RowOfSums): AttributionRow {
  const { campaign_id, ad_group_id, ad_id, both, click_id, coupon, conflict } = row;
  return {
    ...{ campaign_id, ad_group_id, ad_id },
    last_click: toSums(row, "last"),
    first_click: toSums(row, "first"),
    witnesses: { both, click_id, coupon, conflict },
  };
}

const cursorShape = z.tuple([z.number().int(), z.string(), z.string(), z.string()]);

/** Where a page ends: the sales and the place of its last row. A row whose sales change meanwhile moves alone. */
const encodeCursor = ({ last_sales_placed, campaign_id, ad_group_id, ad_id }: RowOfSums): string =>
  Buffer.from(JSON.stringify([last_sales_placed, campaign_id, ad_group_id, ad_id])).toString("base64url");

/** A text that is no place of this list is ignored. */
function decodeCursor(cursor: string | undefined): z.output<typeof cursorShape> | null {
  try {
    return cursorShape.parse(JSON.parse(Buffer.from(cursor ?? "", "base64url").toString()));
  } catch {
    return null;
  }
}
