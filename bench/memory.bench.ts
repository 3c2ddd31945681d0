import { setTimeout as wait } from "node:timers/promises";
import { makeDb } from "#base/server/db/db.ts";
import { median } from "./kit/alternate.ts";
import { openMigrated, startBenchServer } from "./kit/database.ts";
import { type LoadPlan, load, startLoad } from "./kit/load.ts";
import { makeTempFolder, type Program, startProduct } from "./kit/programs.ts";
import { atMost, informational, type Pace, type Report } from "./kit/report.ts";
import { seedFigures } from "./kit/seed-figures.ts";
import { firstLink, linkCount, phone, seedLinks } from "./kit/seed-links.ts";

/** Ten minutes of clicks and figures at once on the whole product: its memory, and whether it leaks. */
export async function memory(pace: Pace): Promise<Report> {
  const few = pace.isQuick ? 20_000 : 100_000;
  const many = few * 10;
  const minutes = pace.isQuick ? 1 : 10;
  const postgres = await startBenchServer();
  try {
    const driver = await openMigrated(postgres.url);
    await seedLinks(driver);
    const { half } = await seedFigures(makeDb(driver), 100_000);
    await driver.close();
    const product = await startProduct({
      ROLE: "all",
      DATABASE_URL: postgres.url,
      DATA_DIR: makeTempFolder(),
    });
    const idle = product.memoryMb();
    const startedAt = Date.now();
    const samples = watch(product);
    const readLoad = startLoad({
      port: product.port,
      path: "/Clients/Reports/home?days=30",
      headers: half.headers,
      expect: 200,
      connections: 4,
      perSecond: 20,
      seconds: minutes * 60 + 3_000,
    });
    const afterFew = await clicks(product, few);
    const afterMany = await clicks(product, many - few);
    const restSeconds = minutes * 60 - (Date.now() - startedAt) / 1_000;
    if (restSeconds > 0) await load(visits(product, { seconds: restSeconds }));
    const atEnd = await settled(product);
    const seconds = Math.round((Date.now() - startedAt) / 1_000);
    readLoad.process.kill();
    await readLoad.done.catch(() => undefined);
    const memorySamples = samples.stop();
    await product.stop();
    const words = `${idle.toFixed(0)} MB idle, at most ${Math.max(...memorySamples).toFixed(0)} MB meanwhile`;
    return {
      title: "Memory",
      setting:
        "Resident memory of the whole product (`ROLE=all`, one process) on PostgreSQL: 64 connections click on 10,000 links " +
        "as fast as they are answered, and home figures are read 20 times a second. MB are millions of bytes.",
      findings: [
        atMost(`After ${seconds} seconds of load`, words, atEnd, 250, "MB"),
        atMost(
          `After ${many.toLocaleString("en")} clicks, beside ${few.toLocaleString("en")}`,
          `${afterMany.toFixed(0)} MB beside ${afterFew.toFixed(0)} MB`,
          afterMany / afterFew,
          1.3,
        ),
        informational(
          "Largest of all samples, one a second",
          "",
          `${Math.max(...memorySamples).toFixed(0)} MB`,
        ),
      ],
      raw: { idle, afterFew, afterMany, atEnd, samples: memorySamples },
    };
  } finally {
    await postgres.stop();
  }
}

const visits = ({ port }: Program, until: Pick<LoadPlan, "seconds" | "answers">): LoadPlan => ({
  port,
  path: "/t/{n}",
  from: firstLink,
  count: linkCount,
  headers: phone,
  expect: 302,
  connections: 64,
  ...until,
});

/** This many more clicks; returns the resident memory afterwards. */
async function clicks(product: Program, answers: number): Promise<number> {
  const { answered, failed } = await load(visits(product, { answers, seconds: 1_200 }));
  if (failed > 0 || answered < answers) throw new Error(`${answered} of ${answers} clicks were answered`);
  return settled(product);
}

/** The median of ten samples in five seconds: one sample may fall just before or after a collection. */
async function settled(product: Program): Promise<number> {
  const samples: number[] = [];
  for (let n = 0; n < 10; n += 1) {
    samples.push(product.memoryMb());
    await wait(500);
  }
  return median(samples);
}

function watch(product: Program): { stop(): number[] } {
  const samples: number[] = [];
  const timer = setInterval(() => samples.push(product.memoryMb()), 1_000);
  return {
    stop() {
      clearInterval(timer);
      return samples;
    },
  };
}
