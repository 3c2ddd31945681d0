import { setTimeout as wait } from "node:timers/promises";
import type { Driver } from "#base/server/db/db.ts";
import { alternate, beside } from "./kit/alternate.ts";
import { makeDatabase, openEmbedded, openMigrated, startServerOfBench } from "./kit/database.ts";
import { type LoadPlan, load, rateOf, startLoad } from "./kit/load.ts";
import { ownFolder, type Program, startProduct, startServer } from "./kit/programs.ts";
import { atLeast, atMost, type Finding, type Pace, type Report } from "./kit/report.ts";
import { firstLink, linkCount, phone, seedLinks } from "./kit/seed-links.ts";

const kills = 5;
const role = { ROLE: "redirect" };

/** A click is committed before its 302: how fast, how evenly, and what a SIGKILL in mid-load leaves missing. */
export async function redirect(pace: Pace): Promise<Report> {
  const server = await onServer(pace);
  const embedded = await onEmbedded(pace);
  return {
    title: "Redirect",
    setting:
      "`GET /t/{id}` of the whole product (`ROLE=redirect`) beside `bench/floor-redirect.ts`: bare Fastify that reads the link " +
      "from the database each time and commits clicks in groups, one flush under way. 64 connections, 10,000 links; " +
      "every answer checked to be a 302. After each SIGKILL every click answered is looked for in the database.",
    findings: [...server.findings, ...embedded.findings],
    raw: { server: server.raw, embedded: embedded.raw },
  };
}

async function onServer(pace: Pace) {
  const postgres = await startServerOfBench();
  try {
    const driver = await openMigrated(postgres.url);
    await seedLinks(driver);
    const floorUrl = await makeDatabase(postgres, "floor");
    const product = await startProduct({ ...role, DATABASE_URL: postgres.url, DATA_DIR: ownFolder() });
    const floor = await startServer("bench/floor-redirect.ts", { DATABASE_URL: floorUrl }, "/t/0");
    const speed = await compareSpeed("PostgreSQL", product, floor, pace, 0.7);
    const hot = await compareHot(product, pace);
    const tail = await compareTail(product, floor, pace);
    await floor.stop();
    await product.stop();
    const killed = await killInMidLoad("PostgreSQL", {
      start: () => startProduct({ ...role, DATABASE_URL: postgres.url, DATA_DIR: ownFolder() }),
      count: (ids) => countMissing(driver, ids),
    });
    await driver.close();
    return together([speed, hot, tail, killed]);
  } finally {
    await postgres.stop();
  }
}

async function onEmbedded(pace: Pace) {
  const folder = ownFolder();
  const seeding = await openEmbedded(folder);
  await seedLinks(seeding);
  await seeding.close();
  const start = () => startProduct({ ...role, DATABASE_URL: "", DATA_DIR: folder });
  const product = await start();
  const floor = await startServer(
    "bench/floor-redirect.ts",
    { DATABASE_URL: "", DATA_DIR: ownFolder() },
    "/t/0",
  );
  const speed = await compareSpeed("embedded", product, floor, pace, 0.5);
  await floor.stop();
  await product.stop();
  const killed = await killInMidLoad("embedded", {
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
  floor: Program,
  { rounds, roundSeconds }: Pace,
  goal: number,
) {
  const told = await alternate(
    rounds,
    () => rateOf(visits(product, roundSeconds)),
    () => rateOf(visits(floor, roundSeconds)),
  );
  const figures = beside(told, "/s");
  return {
    findings: [atLeast(`Redirects on ${where}, beside the floor`, figures, told.ratio, goal)],
    raw: told,
  };
}

async function compareHot(product: Program, { rounds, roundSeconds }: Pace) {
  const told = await alternate(
    rounds,
    () => rateOf({ ...visits(product, roundSeconds), count: 1 }),
    () => rateOf(visits(product, roundSeconds)),
  );
  const figures = beside(told, "/s");
  return { findings: [atLeast("One hot link, beside all links", figures, told.ratio, 0.8)], raw: told };
}

async function compareTail(product: Program, floor: Program, { rounds, roundSeconds }: Pace) {
  const tail = async (program: Program) => {
    const { p99, failed } = await load({ ...visits(program, roundSeconds), perSecond: 1_000 });
    if (failed > 0) throw new Error(`${failed} of the visits at 1,000 a second were not answered`);
    return p99;
  };
  const told = await alternate(
    rounds,
    () => tail(product),
    () => tail(floor),
  );
  const figures = beside(told, "ms");
  return {
    findings: [atMost("99th percentile at 1,000 a second, none failed", figures, told.ratio, 3)],
    raw: told,
  };
}

type Killing = { start(): Promise<Program>; count(ids: string[]): Promise<number> };

async function killInMidLoad(where: string, { start, count }: Killing) {
  const rounds: { answered: number; missing: number }[] = [];
  for (let round = 0; round < kills; round += 1) {
    const product = await start();
    const { done } = startLoad({ ...visits(product, 20), keepsClickIds: true });
    await wait(1_500 + Math.random() * 1_500);
    await product.kill();
    const { clickIds } = await done;
    rounds.push({ answered: clickIds.length, missing: await count(clickIds) });
  }
  const answered = rounds.reduce((sum, round) => sum + round.answered, 0);
  const missing = rounds.reduce((sum, round) => sum + round.missing, 0);
  const finding: Finding = {
    what: `SIGKILL in mid-load on ${where}, ${kills} times`,
    figures: `${answered.toLocaleString("en")} clicks answered`,
    result: `${missing} missing`,
    goal: "0 missing",
    met: missing === 0 && rounds.every((round) => round.answered > 0),
  };
  return { findings: [finding], raw: rounds };
}

async function countMissing(driver: Driver, ids: string[]): Promise<number> {
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
