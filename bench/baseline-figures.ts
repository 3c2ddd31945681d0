import fastify from "fastify";
import pg from "pg";

/**
 * The least a page of figures can do: the very rows of the roll-ups that the product reads, in one statement that each
 * connection plans once, and a response of the product's own size. No session look-up, no ownership check, no metrics
 * beyond two.
 *
 *   DATABASE_URL=postgres://… PORT=4503 node bench/baseline-figures.ts
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

const sums = (names: string[]) => names.map((name) => `sum(${name})::bigint as ${name}`).join(", ");
const shown = ["impressions", "clicks", "spend_halalas"];
const sold = ["orders_placed", "sales_placed_halalas"];
const all = [
  ...shown,
  ...sold,
  "orders_delivered",
  "sales_delivered_halalas",
  "orders_unconfirmed",
  "sales_unconfirmed_halalas",
  "platform_reported_sales_halalas",
];

type Day = Record<string, number> & { day: string | null };
type Read = { rows: Day[]; parts: Record<string, number>[] };

/** The days from `$2` on one by one, and those from `$3` up to them as one row without a day. */
const byDay = (table: string, whose: string) => `select coalesce(json_agg(d), '[]') from (
    select case when day >= $2 then day end as day, ${sums(all)} from ${table}
    where merchant_id = $1 and day >= $3 ${whose} group by 1) d`;
const byPart = (part: string, table: string, names: string[], whose: string) =>
  `select coalesce(json_agg(p), '[]') from (
    select ${part}, ${sums(names)}, 1.25 as roas_placed from ${table}
    where merchant_id = $1 and day >= $2 ${whose} group by 1) p`;

const statements = {
  home: `select (${byDay("figures.merchant_days", "")}) as rows,
    (${byPart("platform", "figures.merchant_days", ["spend_halalas", ...sold], "")}) as parts`,
  campaign: `select (${byDay("figures.campaign_days", "and campaign_id = $4")}) as rows,
    (${byPart("ad_id", "figures.ad_days", [...shown, ...sold], "and campaign_id = $4")}) as parts`,
};

async function period(name: keyof typeof statements, days: number, merchantId: string, ...ids: string[]) {
  const today = Date.now() + 3 * 3_600_000;
  const toDay = (ago: number) => new Date(today - ago * 86_400_000).toISOString().slice(0, 10);
  const from = toDay(days - 1);
  const values = [merchantId, from, toDay(2 * days - 1), ...ids];
  const { rows: found } = await pool.query<Read>({ name, text: statements[name], values });
  const { rows = [], parts = [] } = found[0] ?? {};
  const total = (some: Day[]) => {
    const added: Record<string, number> = {};
    for (const metric of all) added[metric] = 0;
    for (const row of some)
      for (const metric of all) added[metric] = (added[metric] ?? 0) + (row[metric] ?? 0);
    const spend = added.spend_halalas || null;
    return {
      ...added,
      roas_placed: spend && round((added.sales_placed_halalas ?? 0) / spend),
      roas_delivered: spend && round((added.sales_delivered_halalas ?? 0) / spend),
      cost_per_order_halalas: spend && Math.round(spend / (added.orders_placed || 1)),
      cpc_halalas: spend && Math.round(spend / (added.clicks || 1)),
      cpm_halalas: spend && Math.round((spend * 1_000) / (added.impressions || 1)),
    };
  };
  return {
    figures: {
      as_of: new Date().toISOString(),
      from,
      to: toDay(0),
      totals: total(rows.filter(({ day }) => day !== null)),
      previous: total(rows.filter(({ day }) => day === null)),
      days: rows
        .filter(({ day }) => day !== null)
        .map((row) => ({ day: row.day, is_settled: true, has_data: true, ...total([row]) })),
    },
    parts,
  };
}

const round = (value: number) => Math.round(value * 100) / 100;

const app = fastify();
app.get<{ Params: { merchant: string } }>("/home/:merchant", async ({ params }) => {
  const { figures, parts } = await period("home", 30, params.merchant);
  return { error: false, messages: [], data: { ...figures, platforms: parts, emptiness: null } };
});
app.get<{ Params: { merchant: string; id: string } }>(
  "/campaign/:merchant/:id",
  async ({ params: { merchant, id } }) => {
    const { figures, parts } = await period("campaign", 30, merchant, id);
    return { error: false, messages: [], data: { ...figures, ads: parts, emptiness: null } };
  },
);
await app.listen({ port: Number(process.env.PORT ?? 4503) });
