import type { Context, ReadContext } from "#base/server/context.ts";
import { systemContext, transact } from "#base/server/context.ts";
import { makeDb, sql } from "#base/server/db/db.ts";
import { roleAbilities } from "#modules/merchants/contract/roles.ts";
import { maySee } from "#modules/notifications/contract/audience.ts";
import { kinds, levelByKind } from "#modules/notifications/contract/kinds.ts";
import {
  countUnread,
  listNotifications,
  saveAllRead,
} from "#modules/notifications/server/notifications.store.ts";
import { openMigrated, startBenchServer } from "./kit/database.ts";
import { atMost, informational, type Pace, type Report } from "./kit/report.ts";

const notifications = 100_000;
const others = 200_000;
const size = 20;
const deepPage = 90;
const merchantId = "mer_bench";
const runsPerRound = 60;

/** The list of a merchant with 100,000 notifications on PostgreSQL: its pages, its unread ones, and reading them all. */
export async function notificationsBench({ rounds }: Pace): Promise<Report> {
  const postgres = await startBenchServer();
  try {
    const driver = await openMigrated(postgres.url);
    const db = makeDb(driver);
    await seed(db, merchantId, notifications);
    await seed(db, "mer_other", others);
    await driver.query("vacuum analyze notifications.notifications", []);
    const ctx = systemContext(db, merchantId, new Date());
    const after = String(notifications - size * (deepPage - 1));
    // A buyer: what the kinds that they may see leave out is the dearest case.
    const reader = { personId: merchantId, kinds: kinds.filter((kind) => maySee(roleAbilities.buyer, kind)) };
    const read = (more: object = {}) =>
      listNotifications(ctx, reader, { size: size + 1, isUnread: false, ...more });
    const [first, deep] = await alternate(
      rounds,
      () => read(),
      () => read({ after }),
    );
    const [unreadList] = await alternate(rounds, () => read({ isUnread: true }));
    const [counted] = await alternate(rounds, () => countUnread(ctx, reader));
    const [marking] = await alternate(1, () => markAll(ctx), undefined, 1);
    const [countedAfter, unreadAfter] = await alternate(
      rounds,
      () => countUnread(ctx, reader),
      () => read({ isUnread: true }),
    );
    await driver.close();
    const ratio = median(deep) / median(first);
    return {
      title: "Notifications",
      setting:
        `A buyer with ${notifications.toLocaleString("en")} unread notifications beside another's ${others.toLocaleString("en")}; the statements ` +
        `alone, one at a time, ${size} a page, page ${deepPage} by its cursor; the median of ${runsPerRound} runs a round.`,
      findings: [
        atMost(`Page ${deepPage} beside page 1`, `${text(deep)} and ${text(first)} ms`, ratio, 1.3),
        atMost("Unread count of 100,000", `${text(counted)} ms`, median(counted), 5, "ms"),
        atMost("Unread count once all are read", `${text(countedAfter)} ms`, median(countedAfter), 5, "ms"),
        informational("First page of the unread", `${text(unreadList)} ms`),
        informational("The same once all are read", `${text(unreadAfter)} ms`),
        informational("Reading all 100,000", `${text(marking)} ms, one row`),
      ],
      raw: { first, deep, counted, unreadList, countedAfter, unreadAfter, marking },
    };
  } finally {
    await postgres.stop();
  }
}

const markAll = (ctx: ReadContext): Promise<void> =>
  transact(ctx, (ctx: Context) => saveAllRead(ctx, merchantId));

/** Each round's median of one or two kinds of work that take turns, in milliseconds. */
async function alternate(
  rounds: number,
  one: () => Promise<unknown>,
  other: (() => Promise<unknown>) | undefined = undefined,
  runs = runsPerRound,
): Promise<[number[], number[]]> {
  const results: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const times: [number[], number[]] = [[], []];
    for (let run = 0; run < runs; run += 1)
      for (const [index, work] of [one, other].entries()) {
        if (!work) continue;
        const start = performance.now();
        await work();
        times[index]?.push(performance.now() - start);
      }
    results[0].push(median(times[0]));
    if (other) results[1].push(median(times[1]));
  }
  return results;
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, another) => one - another)[Math.floor(values.length / 2)] ?? 0;
const text = (values: readonly number[]): string => values.map((value) => value.toFixed(2)).join(", ");

function seed(db: ReturnType<typeof makeDb>, merchant: string, count: number) {
  const levels = kinds.map((kind) => levelByKind[kind]);
  return db.run(sql`
    insert into notifications.notifications (merchant_id, person_id, id, kind, level, subject, position, happened_at)
    select ${merchant}, ${merchant}, 'ntf_' || each, (${[...kinds]}::text[])[each % ${kinds.length} + 1],
      (${levels}::text[])[each % ${kinds.length} + 1], 'sub_' || each, each, now() - each * interval '1 minute'
    from generate_series(1, ${count}::int) each`);
}
