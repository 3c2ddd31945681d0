import { type Db, empty, sql, type Tx } from "#base/server/db/db.ts";
import type { IsOver } from "#base/server/run-limit.ts";
import { addFindings, type Findings, isConsistent, noFindings } from "../domain/findings.ts";
import type { Position } from "./positions.store.ts";

export type Verified = { position: Position; isComplete: boolean; findings: Findings };

/** The position before a merchant's first entry. */
export const emptyPosition = (merchantId: string): Position => ({
  merchant_id: merchantId,
  entry_id: 0,
  entries: 0,
  available_halalas: 0,
  reserved_halalas: 0,
  owed_halalas: 0,
});

type MerchantCheck = Position & {
  found: number;
  wrong_running_balances: number;
  available_balance: number;
  reserved_balance: number;
  held: number;
  owed_now: number;
  wrong_deposits: number;
};
type Options = {
  /**
   * Entries read for each merchant. A merchant with more is not complete, and its check continues from the new
   * position.
   */
  limit: number;
  /** Checks only payments credited since then, by the system clock; every one without it. */
  depositsSince?: Date;
};

/**
 * Verifies merchants from their positions, in one statement and so at one moment: each running balance follows from the
 * one before, and once no newer entry is left, the balances, reserves, debts and paid deposits must match the sums.
 */
export async function verifyMerchants(
  db: Db,
  positions: readonly Position[],
  { limit, depositsSince }: Options,
): Promise<Verified[]> {
  if (positions.length === 0) return [];
  const rows = await withoutJit(db, (tx) =>
    tx.many<MerchantCheck>(sql`
    with start as (${startRows(positions)}),
    moves as (
      select start.merchant_id, id, wallet_balance_after, available, reserved, owed,
        case 'available' when side_from then -amount_halalas when side_to then amount_halalas else 0 end as available_change,
        case 'reserved' when side_from then -amount_halalas when side_to then amount_halalas else 0 end as reserved_change,
        case 'receivable' when side_from then amount_halalas when side_to then -amount_halalas else 0 end as owed_change,
        case 'available' when side_from then from_balance_after when side_to then to_balance_after end as available_after,
        case 'reserved' when side_from then from_balance_after when side_to then to_balance_after end as reserved_after
      from start cross join lateral (
        select id, amount_halalas, from_balance_after, to_balance_after, wallet_balance_after,
          split_part(from_account, ':', 2) as side_from, split_part(to_account, ':', 2) as side_to
        from wallet.entries where merchant_id = start.merchant_id and id > start.entry_id
        order by id limit ${limit}
      ) entry
    ),
    running as (
      select *, available + sum(available_change) over sofar as available_expected,
        reserved + sum(reserved_change) over sofar as reserved_expected
      from moves window sofar as (partition by merchant_id order by id)
    ),
    sums as (
      select merchant_id, count(*) as found, max(id) as last_id, sum(available_change) as available_change,
        sum(reserved_change) as reserved_change, sum(owed_change) as owed_change,
        count(*) filter (where available_after <> available_expected or reserved_after <> reserved_expected
          or wallet_balance_after <> available_expected + reserved_expected) as wrong
      from running group by merchant_id
    )
    select merchant_id, coalesce(last_id, entry_id) as entry_id, (entries + coalesce(found, 0))::bigint as entries,
      (available + coalesce(available_change, 0))::bigint as available_halalas,
      (reserved + coalesce(reserved_change, 0))::bigint as reserved_halalas,
      (owed + coalesce(owed_change, 0))::bigint as owed_halalas,
      coalesce(found, 0) as found, coalesce(wrong, 0) as wrong_running_balances,
      ${currentBalances(depositsSince)}
    from start left join sums using (merchant_id) order by merchant_id`),
  );
  return rows.map((row) => toVerified(row, row.found < limit));
}

/**
 * The planner assumes the average number of entries for every merchant, and so JIT-compiles a plan that reads a few
 * rows: this costs half a second a page, and more on a larger ledger.
 */
function withoutJit<Rows>(db: Db, read: (tx: Tx) => Promise<Rows>): Promise<Rows> {
  return db.transaction(async (tx) => {
    await tx.run(sql`select set_config('jit', 'off', true)`);
    return read(tx);
  });
}

/** Verifies one merchant until no newer entry is left, something is inconsistent, or the run is over. */
export async function verifyMerchant(
  db: Db,
  position: Position,
  options: Options & { isOver: IsOver; onBatch?: (verified: Verified) => Promise<void> },
): Promise<Verified> {
  let findings = noFindings;
  for (let from = position; ; ) {
    const [verified] = await verifyMerchants(db, [from], options);
    if (!verified) throw new Error("the query returned no row for the merchant");
    await options.onBatch?.(verified);
    findings = addFindings(findings, verified.findings);
    if (verified.isComplete || !isConsistent(findings) || options.isOver()) return { ...verified, findings };
    from = verified.position;
  }
}

function startRows(positions: readonly Position[]) {
  return sql`
    select * from unnest(${positions.map(({ merchant_id }) => merchant_id)}::text[],
      ${positions.map(({ entry_id }) => entry_id)}::bigint[], ${positions.map(({ entries }) => entries)}::bigint[],
      ${positions.map(({ available_halalas }) => available_halalas)}::bigint[],
      ${positions.map(({ reserved_halalas }) => reserved_halalas)}::bigint[],
      ${positions.map(({ owed_halalas }) => owed_halalas)}::bigint[])
      as input (merchant_id, entry_id, entries, available, reserved, owed)`;
}

/** What the other tables hold for the merchant at that same moment. */
function currentBalances(depositsSince: Date | undefined) {
  return sql`
    coalesce((select balance_halalas from wallet.accounts where name = start.merchant_id || ':available'), 0) as available_balance,
    coalesce((select balance_halalas from wallet.accounts where name = start.merchant_id || ':reserved'), 0) as reserved_balance,
    (select coalesce(sum(held_halalas), 0)::bigint from wallet.holds
      where holds.merchant_id = start.merchant_id) as held,
    (select coalesce(sum(owed_halalas), 0)::bigint from wallet.receivables
      where receivables.merchant_id = start.merchant_id and owed_halalas > 0) as owed_now,
    (select count(*) from wallet.credited_payments credited
      where credited.merchant_id = start.merchant_id
        ${depositsSince ? sql`and credited_at > ${depositsSince}` : empty}
        and not exists (
          select 1 from wallet.entries entry
          where entry.merchant_id = credited.merchant_id and entry.key = 'deposit:' || credited.payment_id
            and entry.amount_halalas = credited.amount_halalas)) as wrong_deposits`;
}

function toVerified(row: MerchantCheck, isComplete: boolean): Verified {
  const { found, wrong_running_balances, available_balance, reserved_balance, held, owed_now, ...rest } = row;
  const { wrong_deposits, ...position } = rest;
  const findings = { ...noFindings, entries: found, wrong_running_balances };
  if (!isComplete) return { position, isComplete, findings };
  const { available_halalas, reserved_halalas, owed_halalas } = position;
  return {
    position,
    isComplete,
    findings: {
      ...findings,
      ledger_sum_halalas: available_balance + reserved_balance - available_halalas - reserved_halalas,
      wrong_balances:
        Number(available_balance !== available_halalas) + Number(reserved_balance !== reserved_halalas),
      wrong_reserves: Number(held !== reserved_balance),
      wrong_receivables: Number(owed_now !== owed_halalas),
      wrong_deposits,
    },
  };
}
