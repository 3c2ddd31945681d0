import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { ChargeType, EntryKind } from "../../contract/enums.ts";
import { available, reserved } from "../../domain/accounts.ts";

/** What stands in place of the seal before the first month. */
export const noHash = "0".repeat(64);

/** One entry as the merchant may prove it: balances of the platform's own accounts are left out. */
export type LedgerEntry = {
  id: number;
  /** On the statement; null for moves inside the wallet and for what its balance did not cover. */
  number: number | null;
  key: string;
  kind: EntryKind;
  reference: string | null;
  from: string;
  to: string;
  amount_halalas: number;
  /** Of the accounts that the entry touches; null for the others. */
  available_after_halalas: number | null;
  reserved_after_halalas: number | null;
  balance_after_halalas: number;
  business_day: string;
  booked_day: string;
  created_at: string;
};

/** A merchant's month as a range of entries. */
export type LedgerMonth = {
  merchant_id: string;
  month: string;
  first_entry_id: number;
  last_entry_id: number;
  opening_halalas: number;
  /** The seal of the month before; null while that is not sealed. */
  previous_hash: string | null;
  /** Null until the month is sealed. */
  seal: { hash: string; entries_hash: string; entries: number; closing_halalas: number } | null;
};

type MonthRow = Pick<
  Row<"wallet.statement_months">,
  "first_entry_id" | "opening_halalas" | "hash" | "entries_hash" | "entries" | "closing_halalas"
> & { last_entry_id: number; before_hash: string | null; has_before: boolean };

/** Undefined for a month without entries. `month` is "2026-11". */
export async function findLedgerMonth(ctx: ReadContext, month: string): Promise<LedgerMonth | undefined> {
  const { merchantId } = ctx.actor;
  const row = await ctx.db.maybeOne<MonthRow>(sql`
    select known.first_entry_id, known.opening_halalas, known.hash, known.entries_hash, known.entries,
      known.closing_halalas, before.hash as before_hash, before.month is not null as has_before,
      coalesce(known.last_entry_id, (
        select max(entry.id) from wallet.entries entry
        where entry.merchant_id = ${merchantId} and entry.id < coalesce((
          select min(later.first_entry_id) from wallet.statement_months later
          where later.merchant_id = ${merchantId} and later.month > known.month), 9223372036854775807)
      )) as last_entry_id
    from wallet.statement_months known
    left join lateral (
      select month, hash from wallet.statement_months earlier
      where earlier.merchant_id = known.merchant_id and earlier.month < known.month order by month desc limit 1
    ) before on true
    where known.merchant_id = ${merchantId} and known.month = ${`${month}-01`}::date`);
  if (!row) return undefined;
  const { hash, entries_hash, entries, closing_halalas } = row;
  return {
    merchant_id: merchantId,
    month,
    first_entry_id: row.first_entry_id,
    last_entry_id: row.last_entry_id,
    opening_halalas: row.opening_halalas,
    previous_hash: row.has_before ? row.before_hash : noHash,
    seal:
      hash && entries_hash && entries !== null && closing_halalas !== null
        ? { hash, entries_hash, entries, closing_halalas }
        : null,
  };
}

const batchSize = 2_000;

/** The month's entries in their order, batch after batch: as many are in memory. */
export async function* streamLedgerEntries(
  ctx: ReadContext,
  { first_entry_id, last_entry_id }: Pick<LedgerMonth, "first_entry_id" | "last_entry_id">,
): AsyncGenerator<LedgerEntry[]> {
  let after = first_entry_id - 1;
  while (after < last_entry_id) {
    const rows = await ctx.db.many<EntryRow>(sql`
      select id, key, from_account, to_account, amount_halalas, from_balance_after, to_balance_after,
        wallet_balance_after, kind, reference, business_day, booked_day, created_at, line_no
      from wallet.entries
      where merchant_id = ${ctx.actor.merchantId} and id > ${after} and id <= ${last_entry_id}
      order by id limit ${batchSize}`);
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    yield rows.map((row) => toLedgerEntry(ctx.actor.merchantId, row));
  }
}

type EntryRow = Omit<Row<"wallet.entries">, "merchant_id" | "charge_type" | "kind"> & {
  kind: EntryKind;
  charge_type?: ChargeType;
};

function toLedgerEntry(merchantId: string, row: EntryRow): LedgerEntry {
  const findBalance = (account: string) =>
    row.from_account === account
      ? row.from_balance_after
      : row.to_account === account
        ? row.to_balance_after
        : null;
  return {
    id: row.id,
    number: row.line_no,
    key: row.key,
    kind: row.kind,
    reference: row.reference,
    from: row.from_account,
    to: row.to_account,
    amount_halalas: row.amount_halalas,
    available_after_halalas: findBalance(available(merchantId)),
    reserved_after_halalas: findBalance(reserved(merchantId)),
    balance_after_halalas: row.wallet_balance_after,
    business_day: row.business_day,
    booked_day: row.booked_day,
    created_at: row.created_at.toISOString(),
  };
}
