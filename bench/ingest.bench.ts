import { systemContext, transact } from "#base/server/context.ts";
import { type Db, type Driver, makeDb, sql } from "#base/server/db/db.ts";
import { halalas } from "#base/shared/money.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { type AccountKey, type AdHour, ingestDays, ingestHours } from "#modules/figures/server/ingest.ts";
import { alternate, formatComparison } from "./kit/alternate.ts";
import { openMigrated, startBenchServer } from "./kit/database.ts";
import { atLeast, type Finding, type Pace, type Report } from "./kit/report.ts";

const ads = 5;
const hoursOfPage = 200;
const pagesOfRound = 10;
const merchantId = "mer_ingest";
const account: AccountKey = { adAccountId: "ada_ingest", platform: "snapchat" };
const firstHour = Date.UTC(2026, 0, 1);
const makeContext = (db: Db) => systemContext(db, merchantId, new Date(firstHour));
const runIngest = (db: Db, page: AdHour[]) =>
  transact(makeContext(db), (ctx) => ingestHours(ctx, account, page));

/** Figures as platforms report them: a page of 1,000 hours of one campaign, with all related rows. */
export async function ingest(pace: Pace): Promise<Report> {
  const postgres = await startBenchServer();
  try {
    const driver = await openMigrated(postgres.url);
    const db = makeDb(driver);
    await makeBaseline(driver);
    const fresh = await compare(pace, db, driver, (round, page) => ({ round, page, revision: 0 }));
    const corrected = await compare(pace, db, driver, (round, page) => ({
      round: 0,
      page,
      revision: round + 1,
    }));
    const long = await lastBesideFirst(db, pace);
    const changed = await runRepeated(db);
    const differences = await countDifferences(db);
    const days = await compareDays(pace, db, driver);
    await driver.close();
    const whole: Finding = {
      what: "Roll-ups equal to the sum of the hours",
      figures: "every day of each campaign and ad, and of the merchant",
      result: `${differences} differences`,
      goal: "0",
      isMet: differences === 0,
    };
    const rate = (what: string, comparison: Awaited<ReturnType<typeof compare>>) =>
      atLeast(what, formatComparison(comparison, "rows/s"), comparison.ratio, 0.3);
    return {
      title: "Ingest of figures",
      setting:
        "Pages of 1,000 hours (5 ads, 200 hours, 9 Riyadh days) through the product's `ingestHours`, each in a transaction " +
        "that keeps the roll-ups by campaign, ad and merchant, beside a bare multi-row upsert of the same pages into one table of the same columns and key. " +
        "One caller. The spend is taken from the wallet day by day afterwards, which is not measured here.",
      findings: [
        rate("New hours, beside the upsert", fresh),
        rate("Corrected hours, beside the upsert", corrected),
        rate("Whole days instead of hours, beside the upsert", days),
        atLeast(
          `The last tenth of ${long.rows.toLocaleString("en")} rows, beside the first`,
          long.words,
          long.ratio,
          0.7,
        ),
        {
          what: "The same pages ingested again",
          figures: "",
          result: `${changed} totals changed`,
          goal: "0",
          isMet: changed === 0,
        },
        whole,
      ],
      raw: { fresh, corrected, days, long },
    };
  } finally {
    await postgres.stop();
  }
}

type Which = { round: number; page: number; revision: number };

/** A page's hours; with a higher `revision` every figure differs. Each round and page is a campaign of its own. */
function buildHours({ round, page, revision }: Which): AdHour[] {
  return Array.from({ length: ads * hoursOfPage }, (_, n) => {
    const shown = 100 + ((n * 37 + page * 11 + revision * 13) % 900);
    return {
      campaignId: `cmp_${round}_${page}`,
      adId: `ad_${round}_${page}_${n % ads}`,
      hour: new Date(firstHour + Math.floor(n / ads) * 3_600_000),
      impressions: shown,
      clicks: shown >> 5,
      spend: halalas(shown),
      platformReportedPurchases: shown >> 8,
      platformReportedSales: halalas(shown * 3),
    };
  });
}

async function compare(pace: Pace, db: Db, driver: Driver, which: (round: number, page: number) => Which) {
  let ourRound = 0;
  let baselineRound = 0;
  return alternate(
    pace.rounds,
    () =>
      rowsPerSecond(which, ourRound++, async (page) => {
        await runIngest(db, page);
      }),
    () =>
      rowsPerSecond(which, baselineRound++, async (page) => {
        await driver.transaction((session) => session.query(baselineUpsert, toColumns(page)));
      }),
  );
}

async function rowsPerSecond(
  which: (round: number, page: number) => Which,
  round: number,
  write: (page: AdHour[]) => Promise<void>,
) {
  const pages = Array.from({ length: pagesOfRound }, (_, page) => which(round, page));
  const prepared = pages.map(buildHours);
  const startedAt = performance.now();
  for (const hours of prepared) await write(hours);
  return (pagesOfRound * ads * hoursOfPage * 1_000) / (performance.now() - startedAt);
}

/**
 * This many pages of a thousand rows, each of its own campaign: the rate of the last tenth beside that of the first.
 */
async function lastBesideFirst(db: Db, pace: Pace) {
  const pages = pace.isQuick ? 100 : 1_000;
  const tenth = pages / 10;
  const tenths: number[] = [];
  for (let start = 0; start < pages; start += tenth) {
    let spent = 0;
    for (let page = start; page < start + tenth; page += 1) {
      const pageHours = buildHours({ round: -1, page, revision: 0 });
      const startedAt = performance.now();
      await runIngest(db, pageHours);
      spent += performance.now() - startedAt;
    }
    tenths.push((tenth * ads * hoursOfPage * 1_000) / spent);
  }
  const show = (rate = Number.NaN) => `${Math.round(rate).toLocaleString("en")} rows/s`;
  return {
    rows: pages * ads * hoursOfPage,
    tenths,
    ratio: (tenths.at(-1) ?? Number.NaN) / (tenths[0] ?? Number.NaN),
    words: `${show(tenths.at(-1))} beside ${show(tenths[0])}`,
  };
}

/** Ingests some of those pages again; returns how many roll-up rows changed. */
async function runRepeated(db: Db): Promise<number> {
  const print = () =>
    db.many<{ row: string }>(sql`
      select t::text as row from figures.ad_days t union all select t::text from figures.campaign_days t
      union all select t::text from figures.merchant_days t`);
  const before = new Set((await print()).map(({ row }) => row));
  for (let page = 0; page < 50; page += 1) await runIngest(db, buildHours({ round: -1, page, revision: 0 }));
  return (await print()).filter(({ row }) => !before.has(row)).length;
}

/**
 * Pages of 5 ads on 200 days, sent as whole days with different figures each time; the first days replace hours sent
 * before.
 */
function compareDays(pace: Pace, db: Db, driver: Driver) {
  let revision = 0;
  const which = (_round: number, page: number) => ({ round: 0, page, revision: 0 });
  const asDays = (page: AdHour[]) =>
    page.map((row, n) => ({
      ...row,
      day: toRiyadhDay(new Date(firstHour + Math.floor(n / ads) * 86_400_000)),
      impressions: row.impressions + revision,
    }));
  return alternate(
    pace.rounds,
    () => {
      revision += 1;
      return rowsPerSecond(which, 0, async (page) => {
        await transact(makeContext(db), (ctx) => ingestDays(ctx, account, asDays(page)));
      });
    },
    () =>
      rowsPerSecond(which, 0, async (page) => {
        await driver.transaction((session) => session.query(baselineUpsert, toColumns(page)));
      }),
  );
}

const toColumns = (page: AdHour[]) => [
  page.map(({ adId }) => adId),
  page.map(({ hour }) => hour),
  page.map(({ impressions }) => impressions),
  page.map(({ clicks }) => clicks),
  page.map(({ spend }) => spend),
  page.map(({ platformReportedPurchases }) => platformReportedPurchases),
  page.map(({ platformReportedSales }) => platformReportedSales),
];

const baselineUpsert = `
  insert into baseline.hours
  select '${merchantId}', 'cmp', *, now() from unnest($1::text[], $2::timestamptz[], $3::bigint[], $4::bigint[],
    $5::bigint[], $6::bigint[], $7::bigint[])
  on conflict (merchant_id, ad_id, hour) do update set
    impressions = excluded.impressions, clicks = excluded.clicks, spend_halalas = excluded.spend_halalas,
    platform_reported_purchases = excluded.platform_reported_purchases, platform_reported_sales_halalas = excluded.platform_reported_sales_halalas,
    read_at = excluded.read_at`;

async function makeBaseline(driver: Driver): Promise<void> {
  await driver.script(`
    create schema baseline;
    create table baseline.hours (merchant_id text, campaign_id text not null, ad_id text, hour timestamptz,
      impressions bigint not null, clicks bigint not null, spend_halalas bigint not null,
      platform_reported_purchases bigint not null, platform_reported_sales_halalas bigint not null, read_at timestamptz not null,
      primary key (merchant_id, ad_id, hour))`);
}

/** Days of a campaign, an ad or the merchant whose roll-up is not the sum of their hours. */
async function countDifferences(db: Db): Promise<number> {
  const { differences } = await db.one<{ differences: number }>(sql`
    with hours as (
      select campaign_id, ad_id, (hour at time zone 'Asia/Riyadh')::date as day, impressions, clicks, spend_halalas
      from figures.metric_hours
    ), truth as (
      select campaign_id, '' as ad_id, day, sum(impressions), sum(clicks), sum(spend_halalas) from hours group by 1, 3
      union all
      select campaign_id, ad_id, day, sum(impressions), sum(clicks), sum(spend_halalas) from hours group by 1, 2, 3
      union all
      select '', '', day, sum(impressions), sum(clicks), sum(spend_halalas) from hours group by 3
    ), kept as (
      select campaign_id, '' as ad_id, day, impressions, clicks, spend_halalas from figures.campaign_days
      union all
      select campaign_id, ad_id, day, impressions, clicks, spend_halalas from figures.ad_days
      union all
      select '', '', day, impressions, clicks, spend_halalas from figures.merchant_days
    )
    select count(*)::int as differences
    from ((select * from truth except select * from kept) union all (select * from kept except select * from truth)) d`);
  return differences;
}
