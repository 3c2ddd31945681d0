import { type Db, sql } from "#base/server/db/db.ts";
import type { IsOver } from "#base/server/run-limit.ts";
import { addFindings, type Findings, isConsistent, noFindings } from "../domain/findings.ts";
import type { AccountPosition } from "./positions.store.ts";

type AccountCheck = { found: number; last_id: number; sum: number; wrong: number; balance_now: number };

type Options = {
  /** Entries of an account read in one statement. */
  limit: number;
  isOver: IsOver;
  onBatch?(batch: AccountBatch): Promise<void>;
};
/** `isComplete`: no newer entry is left. */
export type AccountBatch = { position: AccountPosition; isComplete: boolean; hasNewEntries: boolean };

/** Verifies the platform accounts, each from its position; null when the run was over before the end. */
export async function verifyPlatformAccounts(
  db: Db,
  positions: readonly AccountPosition[],
  { limit, isOver, onBatch }: Options,
): Promise<Findings | null> {
  let findings = noFindings;
  for (let from of positions) {
    for (let isComplete = false; !isComplete; ) {
      const verified = await verifyAccount(db, from, limit);
      findings = addFindings(findings, verified.findings);
      if (!isConsistent(findings)) return findings;
      const { position } = verified;
      isComplete = verified.isComplete;
      await onBatch?.({ position, isComplete, hasNewEntries: position.entry_id !== from.entry_id });
      if (isOver()) return null;
      from = position;
    }
  }
  return findings;
}

async function verifyAccount(db: Db, from: AccountPosition, limit: number) {
  const { account, entry_id, balance_halalas } = from;
  const row = await db.one<AccountCheck>(sql`
    with fresh as (
      select * from (
        (select id, -amount_halalas as change, from_balance_after as after from wallet.entries
          where from_account = ${account} and from_account like 'rawaj:%' and id > ${entry_id} order by id limit ${limit})
        union all
        (select id, amount_halalas, to_balance_after from wallet.entries
          where to_account = ${account} and to_account like 'rawaj:%' and id > ${entry_id} order by id limit ${limit})
      ) sides order by id limit ${limit}
    ), running as (select *, ${balance_halalas}::bigint + sum(change) over (order by id) as expected from fresh)
    select count(*) as found, coalesce(max(id), ${entry_id}) as last_id, coalesce(sum(change), 0)::bigint as sum,
      count(*) filter (where after <> expected) as wrong,
      (select balance_halalas from wallet.accounts where name = ${account}) as balance_now
    from running`);
  const position = { account, entry_id: row.last_id, balance_halalas: balance_halalas + row.sum };
  const isComplete = row.found < limit;
  const isBalanceWrong = isComplete && row.balance_now !== position.balance_halalas;
  const findings: Findings = {
    ...noFindings,
    wrong_running_balances: row.wrong,
    wrong_balances: Number(isBalanceWrong),
  };
  return { position, isComplete, findings };
}

/** Sum of all account balances, in halalas: zero, since every entry takes from one account what it adds to another. */
export async function sumAccounts(db: Db): Promise<number> {
  const { sum } = await db.one<{ sum: number }>(
    sql`select coalesce(sum(balance_halalas), 0)::bigint as sum from wallet.accounts`,
  );
  return sum;
}
