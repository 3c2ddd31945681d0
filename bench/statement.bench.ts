import { systemClock } from "#base/server/clock.ts";
import { type Db, makeDb } from "#base/server/db/db.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { alternate, formatComparison } from "./kit/alternate.ts";
import { openMigrated, startBenchServer } from "./kit/database.ts";
import { load } from "./kit/load.ts";
import { makeTempFolder, type Program, startProduct } from "./kit/programs.ts";
import { atMost, informational, type Pace, type Report } from "./kit/report.ts";
import { seedSpend } from "./kit/seed-spend.ts";
import { seedWallets, toToken } from "./kit/seed-wallets.ts";

const campaigns = 40;
const short = 1_000;
const deepPage = 90;
const pageSize = 25;
/** Before the first entry of the longest ledger. */
const openedAt = new Date("2020-01-01T09:00:00Z");

/** The merchants `mer_s1` and `mer_s2`. */
const [longWallet, shortWallet] = [1, 2];
const prefix = "mer_s";

/** What the wallet's page asks for when it is opened. */
const walletCalls = [
  "index",
  `month?month=${toRiyadhDay(systemClock.now()).slice(0, 7)}`,
  "reserves?page=1",
  "deposits?page=1&size=5",
  "withdrawals?page=1&size=5",
  "bank-account",
  "top-up",
];
const firstPage = `statement?size=${pageSize}`;

/** A wallet of a million entries: a late page of its statement beside the first, its page beside a short wallet's. */
export async function statement(pace: Pace): Promise<Report> {
  const postgres = await startBenchServer();
  try {
    const driver = await openMigrated(postgres.url);
    const long = pace.isQuick ? 100_000 : 1_000_000;
    await seed(makeDb(driver), long);
    await driver.query(
      "vacuum analyze wallet.entries, wallet.statement_days, wallet.booked_days, wallet.holds",
      [],
    );
    await driver.close();
    const product = await startProduct({
      ROLE: "web",
      DATABASE_URL: postgres.url,
      DATA_DIR: makeTempFolder(),
    });
    const late = await compareLatePage(pace, product);
    const statements = await compareWallets(pace, product, [firstPage]);
    const wallets = await compareWallets(pace, product, walletCalls);
    const calls = await listCalls(pace, product);
    await product.stop();
    const size = (count: number) => count.toLocaleString("en");
    const beside = `${size(long)} beside ${size(short)} entries`;
    return {
      title: "Wallet and statement of a long ledger",
      setting:
        `\`ROLE=web\` on PostgreSQL, one request at a time. One merchant with ${size(long)} entries (${campaigns} campaigns, an ` +
        `entry an hour each, up to today), one with ${size(short)} of the same kind. The statement has ${pageSize} lines a page; page ` +
        `${deepPage} is reached by the cursors of the pages before. The wallet's page is the sum of its ${walletCalls.length} calls.`,
      findings: [
        atMost(
          `Page ${deepPage} of the statement beside page 1, ${size(long)} entries`,
          formatComparison(late, "ms"),
          late.ratio,
          1.3,
        ),
        atMost(`The wallet's page: ${beside}`, formatComparison(wallets, "ms"), wallets.ratio, 1.2),
        atMost(
          `The statement's first page: ${beside}`,
          formatComparison(statements, "ms"),
          statements.ratio,
          1.2,
        ),
        ...calls,
      ],
      raw: { late, wallets, statements },
    };
  } finally {
    await postgres.stop();
  }
}

async function seed(db: Db, long: number): Promise<void> {
  await seedWallets(db, { prefix, count: 2, firstMobile: 10_000_000, openedAt });
  const lastDay = toRiyadhDay(systemClock.now());
  await seedSpend(db, `${prefix}${longWallet}`, { entries: long, campaigns, lastDay });
  await seedSpend(db, `${prefix}${shortWallet}`, { entries: short, campaigns, lastDay });
}

async function compareLatePage(pace: Pace, product: Program) {
  const cursor = await findCursor(product);
  return alternate(
    pace.rounds,
    () => measure(pace, product, longWallet, [`${firstPage}&cursor=${cursor}`]),
    () => measure(pace, product, longWallet, [firstPage]),
  );
}

/** Goes through the pages before the late one and returns its cursor; no line may come twice. */
async function findCursor(product: Program): Promise<string> {
  const seen = new Set<number>();
  let cursor = "";
  for (let page = 1; page < deepPage; page += 1) {
    const path = cursor ? `${firstPage}&cursor=${cursor}` : firstPage;
    const answer = await fetch(`${product.url}/Clients/Wallet/${path}`, { headers: toHeaders(longWallet) });
    const { data } = (await answer.json()) as {
      data: { items: { line: number }[]; next_cursor: string | null };
    };
    for (const { line } of data.items) seen.add(line);
    if (data.next_cursor === null || seen.size !== page * pageSize)
      throw new Error(`page ${page} of the statement is not ${pageSize} further lines`);
    cursor = data.next_cursor;
  }
  return cursor;
}

const compareWallets = (pace: Pace, product: Program, calls: readonly string[]) =>
  alternate(
    pace.rounds,
    () => measure(pace, product, longWallet, calls),
    () => measure(pace, product, shortWallet, calls),
  );

/** Each call of the page by itself, for the reader. */
async function listCalls(pace: Pace, product: Program) {
  const findings = [];
  for (const call of walletCalls) {
    const long = await measure(pace, product, longWallet, [call]);
    const brief = await measure(pace, product, shortWallet, [call]);
    const name = call.split("?")[0];
    findings.push(informational(`\`${name}\``, `${long.toFixed(1)} ms beside ${brief.toFixed(1)} ms`));
  }
  return findings;
}

const toHeaders = (merchant: number) => ({ authorization: `Bearer ${toToken(`${prefix}${merchant}`)}` });

/** The median time of each call, one request at a time, added up; in milliseconds. */
async function measure(pace: Pace, { port }: Program, merchant: number, calls: readonly string[]) {
  let sum = 0;
  for (const call of calls) {
    const { p50, failed } = await load({
      port,
      path: `/Clients/Wallet/${call}`,
      headers: toHeaders(merchant),
      expect: 200,
      connections: 1,
      seconds: pace.roundSeconds / 5,
    });
    if (failed > 0) throw new Error(`${failed} requests of ${call} failed`);
    sum += p50;
  }
  return sum;
}
