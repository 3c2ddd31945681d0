import fastify from "fastify";
import pg from "pg";

/**
 * The least a tab of the reports can do: the queries of the roll-ups that hold its rows, for the days and as many before,
 * and a JSON answer of their rows. No session look-up, no campaigns' names, no order, no pages.
 *
 *   DATABASE_URL=postgres://… PORT=4503 node bench/baseline-reports.ts
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

const list = (names: string[]) => names.map((name) => `sum(${name})::bigint as ${name}`).join(", ");
const orders = list([
  "orders_placed",
  "sales_placed_halalas",
  "orders_delivered",
  "sales_delivered_halalas",
  "orders_unconfirmed",
  "sales_unconfirmed_halalas",
]);
const ads = list([
  "impressions",
  "clicks",
  "spend_halalas",
  "orders_placed",
  "sales_placed_halalas",
  "orders_delivered",
  "sales_delivered_halalas",
]);
const brought = (by: string, table: string, sums: string, of: string) =>
  `select ${by}, ${sums} from figures.${table} where merchant_id = $1 and brought_by = '${of}' and day between $2 and $3 group by ${by}`;
const reported = (by: string, table: string) =>
  `select ${by}, ${ads} from figures.${table} where merchant_id = $1 and day between $2 and $3 group by ${by}`;
const products = list(["units_sold", "product_sales_halalas", "units_returned"]);

/** Each tab's queries of one period. */
const tabs: Record<string, string[]> = {
  overview: [brought("day", "city_days", orders, "all"), reported("day", "merchant_days")],
  campaigns: [reported("campaign_id", "campaign_days")],
  ads: [reported("ad_id", "ad_days")],
  products: ["all", "ads"].map((of) =>
    brought("store_id, product_id", "product_months", products, of).replace("day between", "month between"),
  ),
  cities: ["all", "ads"].map((of) => brought("city_key", "city_days", orders, of)),
  hours: ["all", "ads"].map((of) => brought("extract(dow from day), hour", "order_hours", orders, of)),
  money: [
    "select day, sum(total_halalas)::bigint as settled from wallet.settled_days where merchant_id = $1 and day between $2 and $3 group by day",
    reported("day", "merchant_days"),
  ],
};

const app = fastify();
app.get<{ Params: { tab: string; merchant: string }; Querystring: Record<string, string> }>(
  "/:tab/:merchant",
  async ({ params, query }) => {
    const { from, to, before_from, before_to } = query;
    const read = async (first: string | undefined, last: string | undefined) => {
      const rows = [];
      for (const text of tabs[params.tab] ?? [])
        rows.push((await pool.query(text, [params.merchant, first, last])).rows);
      return rows;
    };
    return {
      error: false,
      messages: [],
      data: { now: await read(from, to), before: await read(before_from, before_to) },
    };
  },
);
await app.listen({ port: Number(process.env.PORT ?? 4503) });
