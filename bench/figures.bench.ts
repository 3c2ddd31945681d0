import { systemContext, transact } from "#base/server/context.ts";
import { type Db, makeDb, sql } from "#base/server/db/db.ts";
import { ingestHours } from "#modules/figures/server/ingest.ts";
import { alternate, formatComparison, median } from "./kit/alternate.ts";
import { makeDatabase, openMigrated, startBenchServer } from "./kit/database.ts";
import { type LoadPlan, load, measureCost } from "./kit/load.ts";
import { makeTempFolder, type Program, startProduct, startServer } from "./kit/programs.ts";
import { atLeast, atMost, type Finding, informational, type Pace, type Report } from "./kit/report.ts";
import { type ApiClient, seedFigures } from "./kit/seed-figures.ts";

type World = { rows: number; product: Program; half: ApiClient; other: ApiClient };

const connections = 16;
const home = "/Clients/Reports/home?days=30";
const toCampaignPath = ({ campaignId }: ApiClient) => `/Clients/Reports/campaign/${campaignId}?days=30`;

/**
 * Home and campaign figures for the owner of half of all rows, against a baseline, and as the rows grow tenfold twice.
 */
export async function figures(pace: Pace): Promise<Report> {
  const sizes = pace.isQuick ? [100_000, 1_000_000] : [100_000, 1_000_000, 10_000_000];
  const postgres = await startBenchServer();
  const worlds: World[] = [];
  try {
    for (const rows of sizes) worlds.push(await makeWorld(postgres, rows));
    const million = worlds.find(({ rows }) => rows === 1_000_000);
    if (!million) throw new Error("the world of a million rows is missing");
    const baselineUrl = new URL(postgres.url);
    baselineUrl.pathname = `/figures_${million.rows}`;
    const baseline = await startServer("bench/baseline-figures.ts", { DATABASE_URL: baselineUrl.href }, "/");
    const besideBaseline = [
      await compare("Home", pace, million, home, baseline, `/home/${million.half.merchantId}`),
      await compare(
        "A campaign's page",
        pace,
        million,
        toCampaignPath(million.half),
        baseline,
        `/campaign/${million.half.merchantId}/${million.half.campaignId}`,
      ),
    ];
    await baseline.stop();
    const growth = await growths(pace, worlds);
    return {
      title: "Figures",
      setting:
        "`GET Clients/Reports/home` and `…/campaign/{id}` over HTTP with a session, 30 days beside the 30 before, beside " +
        "`bench/baseline-figures.ts`: bare Fastify that reads the same rows of the same roll-ups in one prepared statement, with an answer of the same size. One merchant owns half " +
        `of all hourly rows. Rates with ${connections} connections; growth as the time of one request at a time.`,
      findings: [...besideBaseline.flatMap(({ findings }) => findings), ...growth.findings],
      raw: { besideBaseline: besideBaseline.map(({ comparison }) => comparison), growth: growth.raw },
    };
  } finally {
    for (const { product } of worlds) await product.stop();
    await postgres.stop();
  }
}

async function makeWorld(postgres: { url: string }, rows: number): Promise<World> {
  const url = await makeDatabase(postgres, `figures_${rows}`);
  const driver = await openMigrated(url);
  const db = makeDb(driver);
  const clients = await seedFigures(db, rows);
  if (!(await agreesWithIngest(db, clients.half)))
    throw new Error("the seeded roll-up is not what the ingest makes");
  await driver.close();
  const product = await startProduct({ ROLE: "web", DATABASE_URL: url, DATA_DIR: makeTempFolder() });
  return { rows, product, ...clients };
}

/** Ingests the hours of one seeded campaign as another's through the product itself: both roll-ups must be the same. */
async function agreesWithIngest(db: Db, { merchantId, campaignId }: ApiClient): Promise<boolean> {
  const hours = await db.many<Parameters<typeof ingestHours>[2][number]>(sql`
    select 'cmp_again' as "campaignId", ad_id || '_again' as "adId", hour, impressions, clicks, spend_halalas as spend,
      platform_reported_purchases as "platformReportedPurchases", platform_reported_sales_halalas as "platformReportedSales"
    from figures.metric_hours where merchant_id = ${merchantId} and campaign_id = ${campaignId}`);
  const again = { adAccountId: "ada_again", platform: "snapchat" as const };
  await transact(systemContext(db, "mer_again", new Date()), (ctx) => ingestHours(ctx, again, hours));
  const days = (id: string) => sql`
    select day, ''::text as ad_id, impressions, clicks, spend_halalas, platform_reported_purchases, platform_reported_sales_halalas
    from figures.campaign_days where campaign_id = ${id}
    union all select day, replace(ad_id, '_again', ''), impressions, clicks, spend_halalas, 0, 0
    from figures.ad_days where campaign_id = ${id}`;
  const { differences } = await db.one<{ differences: number }>(sql`
    select count(*)::int as differences from (
      ((${days(campaignId)}) except (${days("cmp_again")})) union all ((${days("cmp_again")}) except (${days(campaignId)}))) d`);
  return differences === 0 && hours.length > 0;
}

const makePlan = ({ product, half }: World, path: string, seconds: number): LoadPlan => ({
  port: product.port,
  path,
  headers: half.headers,
  expect: 200,
  connections,
  seconds,
});

async function compare(
  what: string,
  pace: Pace,
  world: World,
  path: string,
  baseline: Program,
  baselinePath: string,
) {
  await sameSize(world, path, `${baseline.url}${baselinePath}`);
  const ours = makePlan(world, path, pace.roundSeconds);
  const micros = { ours: [] as number[], baseline: [] as number[] };
  const measure = async (side: keyof typeof micros, program: Program, plan: LoadPlan) => {
    const { perSecond, microsEach } = await measureCost(program, plan);
    micros[side].push(microsEach);
    return perSecond;
  };
  const comparison = await alternate(
    pace.rounds,
    () => measure("ours", world.product, ours),
    () => measure("baseline", baseline, { ...ours, port: baseline.port, path: baselinePath, headers: {} }),
  );
  return {
    findings: [
      atLeast(
        `${what} of the owner of half of 1,000,000 rows, beside the baseline`,
        formatComparison(comparison, "/s"),
        comparison.ratio,
        0.75,
      ),
      informational(
        `${what}: processor time of the server's process for each answer`,
        formatComparison(micros, "µs"),
        `${(median(micros.ours) / median(micros.baseline)).toFixed(2)}x`,
      ),
    ],
    comparison: { ...comparison, micros },
  };
}

/** A baseline that answers less would be no baseline. */
async function sameSize({ product, half }: World, path: string, baselineUrl: string): Promise<void> {
  const ours = (await (await fetch(`${product.url}${path}`, { headers: half.headers })).text()).length;
  const baseline = (await (await fetch(baselineUrl)).text()).length;
  if (Math.abs(ours / baseline - 1) > 0.1)
    throw new Error(`answers of ${ours} and ${baseline} bytes cannot be compared`);
}

async function growths(pace: Pace, worlds: World[]) {
  const cases = [
    { what: "Home, owner of half", goal: 5, path: () => home, who: (world: World) => world.half },
    {
      what: "A campaign's page, owner of half",
      goal: 5,
      path: toCampaignPath,
      who: (world: World) => world.half,
    },
    { what: "Home, anyone else", goal: 1.5, path: () => home, who: (world: World) => world.other },
  ];
  const findings: Finding[] = [];
  const raw: unknown[] = [];
  for (const { what, goal, path, who } of cases) {
    const time = async (world: World) => {
      const client = who(world);
      const plan = {
        ...makePlan(world, path(client), pace.roundSeconds / 2),
        headers: client.headers,
        connections: 1,
      };
      return (await load(plan)).p50;
    };
    for (const [nth, small] of worlds.slice(0, -1).entries()) {
      const large = worlds[nth + 1] ?? small;
      const comparison = await alternate(
        pace.rounds,
        () => time(large),
        () => time(small),
      );
      const words = `${median(comparison.baseline).toFixed(1)} ms, then ${median(comparison.ours).toFixed(1)} ms`;
      const sizes = `${small.rows.toLocaleString("en")} → ${large.rows.toLocaleString("en")} rows`;
      findings.push(atMost(`${what}: ${sizes}`, words, comparison.ratio, goal));
      raw.push({ what, sizes, ...comparison });
    }
  }
  return { findings, raw };
}
