import { type Db, empty, type Sql, sql } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";

export type Findings = {
  entries: number;
  ledger_sum_halalas: number;
  wrong_balances: number;
  wrong_running_balances: number;
  wrong_reserves: number;
  wrong_deposits: number;
};

/**
 * Adds the ledger up again from its entries, in one statement and so from one moment: wallets and the house's side sum to zero, each
 * balance is the sum of its entries, each running balance follows from the one before, reserves fill their account,
 * paid deposits were credited. All findings but the first are zero when the books are right.
 */
export function addUp(db: Db, merchantId?: string): Promise<Findings> {
  const own: Sql = merchantId === undefined ? empty : sql`where merchant_id = ${merchantId}`;
  const ownAccounts: Sql =
    merchantId === undefined
      ? empty
      : sql`where name in (${`${merchantId}:available`}, ${`${merchantId}:reserved`})`;
  return db.one<Findings>(sql`
    with own_accounts as (select name, merchant_id, balance_halalas from wallet.accounts ${ownAccounts}),
    sides as (
      select id, merchant_id, from_account as account, -amount_halalas as change, from_balance_after as after
      from wallet.entries ${own}
      union all
      select id, merchant_id, to_account, amount_halalas, to_balance_after from wallet.entries ${own}
    ),
    sums as (select account, sum(change) as total from sides group by account),
    running as (
      select account, after, sum(change) over (partition by account order by id) as expected from sides
      where account in (select name from own_accounts)
    ),
    held as (select merchant_id, sum(held_halalas) as held from wallet.reserves ${own} group by merchant_id),
    credited as (select reference, sum(amount_halalas) as amount from wallet.entries
      ${merchantId === undefined ? sql`where` : sql`where merchant_id = ${merchantId} and`} kind = 'deposit'
      group by reference)
    select
      (select count(distinct id) from sides) as entries,
      ((select coalesce(sum(balance_halalas), 0) from own_accounts where name not like 'rawaj:%')
        + (select coalesce(sum(change), 0) from sides where account like 'rawaj:%'))::bigint as ledger_sum_halalas,
      (select count(*) from own_accounts left join sums on account = name
        where balance_halalas <> coalesce(total, 0)) as wrong_balances,
      (select count(*) from running where after <> expected) as wrong_running_balances,
      (select count(*) from own_accounts left join held using (merchant_id)
        where name like '%:reserved' and balance_halalas <> coalesce(held, 0)) as wrong_reserves,
      (select count(*) from wallet.deposits left join credited on reference = deposits.id
        where status = 'paid' and coalesce(amount, 0) < amount_halalas
        ${merchantId === undefined ? empty : sql`and merchant_id = ${merchantId}`}) as wrong_deposits`);
}

export function isRight(findings: Findings): boolean {
  const { entries: _, ...wrong } = findings;
  return Object.values(wrong).every((count) => count === 0);
}

/**
 * The ledger's self-check, every five minutes. A failed one closes the latch in the same moment: from then on every
 * money write is refused while reading goes on, and the alarm is raised. Staff lift the latch after the repair.
 */
export async function auditLedger({ db, log }: { db: Db; log: Log }) {
  const findings = await addUp(db);
  const passed = isRight(findings);
  await db.transaction(async (tx) => {
    await tx.run(
      sql`insert into wallet.audits (passed, findings) values (${passed}, ${JSON.stringify(findings)})`,
    );
    if (passed) return;
    await tx.run(
      sql`insert into wallet.latch (reason) values (${JSON.stringify(findings)}) on conflict do nothing`,
    );
  });
  if (!passed)
    log.error({ findings, alarm: "ledger_wrong" }, "the ledger does not add up: money writes are stopped");
  return { passed, findings };
}
