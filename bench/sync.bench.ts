import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { settingsFor } from "#app/testing/product.ts";
import { type Db, makeDb, sql } from "#base/server/db/db.ts";
import { makeVault, readVaultKeys } from "#base/server/secrets.ts";
import { type Platform, platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { aWallet } from "#modules/wallet/testing/builders.ts";
import { type AccountFixture, openAdWorld } from "./kit/ad-world.ts";
import { median } from "./kit/alternate.ts";
import { openMigrated, startBenchServer } from "./kit/database.ts";
import { makeTempFolder, type Program, startProduct } from "./kit/programs.ts";
import { atMost, type Finding, informational, type Pace, type Report } from "./kit/report.ts";
import { seedAccounts } from "./kit/seed-accounts.ts";
import { seedMerchant } from "./kit/seed-merchant.ts";

const merchantId = "mer_sync";
const days = 30;
/** The platform that stops answering, and those that are measured meanwhile: X counts calls per quarter of an hour. */
const unresponsivePlatform = "tiktok";
const responsivePlatforms: readonly Platform[] = ["meta", "snapchat", "google"];

type World = { db: Db; product: Program; accounts: AccountFixture[] };
type PollTiming = { platform: Platform; seconds: number };

/**
 * Every figure of a thousand campaigns on five platforms: the first poll, another poll, and with one platform not
 * answering.
 */
export async function sync(pace: Pace): Promise<Report> {
  const size = { campaigns: pace.isQuick ? 20 : 200, adGroups: 3, ads: 3, days };
  const postgres = await startBenchServer();
  const { sandbox, accounts, now } = await openAdWorld(size);
  try {
    const driver = await openMigrated(postgres.url);
    const db = makeDb(driver);
    const keys = `bench:${randomBytes(32).toString("base64")}`;
    await seedMerchant(db, merchantId, 1);
    await aWallet(db, merchantId, 1_000_000_000_00);
    await seedAccounts(db, makeVault(readVaultKeys(keys)), merchantId, accounts, { now, days });
    const product = await startProduct({
      ...settingsFor(sandbox),
      ROLE: "jobs",
      DATABASE_URL: postgres.url,
      DATA_DIR: makeTempFolder(),
      SECRET_KEYS: keys,
      FIGURES_EVERY_SECONDS: "1000000",
    });
    const world = { db, product, accounts };
    const idle = product.memoryMb();
    const first = await readAll(world);
    const differences = await countDifferences(world);
    const again = [];
    for (let round = 0; round < pace.rounds; round += 1) again.push(await readAll(world));
    const usual = await rounds(world, pace);
    await sandbox.control("faults", { vendor: unresponsivePlatform, kind: "timeout_before" });
    const beside = await rounds(world, pace);
    const memory = summarizeMemory(first.memory);
    const rows = await countRows(db);
    await product.stop();
    await driver.close();
    return {
      title: "Figures of five platforms",
      setting:
        `One merchant with an ad account on each of the five platforms, ${size.campaigns} campaigns in each, with three ad groups of ` +
        "three ads and thirty days of figures, polled from the simulators through the adapters by the product (`ROLE=jobs`, one " +
        "process) into PostgreSQL, the wallet's settlement included. Sandbox, product and database share the machine. MB are " +
        "millions of bytes. Memory is sampled ten times a second.",
      findings: [
        atMost("First poll of everything", formatPolls(first.polls), first.seconds, 60, "s"),
        atMost(
          "Polled again with no changes, beside it",
          `${median(again.map(({ seconds }) => seconds)).toFixed(1)} s beside ${first.seconds.toFixed(1)} s`,
          median(again.map(({ seconds }) => seconds)) / first.seconds,
          0.1,
        ),
        atMost(
          "Most memory in the second half of the first poll, beside the first half",
          `${memory.later.toFixed(0)} MB beside ${memory.earlier.toFixed(0)} MB; ${idle.toFixed(0)} MB idle`,
          memory.later / memory.earlier,
          1.2,
        ),
        agreement(differences),
        atMost(
          `One platform not answering: the others' p99, beside all five answering`,
          `${p99(beside).toFixed(2)} s beside ${p99(usual).toFixed(2)} s (${beside.length} polls)`,
          p99(beside) / p99(usual),
          2,
        ),
        informational("Rows", rows),
      ],
      raw: { first, again, usual, beside },
    };
  } finally {
    await sandbox.stop();
    await postgres.stop();
  }
}

/** A leak grows to the end; streamed data does not. */
function summarizeMemory(samples: readonly number[]) {
  const half = Math.ceil(samples.length / 2);
  return { earlier: Math.max(...samples.slice(0, half)), later: Math.max(...samples.slice(half)) };
}

/** Makes every account due, and waits until each has been polled or has failed. */
async function readAll({ db, product }: World) {
  const startedAt = performance.now();
  const due = await makeDue(db, platforms);
  const memory: number[] = [];
  let polls: PollTiming[] = [];
  while (polls.length < due.accounts) {
    memory.push(product.memoryMb());
    await wait(100);
    polls = await listPolls(db, due.at);
  }
  return { seconds: (performance.now() - startedAt) / 1_000, memory, polls };
}

/** Makes the accounts due now that do not wait for a platform's next try. */
async function makeDue(db: Db, among: readonly Platform[]): Promise<{ at: string; accounts: number }> {
  return db.one(sql`
    with due as (
      update figures.poll_schedule set due_at = now()
      where platform = any(${[...among]}::text[]) and claimed_until is null
        and not exists (select 1 from figures.account_polls polls
          where polls.ad_account_id = poll_schedule.ad_account_id and next_try_at > now())
      returning 1
    )
    select now()::text as at, count(*)::int as accounts from due`);
}

/** Polls that ended after the instant at which they were due. */
function listPolls(db: Db, at: string): Promise<PollTiming[]> {
  return db.many(sql`
    select platform, extract(epoch from polled_at - ${at}::timestamptz)::float8 as seconds
    from figures.poll_schedule where polled_at > ${at}::timestamptz`);
}

/**
 * Polls of the platforms that answer, each from its request to its end, in this many rounds; the unresponsive one is not
 * waited for.
 */
async function rounds({ db }: World, pace: Pace): Promise<PollTiming[]> {
  const timings: PollTiming[] = [];
  for (let round = 0; round < (pace.isQuick ? 5 : 12); round += 1) {
    await makeDue(db, [unresponsivePlatform]);
    const due = await makeDue(db, responsivePlatforms);
    let polls: PollTiming[] = [];
    while (polls.length < due.accounts) {
      await wait(100);
      polls = (await listPolls(db, due.at)).filter(({ platform }) => responsivePlatforms.includes(platform));
    }
    timings.push(...polls);
  }
  return timings;
}

/** What the product stores of each platform, beside the sum of its simulator's rows as its adapter reports them. */
async function countDifferences({ db, accounts }: World): Promise<number> {
  const { differences } = await db.one<{ differences: number }>(sql`
    with held as (
      select day, sum(spend_halalas) as spend, sum(impressions) as shown from figures.ad_days group by 1
    ), campaigns as (
      select day, sum(spend_halalas) as spend, sum(impressions) as shown from figures.campaign_days group by 1
    ), captured as (
      select day, sum(settled_halalas) as spend from figures.campaign_days group by 1
    )
    select count(*)::int as differences from held full join campaigns using (day) full join captured using (day)
    where held.spend is distinct from campaigns.spend or held.shown is distinct from campaigns.shown
      or held.spend is distinct from captured.spend`);
  const { ads } = await db.one<{ ads: number }>(sql`
    select count(distinct ad_id)::int as ads from figures.ad_days where impressions > 0`);
  const expectedAds = accounts.flatMap(({ campaigns }) =>
    campaigns.flatMap((campaign) => campaign.ads),
  ).length;
  return differences + Math.abs(expectedAds - ads);
}

const agreement = (differences: number): Finding => ({
  what: "Every ad polled, and days equal in all roll-ups and in the wallet",
  figures: "",
  result: `${differences} differences`,
  goal: "0",
  isMet: differences === 0,
});

async function countRows(db: Db): Promise<string> {
  const {
    hours,
    days: wholes,
    captured,
  } = await db.one<Record<"hours" | "days" | "captured", number>>(sql`
    select (select count(*)::int from figures.metric_hours) as hours, (select count(*)::int from figures.ad_days) as days,
      (select count(*)::int from wallet.settled_days) as captured`);
  const show = (count: number) => count.toLocaleString("en");
  return `${show(hours)} hours and ${show(wholes)} days of ads, ${show(captured)} settled days`;
}

const formatPolls = (polls: readonly PollTiming[]) =>
  polls.map(({ platform, seconds }) => `${platform} ${seconds.toFixed(1)} s`).join(", ");

function p99(polls: readonly PollTiming[]): number {
  const sorted = polls.map(({ seconds }) => seconds).sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? Number.NaN;
}
