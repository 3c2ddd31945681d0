import { setTimeout as wait } from "node:timers/promises";
import { makeDb, sql } from "#base/server/db/db.ts";
import { median } from "./kit/alternate.ts";
import { openMigrated, startBenchServer } from "./kit/database.ts";
import { findPostmaster, processorSeconds, serverSeconds } from "./kit/processor.ts";
import { makeTempFolder, type Program, startProduct } from "./kit/programs.ts";
import { atMost, informational, type Pace, type Report } from "./kit/report.ts";

/** What the product does when nobody uses it: transactions, processor and memory, on a server and embedded. */
export async function idle(pace: Pace): Promise<Report> {
  const seconds = pace.isQuick ? 60 : 300;
  const onServer = await measureOnServer(seconds);
  const embedded = await measureEmbedded(seconds);
  return {
    title: "Idle",
    setting:
      `The product in one process (\`ROLE=all\`) with an empty database and without requests, measured for ${seconds} seconds after a ` +
      "minute of rest; schedules of every minute and of every five minutes run meanwhile. Transactions as PostgreSQL counts them. " +
      "Memory is sampled once a second. MB are millions of bytes.",
    findings: [
      atMost(
        "Transactions a second on a server",
        `${onServer.transactions} in ${seconds} s`,
        onServer.transactions / seconds,
        10,
      ),
      informational(
        "Processor on a server",
        `product ${percent(onServer.product)}, PostgreSQL ${percent(onServer.postgres)} of a core`,
      ),
      atMost(
        "Processor embedded, of a core",
        "the database is part of the process",
        embedded.product * 100,
        2,
        "%",
      ),
      atMost(
        "Memory embedded",
        `at most ${Math.max(...embedded.memory).toFixed(0)} MB; ${embedded.firstMemory.toFixed(0)} MB after the first start`,
        median(embedded.memory),
        250,
        "MB",
      ),
      informational(
        "Memory on a server, without PostgreSQL",
        `at most ${Math.max(...onServer.memory).toFixed(0)} MB`,
        `${median(onServer.memory).toFixed(0)} MB`,
      ),
    ],
    raw: { onServer, embedded },
  };
}

async function measureOnServer(seconds: number) {
  const postgres = await startBenchServer();
  try {
    const driver = await openMigrated(postgres.url);
    const db = makeDb(driver);
    const postmaster = await findPostmaster(db);
    const product = await startProduct({
      ROLE: "all",
      DATABASE_URL: postgres.url,
      DATA_DIR: makeTempFolder(),
    });
    await wait(60_000);
    const transactions = async () =>
      (
        await db.one<{ count: number }>(sql`
          select sum(xact_commit + xact_rollback)::int as count from pg_stat_database where datname = current_database()`)
      ).count;
    const before = { transactions: await transactions(), postgres: serverSeconds(postmaster) };
    const measured = await watch(product, seconds);
    const result = {
      ...measured,
      transactions: (await transactions()) - before.transactions,
      postgres: (serverSeconds(postmaster) - before.postgres) / seconds,
    };
    await product.stop();
    await driver.close();
    return result;
  } finally {
    await postgres.stop();
  }
}

/** Started again on its folder: the first start, which makes every table, leaves the database in the process larger. */
async function measureEmbedded(seconds: number) {
  const folder = makeTempFolder();
  const first = await startProduct({ ROLE: "all", DATA_DIR: folder });
  const firstMemory = first.memoryMb();
  await first.stop();
  const product = await startProduct({ ROLE: "all", DATA_DIR: folder });
  await wait(60_000);
  const measured = await watch(product, seconds);
  await product.stop();
  return { ...measured, firstMemory };
}

async function watch(product: Program, seconds: number) {
  const before = processorSeconds(product.pid);
  const memory: number[] = [];
  for (let second = 0; second < seconds; second += 1) {
    await wait(1_000);
    memory.push(product.memoryMb());
  }
  return { product: (processorSeconds(product.pid) - before) / seconds, memory };
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
