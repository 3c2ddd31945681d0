import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { settingsFor } from "#app/testing/product.ts";
import { systemClock } from "#base/server/clock.ts";
import { type Db, makeDb, sql } from "#base/server/db/db.ts";
import { makeVault, readVaultKeys } from "#base/server/secrets.ts";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import { median } from "./kit/alternate.ts";
import { openMigrated, startBenchServer } from "./kit/database.ts";
import { listGatewayPayments, saveCards } from "./kit/gateway.ts";
import { type LoadPlan, load } from "./kit/load.ts";
import { makeTempFolder, type Program, startProduct } from "./kit/programs.ts";
import { atMost, type Finding, informational, type Pace, type Report } from "./kit/report.ts";
import { makeAllDue, priceHalalas, seedSubscriptions, subscriber } from "./kit/seed-subscriptions.ts";
import { toToken } from "./kit/seed-wallets.ts";

const longestMinutes = 30;

type World = { db: Db; product: Program; count: number; pace: Pace };
/** The 99th percentiles of one window, in milliseconds. */
type Tails = Record<keyof typeof others, number>;

/** What other people do meanwhile, at an even rate, by merchants at random. */
const others = {
  reads: { path: "/Clients/Wallet/index", perSecond: 50 },
  writes: {
    path: "/Clients/Wallet/deposit",
    method: "POST",
    body: '{"amount_halalas":10000}',
    perSecond: 5,
  },
} satisfies Record<string, Pick<LoadPlan, "path" | "method" | "body" | "perSecond">>;

/** Renewals that are all due at one moment: how long, each charged once, and what others feel of it. */
export async function renewals(pace: Pace): Promise<Report> {
  const count = pace.isQuick ? 300 : 10_000;
  const postgres = await startBenchServer();
  const sandbox = await startSandbox({ seed: "bench", env: { SANDBOX_DATA_DIR: makeTempFolder() } });
  try {
    const driver = await openMigrated(postgres.url);
    const db = makeDb(driver);
    const keys = `bench:${randomBytes(32).toString("base64")}`;
    await seedSubscriptions(db, makeVault(readVaultKeys(keys)), await saveCards(sandbox, count));
    // The product's own clock: the sandbox's stands still.
    const { WORLD_CLOCK_URL: _, ...settings } = settingsFor(sandbox);
    const product = await startProduct({
      ...settings,
      ROLE: "all",
      DATABASE_URL: postgres.url,
      DATA_DIR: makeTempFolder(),
      SECRET_KEYS: keys,
    });
    const world = { db, product, count, pace };
    const before = await measureIdle(world);
    const run = await renewAll(world);
    const after = await measureIdle(world);
    const charges = await checkCharges(world, sandbox);
    await product.stop();
    await driver.close();
    const idle = [...before, ...after];
    return {
      title: "Renewals due at one moment",
      setting:
        `${count.toLocaleString("en")} subscriptions due at one moment, each with a card of its own at the simulated gateway (\`sandbox/\`, a ` +
        "process of its own), renewed by the product's own jobs, events and webhooks (`ROLE=all`, one process, PostgreSQL): charge, period, " +
        `invoice. Minutes run from the moment they are due to the last one paid. Others read wallets (${others.reads.perSecond} a second) ` +
        `and begin deposits (${others.writes.perSecond} a second) all the time, in windows of ${pace.roundSeconds} seconds.`,
      findings: [
        atMost(
          `${count.toLocaleString("en")} renewals`,
          `${(count / run.seconds).toFixed(0)} /s`,
          run.seconds / 60,
          5,
          "minutes",
        ),
        charges,
        compareTails("reads", run.tails, idle),
        compareTails("writes", run.tails, idle),
        informational("All charged after", `${run.chargedSeconds.toFixed(0)} s`),
      ],
      raw: { before, run, after },
    };
  } finally {
    await sandbox.stop();
    await postgres.stop();
  }
}

async function measureIdle({ product, count, pace }: World): Promise<Tails[]> {
  const windows: Tails[] = [];
  await measureTails(product, count, pace); // the warm-up window
  for (let round = 0; round < pace.rounds; round += 1) windows.push(await measureTails(product, count, pace));
  return windows;
}

async function measureTails({ port }: Program, count: number, { roundSeconds }: Pace): Promise<Tails> {
  const read = async (plan: (typeof others)[keyof typeof others]) => {
    const { p99, failed, firstFailure } = await load({
      port,
      headers: {
        authorization: `Bearer ${toToken(`${subscriber}{n}`)}`,
        "idempotency-key": `bench-${randomBytes(6).toString("hex")}-{k}`,
      },
      from: 1,
      count,
      expect: 200,
      connections: 8,
      seconds: roundSeconds,
      ...plan,
    });
    if (failed > 0) throw new Error(`${failed} other calls failed. ${firstFailure}`);
    return p99;
  };
  const [reads, writes] = await Promise.all([read(others.reads), read(others.writes)]);
  return { reads, writes };
}

async function renewAll({ db, product, count, pace }: World) {
  const at = new Date(systemClock.now().getTime() + 2_000);
  await makeAllDue(db, at);
  const since = () => (systemClock.now().getTime() - at.getTime()) / 1_000;
  const tails: Tails[] = [];
  let isOver = false;
  let chargedSeconds = 0;
  const measuring = (async () => {
    await untilAny(db, "charged");
    while (!isOver) tails.push(await measureTails(product, count, pace));
  })();
  measuring.catch(() => {}); // told below
  for (let paid = 0; paid < count; ) {
    await wait(500);
    if (since() > longestMinutes * 60)
      throw new Error(`only ${paid} of ${count} were renewed in ${longestMinutes} minutes`);
    const progress = await loadProgress(db);
    paid = progress.paid;
    if (progress.charged >= count && chargedSeconds === 0) chargedSeconds = since();
  }
  const seconds = since();
  isOver = true;
  await measuring;
  // The window in which the last one was paid is partly idle.
  return { seconds, chargedSeconds, tails: tails.length > 1 ? tails.slice(0, -1) : tails };
}

async function untilAny(db: Db, of: "charged" | "paid"): Promise<void> {
  while ((await loadProgress(db))[of] === 0) await wait(100);
}

function loadProgress(db: Db) {
  return db.one<{ charged: number; paid: number }>(sql`
    select (select count(*) from payments.attempts where source = 'saved_card' and state = 'paid') as charged,
      (select count(*) from billing.periods where kind = 'renewal' and state = 'paid') as paid`);
}

/** What the gateway charged, beside what the product says it did. */
async function checkCharges({ db, count }: World, sandbox: TestSandbox): Promise<Finding> {
  const payments = await listGatewayPayments(sandbox);
  const right = payments.filter(
    ({ status, amount, refunded }) => status === "paid" && amount === priceHalalas && refunded === 0,
  );
  const intents = new Set(right.map(({ metadata }) => metadata?.deposit_id));
  const { merchants, invoices, again } = await db.one<Record<"merchants" | "invoices" | "again", number>>(sql`
    select (select count(distinct intents.merchant_id) from payments.intents join payments.attempts on intent_id = intents.id
        where purpose = 'subscription' and state = 'paid' and attempts.id = any(${right.map(({ id }) => id)}::text[])) as merchants,
      (select count(*) from billing.invoices where source_kind = 'period') as invoices,
      (select count(*) from billing.periods where kind = 'renewal') - ${count} as again`);
  const isMet =
    [payments.length, right.length, intents.size, merchants, invoices].every((found) => found === count) &&
    again === 0;
  return {
    what: "Charges at the gateway, one for each merchant",
    figures: `${right.length.toLocaleString("en")} paid of ${payments.length.toLocaleString("en")}, for ${merchants.toLocaleString("en")} merchants, ${invoices.toLocaleString("en")} invoices`,
    result: `${payments.length - intents.size} double`,
    goal: "0 double",
    isMet,
  };
}

function compareTails(of: keyof Tails, during: readonly Tails[], idle: readonly Tails[]): Finding {
  const values = (windows: readonly Tails[]) => windows.map((window) => window[of]);
  const [busy, usual] = [values(during), values(idle)];
  const show = (all: number[]) =>
    `${median(all).toFixed(1)} ms (${Math.min(...all).toFixed(1)}–${Math.max(...all).toFixed(1)})`;
  return atMost(
    `Others' 99th percentile meanwhile, ${of}`,
    `${show(busy)} beside ${show(usual)}`,
    median(busy) / median(usual),
    2,
  );
}
