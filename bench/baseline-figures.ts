import fastify from "fastify";
import pg from "pg";

/**
 * The least a page of figures can do: one query of a roll-up by campaign and day, summed, and a response of the
 * product's own size. No session look-up, no ownership check, no time of the newest poll.
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

type Day = Record<string, number> & { day: string };

async function period(merchantId: string, days: number, campaignId?: string) {
  const today = Date.now() + 3 * 3_600_000;
  const toDay = (ago: number) => new Date(today - ago * 86_400_000).toISOString().slice(0, 10);
  const from = toDay(days - 1);
  const { rows } = await pool.query<Day>(
    `select day, ${sums(all)} from figures.campaign_days
     where merchant_id = $1 and day >= $2 ${campaignId ? "and campaign_id = $3" : ""} group by day order by day`,
    [merchantId, toDay(2 * days - 1), ...(campaignId ? [campaignId] : [])],
  );
  const total = (some: Day[]) => {
    const added = Object.fromEntries(
      all.map((name) => [name, some.reduce((sum, row) => sum + (row[name] ?? 0), 0)]),
    );
    const spend = added.spend_halalas || null;
    return {
      ...added,
      roas_placed: spend && (added.sales_placed_halalas ?? 0) / spend,
      roas_delivered: spend && (added.sales_delivered_halalas ?? 0) / spend,
    };
  };
  return {
    as_of: new Date().toISOString(),
    from,
    to: toDay(0),
    totals: total(rows.filter(({ day }) => day >= from)),
    previous: total(rows.filter(({ day }) => day < from)),
    days: rows
      .filter(({ day }) => day >= from)
      .map((row) => ({ day: row.day, is_settled: true, has_data: true, ...total([row]) })),
  };
}

const app = fastify();
app.get<{ Params: { merchant: string } }>("/home/:merchant", async ({ params }) => ({
  error: false,
  messages: [],
  data: { ...(await period(params.merchant, 30)), emptiness: null },
}));
app.get<{ Params: { merchant: string; id: string } }>(
  "/campaign/:merchant/:id",
  async ({ params: { merchant, id } }) => {
    const figures = await period(merchant, 30, id);
    const { rows: ads } = await pool.query(
      `select ad_id, ${sums([...shown, ...sold])}, 1.25 as roas_placed from figures.ad_days
     where merchant_id = $1 and campaign_id = $2 and day >= $3 group by ad_id`,
      [merchant, id, figures.from],
    );
    return { error: false, messages: [], data: { ...figures, ads } };
  },
);
await app.listen({ port: Number(process.env.PORT ?? 4503) });
