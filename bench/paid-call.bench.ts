import { makeDb } from "#base/server/db/db.ts";
import { formatComparison, median } from "./kit/alternate.ts";
import { openMigrated, startBenchServer } from "./kit/database.ts";
import { type LoadPlan, type LoadResult, load } from "./kit/load.ts";
import { makeTempFolder, type Program, startProduct, startServer } from "./kit/programs.ts";
import { atLeast, atMost, type Pace, type Report } from "./kit/report.ts";
import { seedPaidCalls } from "./kit/seed-paid-calls.ts";
import { seedWallets, toToken } from "./kit/seed-wallets.ts";

const connections = 32;
let phases = 0;

/** Whose campaigns, and how many: one phase changes each of them once. */
type Side = { program: Program; steps?: "one" | "steps"; prefix: string; merchants: number; total: number };
type Action = "relaunch" | "pause";
type Round = { perSecond: number; p99: number };

/** A call that moves money and changes a campaign: relaunch holds its reserve, pause releases it. */
export async function paidCall(pace: Pace): Promise<Report> {
  const [merchants, each, hotEach] = pace.isQuick ? [200, 1, 200] : [1_000, 3, 1_200];
  const postgres = await startBenchServer();
  try {
    const driver = await openMigrated(postgres.url);
    const db = makeDb(driver);
    const groups = [
      { prefix: "p", merchants, each, firstMobile: 10_000_000 },
      { prefix: "o", merchants, each, firstMobile: 20_000_000 },
      { prefix: "s", merchants, each, firstMobile: 30_000_000 },
      { prefix: "h", merchants: 1, each: hotEach, firstMobile: 40_000_000 },
    ];
    for (const { firstMobile, ...group } of groups) {
      await seedWallets(db, { prefix: `mer_${group.prefix}`, first: 0, count: group.merchants, firstMobile });
      await seedPaidCalls(db, group);
    }
    const env = { DATABASE_URL: postgres.url };
    const product = await startProduct({ ...env, ROLE: "web", DATA_DIR: makeTempFolder() });
    const baseline = await startServer("bench/baseline-paid-call.ts", env, "/one");
    const total = merchants * each;
    const sides: Record<"spread" | "hot" | "one" | "steps", Side> = {
      spread: { program: product, prefix: "p", merchants, total },
      hot: { program: product, prefix: "h", merchants: 1, total: hotEach },
      one: { program: baseline, steps: "one", prefix: "o", merchants, total },
      steps: { program: baseline, steps: "steps", prefix: "s", merchants, total },
    };
    const rounds = await alternateSides(pace, sides);
    await Promise.all([product.stop(), baseline.stop()]);
    await driver.close();
    const compare = (ours: keyof typeof sides, other: keyof typeof sides, read: (round: Round) => number) => {
      const [left, right] = [rounds[ours].map(read), rounds[other].map(read)];
      return {
        figures: (unit: string) => formatComparison({ ours: left, baseline: right }, unit),
        ratio: median(left.map((value, index) => value / (right[index] ?? Number.NaN))),
      };
    };
    const rate = ({ perSecond }: Round) => perSecond;
    const beside = (what: string, other: "one" | "steps", goal: number) => {
      const { figures, ratio } = compare("spread", other, rate);
      return atLeast(what, figures("/s"), ratio, goal);
    };
    const hot = compare("hot", "spread", rate);
    const tail = compare("spread", "one", ({ p99 }) => p99);
    return {
      title: "Paid calls over HTTP",
      setting:
        "`POST Clients/Campaigns/{id}/relaunch` and `…/pause`, half of each: the campaign's reserve is held and released. The product " +
        `(\`ROLE=web\`, one process, PostgreSQL), ${connections} connections, ${merchants.toLocaleString("en")} wallets, each ` +
        "campaign once in a phase. Beside `bench/baseline-paid-call.ts`: bare Fastify, the same rows by one SQL call that locks the " +
        "wallet, and by the product's steps one after the other in one transaction.",
      findings: [
        beside("Many wallets, beside one SQL call", "one", 0.4),
        beside("Many wallets, beside the same steps one by one", "steps", 1),
        atLeast("One hot wallet, beside many", hot.figures("/s"), hot.ratio, 0.6),
        atMost("99th percentile, beside one SQL call", tail.figures("ms"), tail.ratio, 3),
      ],
      raw: rounds,
    };
  } finally {
    await postgres.stop();
  }
}

/** Each side's rounds, in an order that turns with the round; the first round warms up and does not count. */
async function alternateSides<Name extends string>(pace: Pace, sides: Record<Name, Side>) {
  const names = Object.keys(sides) as Name[];
  const rounds = Object.fromEntries(names.map((name) => [name, [] as Round[]])) as Record<Name, Round[]>;
  for (let round = 0; round <= pace.rounds; round += 1) {
    const order = round % 2 === 0 ? names : names.toReversed();
    for (const name of order) {
      const measured = await runRound(sides[name]);
      if (round > 0) rounds[name].push(measured);
    }
  }
  return rounds;
}

/** All of them relaunched, then all paused. */
async function runRound(side: Side): Promise<Round> {
  const both = [await runPhase(side, "relaunch"), await runPhase(side, "pause")];
  const seconds = both.reduce((sum, { answered, perSecond }) => sum + answered / perSecond, 0);
  const answered = both.reduce((sum, phase) => sum + phase.answered, 0);
  return { perSecond: answered / seconds, p99: Math.max(...both.map(({ p99 }) => p99)) };
}

async function runPhase({ program: { port }, steps, prefix, merchants, total }: Side, action: Action) {
  phases += 1;
  const campaign = `cmp_${prefix}{k%${total}}`;
  const merchant = `mer_${prefix}{k%${merchants}}`;
  const key = `bench-${phases}-{k}`;
  const request: Pick<LoadPlan, "path" | "headers" | "body"> = steps
    ? { path: `/${steps}/${action}`, body: JSON.stringify({ merchant, key, campaign }) }
    : {
        path: `/Clients/Campaigns/${campaign}/${action}`,
        headers: { authorization: `Bearer ${toToken(merchant)}`, "idempotency-key": key },
        body: "{}",
      };
  const plan = {
    port,
    method: "POST",
    expect: 200,
    connections,
    seconds: 120,
    answers: total,
  } as const;
  const result: LoadResult = await load({ ...plan, ...request });
  if (result.failed > 0) throw new Error(`${result.failed} requests failed. ${result.firstFailure}`);
  return result;
}
