import { type Db, type Driver, makeDb, sql } from "#base/server/db/db.ts";
import { halalas } from "#base/shared/money.ts";
import { type AdHour, ingestHours } from "#modules/reports/server/ingest.ts";
import { alternate, beside } from "./kit/alternate.ts";
import { openMigrated, startServerOfBench } from "./kit/database.ts";
import { atLeast, type Finding, type Pace, type Report } from "./kit/report.ts";

const ads = 5;
const hoursOfPage = 200;
const pagesOfRound = 10;
const merchantId = "mer_told";
const firstHour = Date.UTC(2026, 0, 1);

/** Figures as platforms tell them: a page of 1,000 hours of one campaign, with everything that hangs on it. */
export async function ingest(pace: Pace): Promise<Report> {
  const postgres = await startServerOfBench();
  try {
    const driver = await openMigrated(postgres.url);
    const db = makeDb(driver);
    await makeFloor(driver);
    const fresh = await compare(pace, db, driver, (round, page) => ({ round, page, told: 0 }));
    const corrected = await compare(pace, db, driver, (round, page) => ({ round: 0, page, told: round + 1 }));
    const differences = await countDifferences(db);
    await driver.close();
    const whole: Finding = {
      what: "Roll-ups equal to the sum of the hours",
      figures: "every day of each campaign and ad, and of the merchant",
      result: `${differences} differences`,
      goal: "0",
      met: differences === 0,
    };
    const rate = (what: string, told: Awaited<ReturnType<typeof compare>>) =>
      atLeast(what, beside(told, "rows/s"), told.ratio, 0.3);
    return {
      title: "Ingest of figures",
      setting:
        "Pages of 1,000 hours (5 ads, 200 hours, 9 Riyadh days) through the product's `ingestHours`, each in a transaction " +
        "that keeps the roll-ups by campaign, ad and merchant, beside a bare multi-row upsert of the same pages into one table of the same columns and key. " +
        "One caller. The spend is taken from the wallet day by day afterwards, which is not measured here.",
      findings: [
        rate("New hours, beside the upsert", fresh),
        rate("Corrected hours, beside the upsert", corrected),
        whole,
      ],
      raw: { fresh, corrected },
    };
  } finally {
    await postgres.stop();
  }
}

type Which = { round: number; page: number; told: number };

/** A page's hours; told again (a higher `told`) every figure differs. Each round and page is a campaign of its own. */
function hoursOf({ round, page, told }: Which): AdHour[] {
  return Array.from({ length: ads * hoursOfPage }, (_, n) => {
    const shown = 100 + ((n * 37 + page * 11 + told * 13) % 900);
    return {
      adId: `ad_${round}_${page}_${n % ads}`,
      hour: new Date(firstHour + Math.floor(n / ads) * 3_600_000),
      impressions: shown,
      clicks: shown >> 5,
      spend: halalas(shown),
      claimedPurchases: shown >> 8,
      claimedSales: halalas(shown * 3),
    };
  });
}

async function compare(pace: Pace, db: Db, driver: Driver, which: (round: number, page: number) => Which) {
  let ourRound = 0;
  let floorRound = 0;
  return alternate(
    pace.rounds,
    () =>
      rowsPerSecond(which, ourRound++, async (page, { round, page: nth }) => {
        const campaign = { merchantId, campaignId: `cmp_${round}_${nth}` };
        await db.transaction((tx) => ingestHours(tx, campaign, page, new Date()));
      }),
    () =>
      rowsPerSecond(which, floorRound++, async (page) => {
        await driver.transaction((session) => session.query(floorUpsert, columnsOf(page)));
      }),
  );
}

async function rowsPerSecond(
  which: (round: number, page: number) => Which,
  round: number,
  take: (page: AdHour[], which: Which) => Promise<void>,
) {
  const pages = Array.from({ length: pagesOfRound }, (_, page) => which(round, page));
  const prepared = pages.map((page) => [hoursOf(page), page] as const);
  const startedAt = performance.now();
  for (const [hours, page] of prepared) await take(hours, page);
  return (pagesOfRound * ads * hoursOfPage * 1_000) / (performance.now() - startedAt);
}

const columnsOf = (page: AdHour[]) => [
  page.map(({ adId }) => adId),
  page.map(({ hour }) => hour),
  page.map(({ impressions }) => impressions),
  page.map(({ clicks }) => clicks),
  page.map(({ spend }) => spend),
  page.map(({ claimedPurchases }) => claimedPurchases),
  page.map(({ claimedSales }) => claimedSales),
];

const floorUpsert = `
  insert into floor.hours
  select '${merchantId}', 'cmp', *, now() from unnest($1::text[], $2::timestamptz[], $3::bigint[], $4::bigint[],
    $5::bigint[], $6::bigint[], $7::bigint[])
  on conflict (merchant_id, ad_id, hour) do update set
    impressions = excluded.impressions, clicks = excluded.clicks, spend_halalas = excluded.spend_halalas,
    claimed_purchases = excluded.claimed_purchases, claimed_sales_halalas = excluded.claimed_sales_halalas,
    read_at = excluded.read_at`;

async function makeFloor(driver: Driver): Promise<void> {
  await driver.script(`
    create schema floor;
    create table floor.hours (merchant_id text, campaign_id text not null, ad_id text, hour timestamptz,
      impressions bigint not null, clicks bigint not null, spend_halalas bigint not null,
      claimed_purchases bigint not null, claimed_sales_halalas bigint not null, read_at timestamptz not null,
      primary key (merchant_id, ad_id, hour))`);
}

/** Days of a campaign, an ad or the merchant whose roll-up is not the sum of their hours. */
async function countDifferences(db: Db): Promise<number> {
  const { differences } = await db.one<{ differences: number }>(sql`
    with hours as (
      select campaign_id, ad_id, (hour at time zone 'Asia/Riyadh')::date as day, impressions, clicks, spend_halalas
      from reports.metric_hours
    ), truth as (
      select campaign_id, '' as ad_id, day, sum(impressions), sum(clicks), sum(spend_halalas) from hours group by 1, 3
      union all
      select campaign_id, ad_id, day, sum(impressions), sum(clicks), sum(spend_halalas) from hours group by 1, 2, 3
      union all
      select '', '', day, sum(impressions), sum(clicks), sum(spend_halalas) from hours group by 3
    ), kept as (
      select campaign_id, '' as ad_id, day, impressions, clicks, spend_halalas from reports.campaign_days
      union all
      select campaign_id, ad_id, day, impressions, clicks, spend_halalas from reports.ad_days
      union all
      select '', '', day, impressions, clicks, spend_halalas from reports.merchant_days
    )
    select count(*)::int as differences
    from ((select * from truth except select * from kept) union all (select * from kept except select * from truth)) d`);
  return differences;
}
