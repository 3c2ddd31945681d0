import { systemContext, transact } from "#base/server/context.ts";
import { type Db, makeDb, sql } from "#base/server/db/db.ts";
import { addDays, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { countOrder } from "#modules/figures/server/count-order.ts";
import { alternate, formatComparison, median } from "./kit/alternate.ts";
import { makeDatabase, openMigrated, startBenchServer } from "./kit/database.ts";
import { type LoadPlan, load } from "./kit/load.ts";
import { makeTempFolder, type Program, startProduct, startServer } from "./kit/programs.ts";
import { atLeast, atMost, type Finding, type Pace, type Report } from "./kit/report.ts";
import { reportsMerchantId, seedOrders } from "./kit/seed-orders.ts";

type World = { orders: number; url: string; product: Program; headers: { authorization: string } };

/** The audience is read from the platforms, and has no roll-up. */
const tabs = ["overview", "campaigns", "ads", "products", "cities", "hours", "money"] as const;
type Tab = (typeof tabs)[number];
const rowsByTab: Record<Tab, string> = {
  overview: "by=day",
  campaigns: "by=campaign",
  ads: "by=ad",
  products: "by=product",
  cities: "by=city",
  hours: "by=weekday_hour",
  money: "by=day",
};

/** Every tab for a year beside the year before it, of a merchant of a million orders over two years. */
export async function reports(pace: Pace): Promise<Report> {
  const postgres = await startBenchServer();
  const worlds: World[] = [];
  try {
    for (const orders of [100_000, 1_000_000]) worlds.push(await makeWorld(postgres, orders));
    const [small, large] = worlds as [World, World];
    const floor = await startServer("bench/baseline-reports.ts", { DATABASE_URL: large.url }, "/none/none");
    const findings: Finding[] = [];
    const raw: unknown[] = [];
    for (const tab of tabs) {
      const times = await load({ ...toPlan(large, tab, pace.roundSeconds * 2), connections: 1 });
      if (times.failed > 0) throw new Error(`${tab}: ${times.firstFailure}`);
      findings.push(
        atMost(`${tab}: 95 of 100 answers`, `${times.answered} asked one by one`, times.p95, 300, "ms"),
      );
      const beside = await alternate(
        pace.rounds,
        async () => 1_000 / (await time(toPlan(large, tab, pace.roundSeconds))),
        async () => 1_000 / (await time(toFloorPlan(floor, tab, pace.roundSeconds))),
      );
      findings.push(atLeast(`${tab}, beside the floor`, formatComparison(beside, "/s"), beside.ratio, 0.4));
      const growth = await alternate(
        pace.rounds,
        () => time(toPlan(large, tab, pace.roundSeconds)),
        () => time(toPlan(small, tab, pace.roundSeconds)),
      );
      const words = `${median(growth.baseline).toFixed(1)} ms, then ${median(growth.ours).toFixed(1)} ms`;
      findings.push(atMost(`${tab}: 100,000 → 1,000,000 orders`, words, growth.ratio, 1.5));
      raw.push({ tab, times, beside, growth });
    }
    await floor.stop();
    return {
      title: "Reports",
      setting:
        "`GET Clients/Reports/tables/{tab}` over HTTP with a session: a year and the year before it, of a merchant of 1,000,000 " +
        "orders over two years in two stores, 16 cities, 60 products and 20 campaigns of 3 ads, a third of the orders brought " +
        "by ads. One request at a time. Beside `bench/baseline-reports.ts`: bare Fastify on the same roll-ups.",
      findings,
      raw,
    };
  } finally {
    for (const { product } of worlds) await product.stop();
    await postgres.stop();
  }
}

async function makeWorld(postgres: { url: string }, orders: number): Promise<World> {
  const url = await makeDatabase(postgres, `reports_${orders}`);
  const driver = await openMigrated(url);
  const db = makeDb(driver);
  const headers = await seedOrders(db, orders);
  if (!(await agreesWithCounting(db))) throw new Error("the seeded roll-ups are not what counting makes");
  await driver.close();
  const product = await startProduct({ ROLE: "web", DATABASE_URL: url, DATA_DIR: makeTempFolder() });
  return { orders, url, product, headers };
}

/** Counts some of the orders through the product, as another merchant's: their roll-up must be the one the seed sums. */
async function agreesWithCounting(db: Db): Promise<boolean> {
  const again = "mer_again";
  type Counted = {
    order_id: string;
    day: string;
    hour: number;
    store_id: string;
    city_key: string;
    campaign_id: string | null;
    ad_id: string | null;
    sales_placed_halalas: number;
    orders_delivered: number;
    products: never[];
  };
  const some = await db.many<Counted>(sql`
    select * from figures.counted_orders where merchant_id = ${reportsMerchantId} order by day, order_id limit 200`);
  const ctx = systemContext(db, again, new Date());
  for (const order of some)
    await transact(ctx, (ctx) =>
      countOrder({
        findOrderFacts: async () => ({
          store_id: order.store_id,
          placed_at: new Date(`${order.day}T${String(order.hour).padStart(2, "0")}:30:00+03:00`),
          status: order.orders_delivered > 0 ? "delivered" : "placed",
          counts: true,
          total_halalas: order.sales_placed_halalas,
          refunded_halalas: 0,
          city_key: order.city_key,
          products: order.products,
        }),
        findAttribution: async () =>
          order.campaign_id && order.ad_id ? { campaign_id: order.campaign_id, ad_id: order.ad_id } : null,
      })(ctx, { orderId: order.order_id }),
    );
  const { differences } = await db.one<{ differences: number }>(sql`
    with counted as (
      select brought_by, day, store_id, city_key, orders_placed, sales_placed_halalas, sales_delivered_halalas
      from figures.city_days where merchant_id = ${again}
    ), summed as (
      select brought_by, day, store_id, city_key, sum(orders_placed), sum(sales_placed_halalas), sum(sales_delivered_halalas)
      from figures.counted_orders cross join lateral (
        values ('all'), (case when campaign_id is not null then 'ads' end), (campaign_id)) brought (brought_by)
      where merchant_id = ${reportsMerchantId} and brought_by is not null
        and order_id = any(${some.map(({ order_id }) => order_id)}::text[]) group by 1, 2, 3, 4
    )
    select count(*)::int as differences from (
      (table counted except table summed) union all (table summed except table counted)) d`);
  return some.length > 0 && differences === 0;
}

const today = toRiyadhDay(new Date());
const period = { from: addDays(today, -364), to: today };
const before = { before_from: addDays(today, -729), before_to: addDays(today, -365) };

const toPlan = ({ product, headers }: World, tab: Tab, seconds: number): LoadPlan => ({
  port: product.port,
  path: `/Clients/Reports/tables/${tab}?from=${period.from}&to=${period.to}&compare=previous&size=50&${rowsByTab[tab]}`,
  headers,
  expect: 200,
  connections: 1,
  seconds,
});

const toFloorPlan = (floor: Program, tab: Tab, seconds: number): LoadPlan => ({
  port: floor.port,
  path: `/${tab}/${reportsMerchantId}?${new URLSearchParams({ ...period, ...before })}`,
  expect: 200,
  connections: 1,
  seconds,
});

async function time(plan: LoadPlan): Promise<number> {
  const { p50, failed, firstFailure } = await load(plan);
  if (failed > 0) throw new Error(firstFailure);
  return p50;
}
