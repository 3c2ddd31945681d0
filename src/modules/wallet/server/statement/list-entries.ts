import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { ChargeType, EntryKind } from "../../contract/enums.ts";
import type { StatementEntry } from "../../contract/statement.calls.ts";

type EntryRow = Row<
  "wallet.entries",
  "amount_halalas" | "wallet_balance_after" | "business_day" | "created_at"
> & { line_no: number; charge_type: ChargeType; kind: EntryKind };

type LineKey = Row<
  "wallet.statement_days",
  "day" | "reference" | "kind" | "charge_type" | "first_line" | "last_line"
>;

/** The single entries folded into a line, newest first; refuses `base.not_found` for what is no line's first number. */
export async function listEntries(
  { db, actor: { merchantId } }: ReadContext,
  { line, cursor, size }: { line: number; cursor?: number | undefined; size: number },
): Promise<{ items: StatementEntry[]; next_cursor: number | null }> {
  const key = await db.maybeOne<LineKey>(sql`
    select day, reference, kind, charge_type, first_line, last_line from wallet.statement_days
    where merchant_id = ${merchantId} and first_line = ${line}`);
  if (!key) return baseRefusals.refuse("base.not_found");
  const rows = await db.many<EntryRow>(sql`
    select line_no, charge_type, kind, amount_halalas, wallet_balance_after, business_day, created_at
    from wallet.entries
    where merchant_id = ${merchantId} and line_no is not null
      and line_no between ${key.first_line} and ${Math.min(key.last_line, (cursor ?? Number.MAX_SAFE_INTEGER) - 1)}
      and coalesce(reference, '') = ${key.reference} and kind = ${key.kind} and charge_type = ${key.charge_type}
      and booked_day = ${key.day}::date
    order by line_no desc limit ${size + 1}`);
  const shown = rows.slice(0, size);
  return {
    items: shown.map(presentEntry),
    next_cursor: rows.length > size ? (shown.at(-1)?.line_no ?? null) : null,
  };
}

function presentEntry({ line_no, wallet_balance_after, created_at, ...row }: EntryRow): StatementEntry {
  return {
    ...row,
    number: line_no,
    balance_after_halalas: wallet_balance_after,
    created_at: created_at.toISOString(),
  };
}
