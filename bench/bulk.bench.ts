import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { settingsFor } from "#app/testing/product.ts";
import { systemClock } from "#base/server/clock.ts";
import { type Db, makeDb, sql } from "#base/server/db/db.ts";
import { makeVault, readVaultKeys } from "#base/server/secrets.ts";
import type { OperationRow } from "#base/shared/operations.calls.ts";
import { aWallet } from "#modules/wallet/testing/builders.ts";
import { openAdWorld } from "./kit/ad-world.ts";
import { median } from "./kit/alternate.ts";
import { openMigrated, startBenchServer } from "./kit/database.ts";
import { type LoadPlan, load } from "./kit/load.ts";
import { makeTempFolder, type Program, startProduct } from "./kit/programs.ts";
import { atMost, type Finding, informational, type Pace, type Report } from "./kit/report.ts";
import { seedAccounts } from "./kit/seed-accounts.ts";
import { seedMerchant } from "./kit/seed-merchant.ts";
import { seedWallets, toToken } from "./kit/seed-wallets.ts";

const merchantId = "mer_bulk";
const otherPrefix = "mer_other";
const otherCount = 200;
/** Five platforms with a hundred each: what one call may change. */
const campaignsEach = 100;
const longestMinutes = 20;
/** The seeded budget with a fifth more. */
const changedHalalas = 18_000;

/** What other merchants do meanwhile, at an even rate, by merchants at random. */
const others = {
  wallets: { path: "/Clients/Wallet/index", perSecond: 50 },
  lists: { path: "/Clients/Campaigns/index?page=1&size=10&sort=created&order=desc", perSecond: 20 },
  deposits: {
    path: "/Clients/Wallet/deposit",
    method: "POST",
    body: '{"amount_halalas":10000}',
    perSecond: 5,
  },
} satisfies Record<string, Pick<LoadPlan, "path" | "method" | "body" | "perSecond">>;
const kinds = ["wallets", "lists", "deposits"] as const;

/** The 99th percentiles of one window, in milliseconds. */
type Tails = Record<keyof typeof others, number>;
type World = { db: Db; product: Program; headers: { authorization: string }; pace: Pace; count: number };

/** One merchant changes 500 campaigns in one call: how soon it is accepted, and what others feel while it is done. */
export async function bulk(pace: Pace): Promise<Report> {
  const each = pace.isQuick ? campaignsEach / 5 : campaignsEach;
  const postgres = await startBenchServer();
  const { sandbox, accounts, now } = await openAdWorld({ campaigns: each, adGroups: 1, ads: 1, days: 1 });
  try {
    const driver = await openMigrated(postgres.url);
    const db = makeDb(driver);
    const keys = `bench:${randomBytes(32).toString("base64")}`;
    const headers = await seedMerchant(db, merchantId, 1);
    await aWallet(db, merchantId, 1_000_000_000_00);
    await addCard(db);
    await seedAccounts(db, makeVault(readVaultKeys(keys)), merchantId, accounts, { now, days: 1 });
    await completeCampaigns(db);
    await seedWallets(db, { prefix: otherPrefix, count: otherCount, firstMobile: 20_000_000 });
    const product = await startProduct({
      ...settingsFor(sandbox),
      ROLE: "all",
      DATABASE_URL: postgres.url,
      DATA_DIR: makeTempFolder(),
      SECRET_KEYS: keys,
      // Polls of figures are measured by their own benchmark.
      FIGURES_EVERY_SECONDS: "1000000",
    });
    const world = { db, product, headers, pace, count: each * accounts.length };
    const before = await measureIdle(world);
    const run = await changeAll(world);
    const after = await measureIdle(world);
    await product.stop();
    await driver.close();
    const idle = [...before, ...after];
    return {
      title: "Many campaigns changed at once",
      setting:
        `One merchant with ${each} campaigns on each of the five platforms gives all ${world.count} a fifth more budget in one call ` +
        "(`POST Clients/Campaigns/bulk`). The product (`ROLE=all`, one process, PostgreSQL) carries it out on the simulators, which keep " +
        `the vendors' rates. Meanwhile ${otherCount} other merchants read wallets (${others.wallets.perSecond} a second) and lists of ` +
        `campaigns (${others.lists.perSecond} a second) and begin deposits (${others.deposits.perSecond} a second), in windows of ` +
        `${pace.roundSeconds} seconds, before, while and after.`,
      findings: [
        atMost(
          `${world.count} campaigns are accepted for a change`,
          "one call",
          run.acceptedSeconds * 1_000,
          1_000,
          "ms",
        ),
        {
          what: "All of them changed on their platforms",
          figures: `after ${run.seconds.toFixed(0)} s`,
          result: `${run.changed} of ${world.count}`,
          goal: `${world.count}`,
          isMet: run.changed === world.count,
        },
        ...kinds.map((kind) => compareTails(kind, run.tails, idle)),
        informational("Windows while it is carried out", `${run.tails.length}`),
      ],
      raw: { before, run, after },
    };
  } finally {
    await sandbox.stop();
    await postgres.stop();
  }
}

async function measureIdle(world: World): Promise<Tails[]> {
  const windows: Tails[] = [];
  await measureTails(world).catch(() => {}); // the warm-up window: right after the start, some wait too long
  for (let round = 0; round < world.pace.rounds; round += 1) windows.push(await measureTails(world));
  return windows;
}

async function measureTails({ product: { port }, pace: { roundSeconds } }: World): Promise<Tails> {
  const read = async (kind: (typeof kinds)[number]) => {
    const { p99, failed, firstFailure } = await load({
      port,
      headers: {
        authorization: `Bearer ${toToken(`${otherPrefix}{n}`)}`,
        "idempotency-key": `bench-${randomBytes(6).toString("hex")}-{k}`,
      },
      from: 1,
      count: otherCount,
      expect: 200,
      // Enough that none waits to be sent when a few are slow.
      connections: 32,
      seconds: roundSeconds,
      ...others[kind],
    });
    if (failed > 0) throw new Error(`${failed} other calls failed. ${firstFailure}`);
    return p99;
  };
  const [wallets, lists, deposits] = await Promise.all(kinds.map(read));
  return { wallets: wallets ?? Number.NaN, lists: lists ?? Number.NaN, deposits: deposits ?? Number.NaN };
}

async function changeAll(world: World) {
  const { db, count } = world;
  const startedAt = systemClock.now().getTime();
  const since = () => (systemClock.now().getTime() - startedAt) / 1_000;
  await requestChange(world);
  const acceptedSeconds = since();
  const tails: Tails[] = [];
  let isOver = false;
  const measuring = (async () => {
    while (!isOver) tails.push(await measureTails(world));
  })();
  measuring.catch(() => {}); // awaited below
  let changed = 0;
  while (changed < count && since() < longestMinutes * 60) {
    await wait(500);
    await checkRefusals(db);
    changed = await countChanged(db);
  }
  const seconds = since();
  isOver = true;
  await measuring;
  // The window in which the last one was changed is partly idle.
  return { acceptedSeconds, seconds, changed, tails: tails.length > 1 ? tails.slice(0, -1) : tails };
}

async function requestChange({ db, product, headers }: World): Promise<OperationRow> {
  const ids = await db.many<{ id: string }>(
    sql`select id from campaigns.campaigns where merchant_id = ${merchantId} order by id`,
  );
  const answer = await fetch(`${product.url}/Clients/Campaigns/bulk`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json", "idempotency-key": "bench-bulk" },
    body: JSON.stringify({
      action: "budget",
      ids: ids.map(({ id }) => id),
      change: { kind: "percent", basis_points: 2_000 },
    }),
  });
  const body = (await answer.json()) as { messages: string[]; data: OperationRow };
  if (!answer.ok) throw new Error(`refused with ${answer.status}: ${body.messages.join(" ")}`);
  return body.data;
}

/** A card on file, without which no budget is raised. */
async function addCard(db: Db): Promise<void> {
  await db.run(sql`
    insert into payments.cards (id, merchant_id, gateway, sealed_token, token_hash, brand, last_four, expiry_month,
      expiry_year, holder_name, name, theme, is_default, added_at)
    values ('crd_bulk', ${merchantId}, 'moyasar', 'sealed', 'bulk', 'mada', '1010', 12, 2190, 'NOURA', 'mada', 'blue', true,
      now())`);
}

/** What polls of figures need not know: terms that the platforms accept, and that all of it is already there. */
async function completeCampaigns(db: Db): Promise<void> {
  await db.run(sql`
    update campaigns.campaigns set bidding_strategy = 'maximize_conversions', placements = case platform
      when 'meta' then '["facebook", "instagram"]'::jsonb when 'google' then '["search"]'::jsonb else placements end
    where merchant_id = ${merchantId}`);
  await db.run(sql`
    update campaigns.campaign_sync set observed_generation = desired_generation, observed_status = 'active',
      observed_daily_budget_halalas = daily_budget_halalas
    from campaigns.campaigns where campaigns.id = campaign_sync.id and merchant_id = ${merchantId}`);
  await db.run(sql`
    update campaigns.ad_group_sync set observed_generation = desired_generation
    from campaigns.ad_groups where ad_groups.id = ad_group_sync.id and merchant_id = ${merchantId}`);
  await db.run(sql`
    update campaigns.ad_sync set observed_generation = desired_generation
    from campaigns.ads where ads.id = ad_sync.id and merchant_id = ${merchantId}`);
}

/** Throws with the first refusal: what is refused is never changed. */
async function checkRefusals(db: Db): Promise<void> {
  const [first] = await db.many<{ refusal_code: string; subject: string }>(sql`
    select refusal_code, subject from base.operation_items
    where merchant_id = ${merchantId} and status = 'failed' order by number limit 1`);
  if (first) throw new Error(`${first.subject}: ${first.refusal_code}`);
}

/** Campaigns with the new budget that their platforms confirmed. */
async function countChanged(db: Db): Promise<number> {
  const { changed } = await db.one<{ changed: number }>(sql`
    select count(*)::int as changed from campaigns.campaigns
    where merchant_id = ${merchantId} and daily_budget_halalas = ${changedHalalas} and sync = 'synced'`);
  return changed;
}

function compareTails(
  kind: (typeof kinds)[number],
  during: readonly Tails[],
  idle: readonly Tails[],
): Finding {
  const values = (windows: readonly Tails[]) => windows.map((window) => window[kind]);
  const [busy, usual] = [values(during), values(idle)];
  const show = (all: number[]) =>
    `${median(all).toFixed(1)} ms (${Math.min(...all).toFixed(1)}–${Math.max(...all).toFixed(1)})`;
  return atMost(
    `Others' 99th percentile meanwhile, ${kind}`,
    `${show(busy)} beside ${show(usual)}`,
    median(busy) / median(usual),
    2,
  );
}
