import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Db, makeDb, sql } from "#base/server/db/db.ts";
import { median } from "./kit/alternate.ts";
import { openMigrated, startBenchServer } from "./kit/database.ts";
import type { ReaderMessage, ReadersReport } from "./kit/live-readers.ts";
import { makeTempFolder, type Program, startProduct } from "./kit/programs.ts";
import { atMost, type Finding, informational, type Pace, type Report } from "./kit/report.ts";

const many = 10_000;
const few = 100;
const perSecond = 1_000;
/** Events are committed in this many transactions a second. */
const commitsPerSecond = 50;

type Round = ReadersReport & { sent: number; cpuShare: number };

/** Ten thousand open streams and a thousand events a second, beside a hundred streams and as many events. */
export async function live(pace: Pace): Promise<Report> {
  const postgres = await startBenchServer();
  try {
    const driver = await openMigrated(postgres.url);
    const db = makeDb(driver);
    await seedSessions(db);
    const product = await startProduct({
      ROLE: "all",
      DATABASE_URL: postgres.url,
      DATA_DIR: makeTempFolder(),
      MAX_CONNECTIONS: "20000",
      MAX_CONNECTIONS_PER_ADDRESS: "20000", // all of them come from this machine
    });
    const idle = product.memoryMb();
    const withFew = await measure(pace, db, product, few);
    const atFew = product.memoryMb();
    const withMany = await measure(pace, db, product, many);
    const perStream = ((withMany.memoryMb - atFew) * 1_000) / (many - few);
    await product.stop();
    await driver.close();
    return {
      title: "Live streams",
      setting:
        `${many.toLocaleString("en")} streams of as many merchants (real connections over the loopback address, read by a ` +
        `process of its own) on one process of the product (\`ROLE=all\`) with PostgreSQL; ${perSecond.toLocaleString("en")} events ` +
        `a second in ${commitsPerSecond} transactions, each event of one merchant at random. Time runs from just before the ` +
        "commit, by another process, to the line at the reader; giving events their positions is part of it. The hundred streams are measured first, then the ten thousand.",
      findings: [
        missing(many, withMany.rounds),
        missing(few, withFew.rounds),
        atMost(
          "99th percentile from commit to reader, beside a hundred streams",
          `${inMs(withMany.rounds)} beside ${inMs(withFew.rounds)}`,
          p99(withMany.rounds) / p99(withFew.rounds),
          3,
        ),
        atMost(
          "Processor time of the product, beside a hundred streams",
          shares(withMany, withFew),
          share(withMany) / share(withFew),
          2,
        ),
        atMost(
          "Memory of an open stream",
          `${idle.toFixed(0)} MB idle, ${withMany.memoryMb.toFixed(0)} MB`,
          perStream,
          40,
          "kB",
        ),
        informational("Half of the events took at most", inMs(withMany.rounds, "p50")),
      ],
      raw: { idle, atFew, withFew, withMany },
    };
  } finally {
    await postgres.stop();
  }
}

/** This many merchants, each with one session whose token the readers know. */
async function seedSessions(db: Db): Promise<void> {
  await db.run(sql`
    insert into merchants.merchants (id, name, mobile, website_type, created_at, updated_at)
    select 'mer_live_' || n, 'متجر نخلة', '+9665' || (10000000 + n), 'salla', now(), now()
    from generate_series(0, ${many - 1}::int) n`);
  await db.run(sql`
    insert into merchants.sessions (id, merchant_id, token_hash, device, address, created_at, last_seen_at, expires_at)
    select 'ses_live_' || n, 'mer_live_' || n, sha256(convert_to('live-bench-session-' || n, 'UTF8')), 'bench', '127.0.0.1',
      now(), now(), now() + interval '1 day'
    from generate_series(0, ${many - 1}::int) n`);
}

async function measure(pace: Pace, db: Db, product: Program, streams: number) {
  const readers = fork(join(import.meta.dirname, "kit/live-readers.ts"));
  readers.send({ port: product.port, streams });
  await nextMessage(readers, "open");
  await round(pace, db, product, readers, streams); // the warm-up round
  const rounds: Round[] = [];
  for (let nth = 0; nth < pace.rounds; nth += 1)
    rounds.push(await round(pace, db, product, readers, streams));
  const memoryMb = product.memoryMb();
  readers.kill();
  return { rounds, memoryMb };
}

async function round(
  pace: Pace,
  db: Db,
  product: Program,
  readers: ChildProcess,
  streams: number,
): Promise<Round> {
  readers.send("forget");
  const cpuBefore = await cpuSeconds(product);
  const sent = await publish(db, streams, pace.roundSeconds);
  const report = await awaitReport(readers, sent);
  const cpuShare = ((await cpuSeconds(product)) - cpuBefore) / pace.roundSeconds;
  return { ...report, sent, cpuShare };
}

/** What the readers have received, when it is all that was sent or no more has come for ten seconds. */
async function awaitReport(readers: ChildProcess, sent: number): Promise<ReadersReport> {
  let received = -1;
  for (let quietSeconds = 0; quietSeconds < 10; quietSeconds += 1) {
    readers.send("report");
    const { report } = await nextMessage(readers, "report");
    if (report.received >= sent) return report;
    if (report.received > received) quietSeconds = 0;
    received = report.received;
    await wait(1_000);
  }
  readers.send("report");
  return (await nextMessage(readers, "report")).report;
}

/** Processor time of the product so far, as it reports it. */
async function cpuSeconds({ url }: Program): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(metrics)?.[1]);
}

/** Commits events at an even rate, however long each commit takes; returns how many. */
async function publish(db: Db, streams: number, seconds: number): Promise<number> {
  const count = perSecond / commitsPerSecond;
  const commits: Promise<number>[] = [];
  const startedAt = performance.now();
  for (let nth = 0; nth < seconds * commitsPerSecond; nth += 1) {
    const dueMs = (nth * 1_000) / commitsPerSecond - (performance.now() - startedAt);
    if (dueMs > 0) await wait(dueMs);
    commits.push(
      db.run(sql`
        insert into base.events (name, merchant_id, details, published_at)
        select ${`bench.${Date.now()}`}, 'mer_live_' || floor(random() * ${streams}::int), '{}', now()
        from generate_series(1, ${count}::int)`),
    );
  }
  return (await Promise.all(commits)).reduce((sum, placed) => sum + placed, 0);
}

function nextMessage<Kind extends ReaderMessage["kind"]>(readers: ChildProcess, kind: Kind) {
  type Message = Extract<ReaderMessage, { kind: Kind }>;
  return new Promise<Message>((resolve, reject) => {
    const ended = () => reject(new Error(`the readers ended before they said ${kind}`));
    readers.once("exit", ended);
    readers.once("message", (message: Message) => {
      readers.off("exit", ended);
      resolve(message);
    });
  });
}

function missing(streams: number, rounds: readonly Round[]): Finding {
  const total = (of: "sent" | "received" | "cut") => rounds.reduce((sum, one) => sum + one[of], 0);
  const lost = total("sent") - total("received");
  return {
    what: `Events that reached their reader, ${streams.toLocaleString("en")} streams`,
    figures: `${total("received").toLocaleString("en")} of ${total("sent").toLocaleString("en")}, ${total("cut")} streams cut`,
    result: `${lost} missing`,
    goal: "0 missing",
    isMet: lost === 0 && total("cut") === 0,
  };
}

const p99 = (rounds: readonly Round[]) => median(rounds.map((one) => one.p99));
const share = ({ rounds }: { rounds: readonly Round[] }) => median(rounds.map(({ cpuShare }) => cpuShare));
const percent = (value: number) => `${(value * 100).toFixed(0)} % of a core`;
const shares = (withMany: { rounds: Round[] }, withFew: { rounds: Round[] }) =>
  `${percent(share(withMany))} beside ${percent(share(withFew))}`;

function inMs(rounds: readonly Round[], of: "p50" | "p99" = "p99"): string {
  const values = rounds.map((one) => one[of]);
  return `${median(values).toFixed(0)} ms (${Math.min(...values).toFixed(0)}–${Math.max(...values).toFixed(0)})`;
}
