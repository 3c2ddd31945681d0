import { setTimeout as wait } from "node:timers/promises";
import { type Driver, makeDb } from "#base/server/db/db.ts";
import { rollUpClicks } from "#modules/tracking/server/roll-up-clicks.ts";
import { alternate, formatComparison } from "./kit/alternate.ts";
import { makeDatabase, openEmbedded, openMigrated, startBenchServer } from "./kit/database.ts";
import { type LoadPlan, load, measureRate, startLoad } from "./kit/load.ts";
import { makeTempFolder, type Program, startProduct, startServer } from "./kit/programs.ts";
import { atLeast, atMost, type Finding, type Pace, type Report } from "./kit/report.ts";
import { firstLink, linkCount, phone, seedLinks } from "./kit/seed-links.ts";

const kills = 5;
const role = { ROLE: "redirect" };

/** A click is committed before its 302: how fast, how evenly, and what is missing after a SIGKILL during load. */
export async function redirect(pace: Pace): Promise<Report> {
  const server = await onServer(pace);
  const embedded = await onEmbedded(pace);
  return {
    title: "Redirect",
    setting:
      "`GET /t/{id}` of the whole product (`ROLE=redirect`) beside `bench/baseline-redirect.ts`: bare Fastify that keeps the " +
      "links in memory and commits clicks in groups by one planned statement, one flush under way. 64 connections, 10,000 links; " +
      "every answer checked to be a 302. After each SIGKILL every click answered is looked for in the database.",
    findings: [...server.findings, ...embedded.findings],
    raw: { server: server.raw, embedded: embedded.raw },
  };
}

async function onServer(pace: Pace) {
  const postgres = await startBenchServer();
  try {
    const driver = await openMigrated(postgres.url);
    await seedLinks(driver);
    const baselineUrl = await makeDatabase(postgres, "baseline");
    const product = await startProduct({ ...role, DATABASE_URL: postgres.url, DATA_DIR: makeTempFolder() });
    const baseline = await startServer("bench/baseline-redirect.ts", { DATABASE_URL: baselineUrl }, "/t/0");
    const speed = await compareSpeed("PostgreSQL", product, baseline, pace, 0.7);
    const hot = await compareHot(product, pace);
    const tail = await compareTail(product, baseline, pace);
    await baseline.stop();
    await product.stop();
    const killed = await killUnderLoad("PostgreSQL", {
      start: () => startProduct({ ...role, DATABASE_URL: postgres.url, DATA_DIR: makeTempFolder() }),
      count: (ids) => countMissing(driver, ids),
    });
    await driver.close();
    return together([speed, hot, tail, killed]);
  } finally {
    await postgres.stop();
  }
}

async function onEmbedded(pace: Pace) {
  const folder = makeTempFolder();
  const seeding = await openEmbedded(folder);
  await seedLinks(seeding);
  await seeding.close();
  const start = () => startProduct({ ...role, DATABASE_URL: "", DATA_DIR: folder });
  const product = await start();
  const baseline = await startServer(
    "bench/baseline-redirect.ts",
    { DATABASE_URL: "", DATA_DIR: makeTempFolder() },
    "/t/0",
  );
  const speed = await compareSpeed("embedded", product, baseline, pace, 0.5);
  await baseline.stop();
  await product.stop();
  const killed = await killUnderLoad("embedded", {
    start,
    async count(ids) {
      const driver = await openEmbedded(folder);
      const missing = await countMissing(driver, ids);
      await driver.close();
      return missing;
    },
  });
  return together([speed, killed]);
}

const visits = ({ port }: Program, seconds: number): LoadPlan => ({
  port,
  path: "/t/{n}",
  from: firstLink,
  count: linkCount,
  headers: phone,
  expect: 302,
  connections: 64,
  seconds,
});

async function compareSpeed(
  where: string,
  product: Program,
  baseline: Program,
  { rounds, roundSeconds }: Pace,
  goal: number,
) {
  const comparison = await alternate(
    rounds,
    () => measureRate(visits(product, roundSeconds)),
    () => measureRate(visits(baseline, roundSeconds)),
  );
  const figures = formatComparison(comparison, "/s");
  return {
    findings: [atLeast(`Redirects on ${where}, beside the baseline`, figures, comparison.ratio, goal)],
    raw: comparison,
  };
}

async function compareHot(product: Program, { rounds, roundSeconds }: Pace) {
  const comparison = await alternate(
    rounds,
    () => measureRate({ ...visits(product, roundSeconds), count: 1 }),
    () => measureRate(visits(product, roundSeconds)),
  );
  const figures = formatComparison(comparison, "/s");
  return {
    findings: [atLeast("One hot link, beside all links", figures, comparison.ratio, 0.8)],
    raw: comparison,
  };
}

async function compareTail(product: Program, baseline: Program, { rounds, roundSeconds }: Pace) {
  const tail = async (program: Program) => {
    const { p99, failed } = await load({ ...visits(program, roundSeconds), perSecond: 1_000 });
    if (failed > 0) throw new Error(`${failed} of the visits at 1,000 a second were not answered`);
    return p99;
  };
  const comparison = await alternate(
    rounds,
    () => tail(product),
    () => tail(baseline),
  );
  const figures = formatComparison(comparison, "ms");
  return {
    findings: [atMost("99th percentile at 1,000 a second, none failed", figures, comparison.ratio, 1.5)],
    raw: comparison,
  };
}

type Killing = { start(): Promise<Program>; count(ids: string[]): Promise<number> };

async function killUnderLoad(where: string, { start, count }: Killing) {
  const rounds: { answered: number; missing: number }[] = [];
  for (let round = 0; round < kills; round += 1) {
    const product = await start();
    const { done } = startLoad({ ...visits(product, 20), collectsClickIds: true });
    await wait(1_500 + Math.random() * 1_500);
    await product.kill();
    const { clickIds } = await done;
    rounds.push({ answered: clickIds.length, missing: await count(clickIds) });
  }
  const answered = rounds.reduce((sum, round) => sum + round.answered, 0);
  const missing = rounds.reduce((sum, round) => sum + round.missing, 0);
  const finding: Finding = {
    what: `SIGKILL under load on ${where}, ${kills} times`,
    figures: `${answered.toLocaleString("en")} clicks answered`,
    result: `${missing} missing`,
    goal: "0 missing",
    isMet: missing === 0 && rounds.every((round) => round.answered > 0),
  };
  return { findings: [finding], raw: rounds };
}

async function countMissing(driver: Driver, ids: string[]): Promise<number> {
  await rollUpClicks(makeDb(driver)); // those that the killed process left pending
  const { rows } = await driver.query(
    `select count(*)::int as missing from unnest($1::text[]) answered (click_id)
     left join tracking.clicks kept using (click_id) where kept.click_id is null`,
    [ids],
  );
  return (rows[0] as { missing: number }).missing;
}

function together(parts: { findings: Finding[]; raw: unknown }[]) {
  return { findings: parts.flatMap((part) => part.findings), raw: parts.map((part) => part.raw) };
}
