import fastify from "fastify";
import pg from "pg";

/**
 * The least a page of the list can do: one query that finds, sorts and joins ten campaigns with a week's figures, sent as
 * it comes. No session look-up, no total, no texts in the reader's language.
 *
 *   DATABASE_URL=postgres://… PORT=4504 node bench/baseline-list.ts
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

const sums = [
  "spend_halalas",
  "orders_placed",
  "sales_placed_halalas",
  "orders_delivered",
  "sales_delivered_halalas",
]
  .map((name) => `sum(${name})::bigint as ${name}`)
  .join(", ");
const days = `json_agg(json_build_object('day', day, 'orders_placed', orders_placed) order by day) as days`;
const week = "merchant_id = $1 and day between current_date - 6 and current_date";

/** The sums and days of the ten that are shown. */
const theirFigures = `left join lateral (
    select ${sums}, ${days} from figures.campaign_days where ${week} and campaign_id = page.id) figures on true`;

/** Sorted by a figure: of all campaigns only what sorts them is summed. */
const byFigure = (value: string, condition: string) => `
  select * from (
    select campaigns.*, sorted.value from campaigns.campaigns
      left join (select campaign_id, ${value} as value from figures.campaign_days where ${week} group by campaign_id) sorted
        on campaign_id = id
    where merchant_id = $1 and status <> 'deleted' and ${condition} order by value desc nulls last, id desc limit 10
  ) page join campaigns.campaign_sync using (id) ${theirFigures} order by value desc nulls last, id desc`;

/** Sorted by a field: ten are found in an index, and only theirs is summed. */
const byField = (condition: string) => `
  select * from (
    select * from campaigns.campaigns
    where merchant_id = $1 and status <> 'deleted' and ${condition} order by id desc limit 10
  ) page join campaigns.campaign_sync using (id) ${theirFigures} order by id desc`;

const queries: Record<string, string> = {
  spend: byFigure("sum(spend_halalas)", "true"),
  roas: byFigure("sum(sales_delivered_halalas)::float8 / nullif(sum(spend_halalas), 0)", "status = 'active'"),
  created: byField("true"),
  search: byField("name_folded like '%ab12%'"),
};

const app = fastify();
app.get<{ Params: { merchant: string; query: string } }>("/:query/:merchant", async ({ params }) => {
  const { rows } = await pool.query(queries[params.query] ?? "", [params.merchant]);
  return { error: false, messages: [], data: { items: rows, page: 1, size: 10 } };
});
await app.listen({ port: Number(process.env.PORT ?? 4504) });
