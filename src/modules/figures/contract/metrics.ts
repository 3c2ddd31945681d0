import { z } from "zod";
import { halalasSchema } from "#base/shared/contract.ts";

/**
 * Every metric of the product, in one table: the SQL of the roll-ups, the totals on the wire and the facade's `query` are
 * made from it. Names are those of the wire and of the columns.
 */

/**
 * Who reports it: the ad platform, the store's orders that our links brought, our own redirect, all orders of the stores,
 * the lines of those orders, or the ledger.
 */
export const sources = ["platform", "orders", "clicks", "store", "products", "ledger"] as const;
export type Source = (typeof sources)[number];
/** The sources whose sums stand in the roll-ups by ad. */
export type AdSource = "platform" | "orders" | "clicks";

/**
 * `price` is an amount for so many of what the formula divides by: whole halalas, null when there is none. `share`: a part
 * of a whole, four decimals, shown in per cent.
 */
type Unit = "count" | "halalas" | "ratio" | "price" | "share";

type SumMetric = {
  formula: "sum";
  unit: "count" | "halalas";
  source: Source;
  /** What a reader might expect in it that is not there; empty where nothing is. */
  leavesOut: string;
};
type RatioMetric = {
  formula: "ratio";
  /** Sum over sum, rounded half up; null when there is nothing to divide by: no data is not zero. */
  of: readonly [numerator: string, denominator: string];
  /** `ratio`: two decimals. `price`: whole halalas for `per` of the denominator. */
  unit: "ratio" | "price" | "share";
  per?: number;
  leavesOut: string;
};

export const metrics = {
  impressions: {
    formula: "sum",
    unit: "count",
    source: "platform",
    leavesOut: "",
  },
  clicks: {
    formula: "sum",
    unit: "count",
    source: "platform",
    leavesOut: "Clicks that the platform itself filters as invalid. It is the platform's count, not ours.",
  },
  spend_halalas: {
    formula: "sum",
    unit: "halalas",
    source: "platform",
    leavesOut: "VAT. Other currencies are turned into riyals at the account's fixed rate.",
  },
  orders_placed: {
    formula: "sum",
    unit: "count",
    source: "orders",
    leavesOut: "Cancelled orders, and orders that only a page reported.",
  },
  sales_placed_halalas: {
    formula: "sum",
    unit: "halalas",
    source: "orders",
    leavesOut: "Cancelled orders, and orders that only a page reported. Refunds stay in.",
  },
  orders_delivered: {
    formula: "sum",
    unit: "count",
    source: "orders",
    leavesOut: "Orders that are on their way, and those refunded in full.",
  },
  sales_delivered_halalas: {
    formula: "sum",
    unit: "halalas",
    source: "orders",
    leavesOut: "Refunds, and orders that are on their way.",
  },
  orders_unconfirmed: {
    formula: "sum",
    unit: "count",
    source: "orders",
    leavesOut: "Orders that a store confirmed: an order is in this figure or in the others.",
  },
  sales_unconfirmed_halalas: {
    formula: "sum",
    unit: "halalas",
    source: "orders",
    leavesOut: "Orders that a store confirmed. It is in no ratio.",
  },
  platform_reported_purchases: {
    formula: "sum",
    unit: "count",
    source: "platform",
    leavesOut: "What the platform does not attribute to its ads.",
  },
  platform_reported_sales_halalas: {
    formula: "sum",
    unit: "halalas",
    source: "platform",
    leavesOut: "What the platform does not attribute to its ads.",
  },
  platform_reported_view_purchases: {
    formula: "sum",
    unit: "count",
    source: "platform",
    leavesOut: "What platforms ascribe to views without telling it apart: TikTok and X.",
  },
  platform_reported_view_sales_halalas: {
    formula: "sum",
    unit: "halalas",
    source: "platform",
    leavesOut: "What platforms ascribe to views without telling it apart: TikTok and X.",
  },
  valid_clicks: {
    formula: "sum",
    unit: "count",
    source: "clicks",
    leavesOut: "Clicks of bots, prefetches and repeated clicks, by our own rules.",
  },
  bot_clicks: {
    formula: "sum",
    unit: "count",
    source: "clicks",
    leavesOut: "Clicks of people.",
  },
  store_orders: {
    formula: "sum",
    unit: "count",
    source: "store",
    leavesOut: "Cancelled orders, and orders that only a page reported.",
  },
  store_sales_halalas: {
    formula: "sum",
    unit: "halalas",
    source: "store",
    leavesOut: "Cancelled orders, and orders that only a page reported. Refunds stay in.",
  },
  store_orders_delivered: {
    formula: "sum",
    unit: "count",
    source: "store",
    leavesOut: "Orders that are on their way, and those refunded in full.",
  },
  store_sales_delivered_halalas: {
    formula: "sum",
    unit: "halalas",
    source: "store",
    leavesOut: "Refunds, and orders that are on their way.",
  },
  units_sold: {
    formula: "sum",
    unit: "count",
    source: "products",
    leavesOut: "Cancelled orders. Units that came back later stay in.",
  },
  product_sales_halalas: {
    formula: "sum",
    unit: "halalas",
    source: "products",
    leavesOut:
      "Shipping, coupons on the whole order, and cancelled orders. Units that came back later stay in.",
  },
  units_returned: {
    formula: "sum",
    unit: "count",
    source: "products",
    leavesOut: "Orders refunded in part, where the store does not say what came back.",
  },
  units_sold_by_ads: {
    formula: "sum",
    unit: "count",
    source: "products",
    leavesOut: "Orders that no link of ours brought, and cancelled orders.",
  },
  product_sales_by_ads_halalas: {
    formula: "sum",
    unit: "halalas",
    source: "products",
    leavesOut: "Orders that no link of ours brought, shipping, and coupons on the whole order.",
  },
  ad_spend_settled_halalas: {
    formula: "sum",
    unit: "halalas",
    source: "ledger",
    leavesOut: "Spend that platforms have reported since the last settlement, at most an hour ago.",
  },
  ad_spend_vat_halalas: {
    formula: "sum",
    unit: "halalas",
    source: "ledger",
    leavesOut: "VAT on plans and services. It is part of the settled ad spend.",
  },
  fees_halalas: {
    formula: "sum",
    unit: "halalas",
    source: "ledger",
    leavesOut: "Ad spend. Prices of plans and services contain their VAT; what was given back is taken off.",
  },
  store_sales_per_riyal: {
    formula: "ratio",
    of: ["store_sales_halalas", "spend_halalas"],
    unit: "ratio",
    leavesOut: "Cancelled and unconfirmed orders. Orders that no ad brought are in it.",
  },
  store_delivery_share: {
    formula: "ratio",
    of: ["store_orders_delivered", "store_orders"],
    unit: "share",
    leavesOut: "Cancelled and unconfirmed orders. Orders that are on their way are not delivered yet.",
  },
  click_share: {
    formula: "ratio",
    of: ["clicks", "impressions"],
    unit: "share",
    leavesOut: "Clicks that the platform itself filters as invalid.",
  },
  average_order_halalas: {
    formula: "ratio",
    of: ["store_sales_halalas", "store_orders"],
    unit: "price",
    leavesOut: "Cancelled and unconfirmed orders.",
  },
  roas_placed: {
    formula: "ratio",
    of: ["sales_placed_halalas", "spend_halalas"],
    unit: "ratio",
    leavesOut: "Unconfirmed orders.",
  },
  roas_delivered: {
    formula: "ratio",
    of: ["sales_delivered_halalas", "spend_halalas"],
    unit: "ratio",
    leavesOut: "Unconfirmed orders.",
  },
  cost_per_order_halalas: {
    formula: "ratio",
    of: ["spend_halalas", "orders_placed"],
    unit: "price",
    leavesOut: "VAT, and unconfirmed orders.",
  },
  cpc_halalas: {
    formula: "ratio",
    of: ["spend_halalas", "clicks"],
    unit: "price",
    leavesOut: "VAT, and clicks that the platform itself filters as invalid.",
  },
  cpm_halalas: {
    formula: "ratio",
    of: ["spend_halalas", "impressions"],
    unit: "price",
    per: 1_000,
    leavesOut: "VAT.",
  },
} as const satisfies Record<string, SumMetric | RatioMetric>;

type Metrics = typeof metrics;
export type Metric = keyof Metrics;
type WithFormula<Formula extends "sum" | "ratio"> = {
  [Name in Metric]: Metrics[Name]["formula"] extends Formula ? Name : never;
}[Metric];
/** A metric with a column of its own in the roll-ups. */
export type Sum = WithFormula<"sum">;
export type Ratio = WithFormula<"ratio">;

/** The sums that stand in the roll-ups by ad, and the metrics made of them. */
export type AdSum = SumFrom<AdSource>;
export type AdMetric =
  | AdSum
  | { [Name in Ratio]: Metrics[Name]["of"][number] extends AdSum ? Name : never }[Ratio];

export const metricNames = Object.keys(metrics) as Metric[];
export const isRatio = (metric: Metric): metric is Ratio => metrics[metric].formula === "ratio";
export const isSum = (metric: Metric): metric is Sum => !isRatio(metric);
export const sumNames: readonly Sum[] = metricNames.filter(isSum);
export const getSource = (sum: Sum): Source => metrics[sum].source;
export type SumFrom<From extends Source> = {
  [Name in Sum]: Metrics[Name]["source"] extends From ? Name : never;
}[Sum];
/** The sums that one source reports, in the table's order. */
export const sumsFrom = <From extends Source>(source: From): readonly SumFrom<From>[] =>
  sumNames.filter((sum) => getSource(sum) === source) as SumFrom<From>[];

const shapes = {
  count: z.number().int(),
  halalas: halalasSchema,
  ratio: z.number().nullable(),
  price: halalasSchema.nullable(),
  share: z.number().nullable(),
} as const satisfies Record<Unit, z.ZodType>;

type Shape<Names extends Metric> = { [Name in Names]: (typeof shapes)[Metrics[Name]["unit"]] };

/** The zod fields of these metrics, as they are on the wire. */
export function toShape<const Names extends Metric>(names: readonly Names[]): Shape<Names> {
  return Object.fromEntries(names.map((name) => [name, shapes[metrics[name].unit]])) as Shape<Names>;
}

/** What every screen of figures shows, in this order. */
export const totalNames = [
  "impressions",
  "clicks",
  "spend_halalas",
  "orders_placed",
  "sales_placed_halalas",
  "orders_delivered",
  "sales_delivered_halalas",
  "orders_unconfirmed",
  "sales_unconfirmed_halalas",
  "platform_reported_sales_halalas",
  "roas_placed",
  "roas_delivered",
  "cost_per_order_halalas",
  "cpc_halalas",
  "cpm_halalas",
] as const satisfies readonly Metric[];

/** Sums and ratios over a period. */
export const totalsSchema = z.object(toShape(totalNames));
export type Totals = z.output<typeof totalsSchema>;

/** What a query's rows are split by. */
export const dimensions = ["day", "campaign", "ad", "platform"] as const;
export type Dimension = (typeof dimensions)[number];
