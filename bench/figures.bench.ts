import { type Db, makeDb, sql } from "#base/server/db/db.ts";
import { ingestHours } from "#modules/reports/server/ingest.ts";
import { alternate, beside, median } from "./kit/alternate.ts";
import { makeDatabase, openMigrated, startServerOfBench } from "./kit/database.ts";
import { type LoadPlan, load, rateOf } from "./kit/load.ts";
import { ownFolder, type Program, startProduct, startServer } from "./kit/programs.ts";
import { atLeast, atMost, type Finding, type Pace, type Report } from "./kit/report.ts";
import { type Asker, seedFigures } from "./kit/seed-figures.ts";

type World = { rows: number; product: Program; half: Asker; other: Asker };

const connections = 16;
const home = "/Clients/Reports/home?days=30";
const pageOf = ({ campaignId }: Asker) => `/Clients/Reports/campaign/${campaignId}?days=30`;

/** Home and campaign figures for the owner of half of all rows, beside a floor, and as the rows grow tenfold and again. */
export async function figures(pace: Pace): Promise<Report> {
  const sizes = pace.isQuick ? [100_000, 1_000_000] : [100_000, 1_000_000, 10_000_000];
  const postgres = await startServerOfBench();
  const worlds: World[] = [];
  try {
    for (const rows of sizes) worlds.push(await makeWorld(postgres, rows));
    const million = worlds.find(({ rows }) => rows === 1_000_000);
    if (!million) throw new Error("the world of a million rows is missing");
    const floorUrl = new URL(postgres.url);
    floorUrl.pathname = `/figures_${million.rows}`;
    const floor = await startServer("bench/floor-figures.ts", { DATABASE_URL: floorUrl.href }, "/");
    const besideFloor = [
      await compare("Home", pace, million, home, floor, `/home/${million.half.merchantId}`),
      await compare(
        "A campaign's page",
        pace,
        million,
        pageOf(million.half),
        floor,
        `/campaign/${million.half.merchantId}/${million.half.campaignId}`,
      ),
    ];
    await floor.stop();
    const growth = await growths(pace, worlds);
    return {
      title: "Figures",
      setting:
        "`GET Clients/Reports/home` and `…/campaign/{id}` over HTTP with a session, 30 days beside the 30 before, beside " +
        "`bench/floor-figures.ts`: bare Fastify on the same roll-up with an answer of the same size. One merchant owns half " +
        `of all hourly rows. Rates with ${connections} connections; growth as the time of one request at a time.`,
      findings: [...besideFloor.map(({ finding }) => finding), ...growth.findings],
      raw: { besideFloor: besideFloor.map(({ told }) => told), growth: growth.raw },
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
  const askers = await seedFigures(db, rows);
  if (!(await agreesWithIngest(db, askers.half)))
    throw new Error("the seeded roll-up is not what the ingest makes");
  await driver.close();
  const product = await startProduct({ ROLE: "web", DATABASE_URL: url, DATA_DIR: ownFolder() });
  return { rows, product, ...askers };
}

/** Tells the product's own door the hours of one seeded campaign as another's: both roll-ups must be the same. */
async function agreesWithIngest(db: Db, { merchantId, campaignId }: Asker): Promise<boolean> {
  const hours = await db.many<Parameters<typeof ingestHours>[2][number]>(sql`
    select 'cmp_again' as "campaignId", ad_id || '_again' as "adId", hour, impressions, clicks, spend_halalas as spend,
      claimed_purchases as "claimedPurchases", claimed_sales_halalas as "claimedSales"
    from reports.metric_hours where merchant_id = ${merchantId} and campaign_id = ${campaignId}`);
  const again = { merchantId: "mer_again", adAccountId: "ada_again", platform: "snapchat" as const };
  await db.transaction((tx) => ingestHours(tx, again, hours, new Date()));
  const days = (id: string) => sql`
    select day, ''::text as ad_id, impressions, clicks, spend_halalas, claimed_purchases, claimed_sales_halalas
    from reports.campaign_days where campaign_id = ${id}
    union all select day, replace(ad_id, '_again', ''), impressions, clicks, spend_halalas, 0, 0
    from reports.ad_days where campaign_id = ${id}`;
  const { differences } = await db.one<{ differences: number }>(sql`
    select count(*)::int as differences from (
      ((${days(campaignId)}) except (${days("cmp_again")})) union all ((${days("cmp_again")}) except (${days(campaignId)}))) d`);
  return differences === 0 && hours.length > 0;
}

const asking = ({ product, half }: World, path: string, seconds: number): LoadPlan => ({
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
  floor: Program,
  floorPath: string,
) {
  await sameSize(world, path, `${floor.url}${floorPath}`);
  const ours = asking(world, path, pace.roundSeconds);
  const told = await alternate(
    pace.rounds,
    () => rateOf(ours),
    () => rateOf({ ...ours, port: floor.port, path: floorPath, headers: {} }),
  );
  return {
    finding: atLeast(
      `${what} of the owner of half of 1,000,000 rows, beside the floor`,
      beside(told, "/s"),
      told.ratio,
      0.5,
    ),
    told,
  };
}

/** A floor that answers less would be no floor. */
async function sameSize({ product, half }: World, path: string, floorUrl: string): Promise<void> {
  const ours = (await (await fetch(`${product.url}${path}`, { headers: half.headers })).text()).length;
  const floor = (await (await fetch(floorUrl)).text()).length;
  if (Math.abs(ours / floor - 1) > 0.1)
    throw new Error(`answers of ${ours} and ${floor} bytes cannot be compared`);
}

async function growths(pace: Pace, worlds: World[]) {
  const questions = [
    { what: "Home, owner of half", goal: 5, path: () => home, who: (world: World) => world.half },
    { what: "A campaign's page, owner of half", goal: 5, path: pageOf, who: (world: World) => world.half },
    { what: "Home, anyone else", goal: 1.5, path: () => home, who: (world: World) => world.other },
  ];
  const findings: Finding[] = [];
  const raw: unknown[] = [];
  for (const { what, goal, path, who } of questions) {
    const time = async (world: World) => {
      const asker = who(world);
      const plan = {
        ...asking(world, path(asker), pace.roundSeconds / 2),
        headers: asker.headers,
        connections: 1,
      };
      return (await load(plan)).p50;
    };
    for (const [nth, small] of worlds.slice(0, -1).entries()) {
      const large = worlds[nth + 1] ?? small;
      const told = await alternate(
        pace.rounds,
        () => time(large),
        () => time(small),
      );
      const words = `${median(told.floor).toFixed(1)} ms, then ${median(told.ours).toFixed(1)} ms`;
      const sizes = `${small.rows.toLocaleString("en")} → ${large.rows.toLocaleString("en")} rows`;
      findings.push(atMost(`${what}: ${sizes}`, words, told.ratio, goal));
      raw.push({ what, sizes, ...told });
    }
  }
  return { findings, raw };
}
