import { systemClock } from "#base/server/clock.ts";
import { systemTxContext } from "#base/server/context.ts";
import { type Db, makeDb, sql } from "#base/server/db/db.ts";
import { makeLog } from "#base/server/log.ts";
import { halalas } from "#base/shared/money.ts";
import { addDays, type RiyadhDay } from "#base/shared/riyadh-day.ts";
import { available, platformAccount } from "#modules/wallet/domain/accounts.ts";
import { auditLedger } from "#modules/wallet/server/audit-ledger.ts";
import { auditWholeLedger } from "#modules/wallet/server/audit-whole-ledger.ts";
import { transfer } from "#modules/wallet/server/ledger.ts";
import { median } from "./kit/alternate.ts";
import { openMigrated, startBenchServer } from "./kit/database.ts";
import { atMost, informational, type Pace, type Report } from "./kit/report.ts";

const log = makeLog("silent");
const merchants = 1_024;
const accountParts = 16;
const newEntries = 1_000;
/** The bench lets every run finish. */
const isOver = () => false;
let key = 0;
let night = "2026-01-01" as RiyadhDay;

/** The ledger's self-check: the new entries every five minutes, beside the whole ledger at night, at two sizes. */
export async function ledger(pace: Pace): Promise<Report> {
  const postgres = await startBenchServer();
  try {
    const driver = await openMigrated(postgres.url);
    const db = makeDb(driver);
    const [small, large] = pace.isQuick ? [20_480, 204_800] : [102_400, 1_024_000];
    await seed(db, 0, small);
    const few = await measure(db, pace);
    await seed(db, small, large);
    const many = await measure(db, pace);
    await driver.close();
    const size = (count: number) => count.toLocaleString("en");
    return {
      title: "Self-check of the ledger",
      setting:
        `A ledger of ${size(small)} and then ${size(large)} entries of ${size(merchants)} merchants. Each round transfers ` +
        `${size(newEntries)} new entries through the product and then runs its five-minute check, which reads them, ` +
        "reads a summary of every merchant and compares all balances. The whole ledger is checked by night. One connection.",
      findings: [
        atMost(
          `Five-minute check: ${size(small)} → ${size(large)} entries`,
          `${ms(few.checks)}, then ${ms(many.checks)}`,
          median(many.checks) / median(few.checks),
          1.5,
        ),
        atMost(
          `Five-minute check beside the whole ledger, ${size(large)} entries`,
          `${ms(many.checks)} beside ${ms([many.whole])}`,
          median(many.checks) / many.whole,
          0.2,
        ),
        informational(`First check of ${size(small)} entries that were never verified`, ms([few.first])),
        informational(`First check of ${size(large - small)} more`, ms([many.first])),
        informational(`The whole ledger, ${size(small)} entries`, ms([few.whole])),
      ],
      raw: { few, many },
    };
  } finally {
    await postgres.stop();
  }
}

async function measure(db: Db, pace: Pace) {
  const first = await timed(() => check(db));
  const checks: number[] = [];
  for (let round = 0; round < pace.rounds; round += 1) {
    await transferNew(db);
    checks.push(await timed(() => check(db)));
  }
  night = addDays(night, 1);
  const whole = await timed(async () => {
    const { isFinished } = await auditWholeLedger({ systemClock, log })(db, { night, isOver });
    if (!isFinished) throw new Error("the whole ledger was not verified");
  });
  return { first, checks, whole };
}

async function check(db: Db): Promise<void> {
  const { passed, isFinished } = await auditLedger({ systemClock, log })(db, { isOver });
  if (!passed || !isFinished) throw new Error("the ledger's check did not pass");
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function transferNew(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    for (let count = 0; count < newEntries; count += 1) {
      key += 1;
      const merchantId = `mer_${(key * 7) % merchants}`;
      await transfer(systemTxContext(tx, merchantId, new Date("2026-01-01T09:00:00Z")), {
        key: `new:${key}`,
        from: platformAccount("gateway", merchantId),
        to: available(merchantId),
        amount: halalas(100),
        kind: "deposit",
        reference: "dep_bench",
        day: "2026-01-01" as RiyadhDay,
      });
    }
  });
}

/** Deposits of a riyal, by each merchant in turn, written as `wallet.transfer` would: one call each takes too long. */
function seed(db: Db, from: number, to: number): Promise<void> {
  return db.transaction(async (tx) => {
    // Rows that are right by construction need no check of their accounts.
    await tx.run(sql`set local session_replication_role = replica`);
    await insertSeeds(tx, from, to);
  });
}

async function insertSeeds(db: Db, from: number, to: number): Promise<void> {
  await db.run(sql`
    insert into wallet.accounts (name, merchant_id, may_go_negative)
    select 'mer_' || m || side, 'mer_' || m, false
    from generate_series(0, ${merchants - 1}::int) m, unnest(array[':available', ':reserved']) side
    union all
    select 'rawaj:seed:' || lpad(part::text, 2, '0'), null, true from generate_series(0, ${accountParts - 1}::int) part
    on conflict do nothing`);
  await db.run(sql`
    insert into wallet.entries (merchant_id, key, from_account, to_account, amount_halalas, from_balance_after,
      to_balance_after, wallet_balance_after, kind, reference, business_day, created_at, charge_type, line_no,
      booked_day)
    select owner, 'seed:' || n, 'rawaj:seed:' || lpad((n % ${accountParts})::text, 2, '0'), owner || ':available', 100,
      -100 * (n / ${accountParts} + 1), balance_halalas + 100 * ((n - ${from}::int) / ${merchants} + 1),
      balance_halalas + 100 * ((n - ${from}::int) / ${merchants} + 1), 'deposit', 'dep_bench', '2026-01-01',
      '2026-01-01T09:00:00Z', 'deposit', lines + (n - ${from}::int) / ${merchants} + 1,
      '2026-01-01'
    from (select n, 'mer_' || n % ${merchants} as owner from generate_series(${from}::int, ${to - 1}::int) n) made
    join wallet.accounts on name = owner || ':available' order by n`);
  const each = (to - from) / merchants;
  await db.run(sql`
    update wallet.accounts set balance_halalas = balance_halalas + ${100 * each}, lines = lines + ${each}
    where merchant_id is not null and name like '%:available'`);
  await db.run(sql`
    update wallet.accounts set balance_halalas = balance_halalas - ${(100 * (to - from)) / accountParts}
    where name like 'rawaj:seed:%'`);
  await db.run(sql`analyze wallet.entries`);
}

const ms = (times: readonly number[]) =>
  `${Math.round(median(times)).toLocaleString("en")} ms${
    times.length > 1 ? ` (${Math.round(Math.min(...times))}–${Math.round(Math.max(...times))})` : ""
  }`;
