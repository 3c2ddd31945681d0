import { setTimeout as wait } from "node:timers/promises";
import { frozenClock, systemClock } from "#base/server/clock.ts";
import { type Db, makeDb, sql } from "#base/server/db/db.ts";
import { makeLog } from "#base/server/log.ts";
import { halalas } from "#base/shared/money.ts";
import { type Platform, platforms } from "#modules/ad-accounts/contract/platforms.ts";
import type { AdFigures, FiguresQuery } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { makePollWork } from "#modules/figures/server/poll-due.ts";
import { claimDue } from "#modules/figures/server/poll-schedule.store.ts";
import { openMigrated, startBenchServer } from "./kit/database.ts";
import { findPostmaster, serverSeconds } from "./kit/processor.ts";
import { atLeast, atMost, informational, type Pace, type Report } from "./kit/report.ts";

const large = "mer_large";
const largeCampaigns = 200;
const answerMs = 3_000;
const slots = 40;
const merchantsGoal = 6_000;
const everySeconds = 300;
const worldClock = frozenClock("2026-11-21T12:30:00Z");

type Poll = { merchant_id: string; seconds: number };
type Round = { seconds: number; polls: Poll[]; node: number; postgres: number; memoryMb: number };

/**
 * Many merchants with an account on each of five platforms, all due at one moment, beside one with a thousand campaigns:
 * how fast one process polls them, how long the small ones wait, and what a poll costs.
 */
export async function polls(pace: Pace): Promise<Report> {
  const merchants = pace.isQuick ? 100 : 1_000;
  const postgres = await startBenchServer();
  try {
    const driver = await openMigrated(postgres.url);
    const db = makeDb(driver);
    await seed(db, merchants);
    const postmaster = await findPostmaster(db);
    const first = await pollAll(db, postmaster);
    const again = await pollAll(db, postmaster);
    const alone = await pollAll(db, postmaster, sql`merchant_id <> ${large}`);
    const choosing = await measureChoosing(db, pace);
    await driver.close();
    const accounts = merchants * platforms.length;
    const perPoll = again.node / again.polls.length;
    return {
      title: "Figures of many merchants",
      setting:
        `${merchants.toLocaleString("en")} merchants with one campaign on each of five platforms, and one with ${largeCampaigns} campaigns on each, all due at one ` +
        `moment, polled by one process with ${slots} slots a platform (PostgreSQL, durable). The platforms answer from memory after ${answerMs / 1_000} s with ` +
        "today's hours of each ad: the adapters' reading of the wire and the wallet's hourly settlement are not part of it. Process and database share two cores.",
      findings: [
        informational(
          "First poll of every account",
          `${first.polls.length.toLocaleString("en")} polls`,
          `${first.seconds.toFixed(0)} s`,
        ),
        atLeast(
          `Accounts polled a minute, beside what ${slots * platforms.length} slots allow at ${answerMs / 1_000} s an answer`,
          `${again.polls.length.toLocaleString("en")} in ${again.seconds.toFixed(1)} s`,
          again.polls.length / again.seconds / ((slots * platforms.length * 1_000) / answerMs),
          0.8,
        ),
        informational(
          "Processor time of a poll without changes",
          `${(perPoll * 1_000).toFixed(2)} ms in Node, ${((again.postgres / again.polls.length) * 1_000).toFixed(2)} ms in PostgreSQL`,
        ),
        atMost(
          `${merchantsGoal.toLocaleString("en")} merchants with five accounts each, every ${everySeconds} s: of one core`,
          "computed from the line above, Node alone",
          ((perPoll * merchantsGoal * platforms.length) / everySeconds) * 100,
          100,
          "%",
        ),
        atMost(
          "Half of the small merchants' accounts, beside the same without the large merchant",
          `${middle(again).toFixed(1)} s beside ${middle(alone).toFixed(1)} s (${accounts.toLocaleString("en")} accounts)`,
          middle(again) / middle(alone),
          1.2,
        ),
        informational("Memory of the process after it", "", `${again.memoryMb.toFixed(0)} MB`),
        choosing,
      ],
      raw: { first, again, alone },
    };
  } finally {
    await postgres.stop();
  }
}

const middle = ({ polls }: Round) => {
  const small = polls.filter(({ merchant_id }) => merchant_id !== large).map(({ seconds }) => seconds);
  return small.sort((one, other) => one - other)[Math.floor(small.length / 2)] ?? Number.NaN;
};

async function seed(db: Db, merchants: number) {
  await db.run(sql`
    insert into figures.campaigns (campaign_id, merchant_id, platform, ad_account_id, platform_id, name, status, starts_at,
      may_spend_since, updated_at)
    select platform || '_' || merchant || '_' || n, merchant, platform, platform || '_' || merchant,
      platform || '_' || merchant || '_' || n, 'تمور', 'active', ${worldClock.now()}::timestamptz - interval '3 hours',
      ${worldClock.now()}::timestamptz - interval '3 hours', ${worldClock.now()}
    from unnest(${[...platforms]}::text[]) platform, lateral (
      select 'mer_' || nth as merchant, 1 as n from generate_series(1, ${merchants}::int) nth
      union all select ${large}, n from generate_series(1, ${largeCampaigns}::int) n) campaign`);
  await db.run(sql`
    insert into figures.ads (ad_id, merchant_id, campaign_id, platform_id, name, status, updated_at)
    select 'ad_' || campaign_id, merchant_id, campaign_id, 'ad_' || platform_id, 'إعلان', 'active', updated_at
    from figures.campaigns`);
  await db.run(sql`
    insert into figures.poll_schedule (ad_account_id, merchant_id, platform, due_at)
    select distinct ad_account_id, merchant_id, platform, now() + interval '1 day' from figures.campaigns`);
  await db.run(sql`analyze`);
}

/** What a platform answers: three hours of each campaign's one ad. */
async function* readFigures({ platformCampaignIds, from, to, grain }: FiguresQuery) {
  await wait(answerMs);
  const hours = grain === "day" ? 1 : Math.min(3, (to.getTime() - from.getTime()) / 3_600_000);
  yield platformCampaignIds.flatMap((id) =>
    Array.from(
      { length: hours },
      (_, hour): AdFigures<ReturnType<typeof halalas>> => ({
        platformAdId: `ad_${id}`,
        startsAt: grain === "day" ? from : new Date(to.getTime() - (hour + 1) * 3_600_000),
        spend: halalas(grain === "day" ? 900 : 300),
        impressions: grain === "day" ? 300 : 100,
        clicks: grain === "day" ? 9 : 3,
        platformReportedPurchases: 0,
        platformReportedSales: halalas(0),
      }),
    ),
  );
}

async function pollAll(db: Db, postmaster: number, which = sql`true`): Promise<Round> {
  const work = makePollWork(
    {
      db,
      log: makeLog("warn"),
      systemClock,
      worldClock,
      wallet: { settleSpends: async () => {} },
      readerFor: () => ({ readFigures }),
      async findLinkedAdAccount({ db, actor }, adAccountId) {
        const { platform } = await db.one<{ platform: Platform }>(sql`
          select platform from figures.poll_schedule
          where ad_account_id = ${adAccountId} and merchant_id = ${actor.merchantId}`);
        return { status: "linked", platform, name: "bench", currency: "SAR", time_zone: "Asia/Riyadh" };
      },
    },
    { every: 1_000_000, slots },
  );
  const before = { node: process.cpuUsage(), postgres: serverSeconds(postmaster) };
  const startedAt = performance.now();
  const { at, accounts } = await db.one<{ at: string; accounts: number }>(sql`
    with due as (update figures.poll_schedule set due_at = now() where ${which} returning 1)
    select now()::text as at, count(*)::int as accounts from due`);
  const listEnded = () =>
    db.many<Poll>(sql`
      select merchant_id, extract(epoch from polled_at - ${at}::timestamptz)::float8 as seconds
      from figures.poll_schedule where polled_at > ${at}::timestamptz`);
  work.start();
  while ((await listEnded()).length < accounts) await wait(500);
  const { user, system } = process.cpuUsage(before.node);
  const round = {
    seconds: (performance.now() - startedAt) / 1_000,
    polls: await listEnded(),
    node: (user + system) / 1_000_000,
    postgres: serverSeconds(postmaster) - before.postgres,
    memoryMb: process.memoryUsage().rss / 1_000_000,
  };
  await work.stop();
  return round;
}

/** What it takes to find out that 40 accounts are due, among as many as 1,000,000 campaigns have. */
async function measureChoosing(db: Db, pace: Pace) {
  const accounts = pace.isQuick ? 100_000 : 1_000_000;
  await db.run(sql`
    insert into figures.poll_schedule (ad_account_id, merchant_id, platform, due_at)
    select 'many_' || n, 'mer_' || n / 5, 'snapchat', now() + n * interval '1 second' from generate_series(1, ${accounts}::int) n`);
  await db.run(sql`analyze figures.poll_schedule`);
  await db.run(
    sql`update figures.poll_schedule set due_at = now() where ad_account_id like 'many_%' and length(ad_account_id) <= 8`,
  );

  const times: number[] = [];
  for (let nth = 0; nth < 20; nth += 1) {
    const startedAt = performance.now();
    const taken = await claimDue(db, { free: [{ platform: "snapchat", count: slots }], busy: [] });
    if (taken.length !== slots) throw new Error(`${taken.length} accounts were taken`);
    times.push(performance.now() - startedAt);
  }
  const sorted = times.sort((one, other) => one - other);
  return informational(
    `Taking ${slots} due accounts among ${accounts.toLocaleString("en")}`,
    `the slowest of 20 ${sorted.at(-1)?.toFixed(1)} ms`,
    `${sorted[10]?.toFixed(1)} ms`,
  );
}
