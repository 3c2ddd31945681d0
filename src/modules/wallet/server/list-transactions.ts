import type { ReadContext } from "#base/server/context.ts";
import { empty, type Sql, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { Language } from "#base/shared/language.ts";
import { parseRiyadhDay, type RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { ChargeType, EntryKind } from "../contract/enums.ts";
import { available } from "../domain/accounts.ts";
import { referenceTitle } from "./reference-titles.store.ts";

type Line = Row<
  "wallet.entries",
  "amount_halalas" | "wallet_balance_after" | "reference" | "business_day" | "created_at"
> & {
  /** Lines of the statement have both. */
  line_no: number;
  charge_type: ChargeType;
  kind: EntryKind;
  reference_title: string | null;
};
type TransactionQuery = {
  page: number;
  size: number;
  charge_type?: ChargeType;
  from?: string;
  to?: string;
  after?: string;
  language?: Language;
};

/** Filtered lists are counted up to this number; the plain statement's count is stored, not computed. */
const countedUpTo = 10_000;

/**
 * The statement, newest first. Lines are numbered from 1 without gaps, so any page of the plain statement is a range
 * of numbers: page 90,000 costs what page 1 costs. Filters by kind and Riyadh day are counted up to 10,000 lines, and
 * reach them by page; what lies beyond, as every line, is reached by the cursor of the page before.
 */
export async function listTransactions(ctx: ReadContext, query: TransactionQuery) {
  const { page, size } = query;
  const isPlain = !query.charge_type && !query.from && !query.to;
  const after = toCursor(query.after);
  const { rows, total } = await (isPlain ? plainPage(ctx, query, after) : filteredPage(ctx, query, after));
  const last = rows.length > size ? rows[size - 1] : undefined;
  const next = last ? `${last.business_day}:${last.line_no}` : null;
  return { items: rows.slice(0, size).map(present), page, size, total, next };
}

/** The last line of the page before. */
type Cursor = { day: RiyadhDay; line: number };

function toCursor(after: string | undefined): Cursor | undefined {
  const [, text = "", line] = /^(\d{4}-\d{2}-\d{2}):(\d{1,15})$/.exec(after ?? "") ?? [];
  const day = parseRiyadhDay(text);
  return day && line ? { day, line: Number(line) } : undefined;
}

const columns = (language: Language): Sql => sql`
  line_no, charge_type, kind, amount_halalas, wallet_balance_after, reference, business_day, created_at,
  ${referenceTitle(language)} as reference_title`;

/** One line more than the page has shows whether there is a next one; here and below. */
async function plainPage(
  { db, actor: { merchantId } }: ReadContext,
  { page, size, language = "ar" }: TransactionQuery,
  after: Cursor | undefined,
) {
  const account = await db.maybeOne<Row<"wallet.accounts", "lines">>(
    sql`select lines from wallet.accounts where name = ${available(merchantId)}`,
  );
  const total = account?.lines ?? 0;
  const newest = after ? after.line - 1 : total - (page - 1) * size;
  if (newest <= 0) return { rows: [], total };
  const rows = await db.many<Line>(sql`
    select ${columns(language)} from wallet.entries entry
    where merchant_id = ${merchantId} and line_no between ${newest - size} and ${newest}
    order by line_no desc`);
  return { rows, total };
}

async function filteredPage(
  { db, actor: { merchantId } }: ReadContext,
  { page, size, charge_type, from, to, language = "ar" }: TransactionQuery,
  after: Cursor | undefined,
) {
  const matching = sql`
    from wallet.entries entry
    where merchant_id = ${merchantId} and line_no is not null
      and (${charge_type ?? null}::text is null or charge_type = ${charge_type ?? null})
      and (${from ?? null}::date is null or business_day >= ${from ?? null})
      and (${to ?? null}::date is null or business_day <= ${to ?? null})`;
  // With a date filter the index by day sets the order: a late report is listed under the day it reports on.
  const isByDay = from !== undefined || to !== undefined;
  const order = isByDay ? sql`business_day desc, line_no desc` : sql`line_no desc`;
  const rest = after ? toRest(after, isByDay) : empty;
  const skipped = after ? 0 : Math.min(countedUpTo, (page - 1) * size);
  const rows = await db.many<Line>(sql`
    select ${columns(language)} ${matching} ${rest} order by ${order} limit ${size + 1} offset ${skipped}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from (select 1 ${matching} limit ${countedUpTo}) counted`,
  );
  return { rows, total };
}

const toRest = ({ day, line }: Cursor, isByDay: boolean): Sql =>
  isByDay
    ? sql`and (business_day, line_no) < (${day}::date, ${line}::bigint)`
    : sql`and line_no < ${line}::bigint`;

function present(row: Line) {
  return {
    id: `txn_${row.line_no}`,
    number: row.line_no,
    charge_type: row.charge_type,
    kind: row.kind,
    amount_halalas: row.amount_halalas,
    amount_after_halalas: row.wallet_balance_after,
    reference: row.reference,
    reference_title: row.reference_title || null,
    day: row.business_day,
    created_at: row.created_at.toISOString(),
  };
}
