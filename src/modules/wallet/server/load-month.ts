import type { ReadContext } from "#base/server/context.ts";
import { prepared, sql } from "#base/server/db/db.ts";
import type { Language } from "#base/shared/language.ts";
import type { ChargeType, EntryKind } from "../contract/enums.ts";
import { loadBalance } from "./ledger.ts";
import { toLastDay } from "./statement/list-months.ts";
import { referenceTitle } from "./statement/references.ts";

type MonthInput = { month: string; language: Language };
type MonthRow = {
  charge_type: ChargeType;
  kind: EntryKind;
  reference: string | null;
  title: string | null;
  amount_halalas: number;
};

/** Deductions shown one by one; what is smaller is one row by kind. */
const shownDeductions = 20;

/**
 * A Riyadh month's money by booked day, as the statement has it: what came in by kind, and what went out by campaign or
 * service. Opening plus additions less deductions is closing, to the halala. Corrections are shown as additions.
 */
export async function loadMonth(ctx: ReadContext, { month, language }: MonthInput) {
  const rows = await listMonthSums(ctx, { month, language });
  const additions = rows.filter(({ charge_type }) => charge_type === "deposit");
  const deductions = rows.filter(({ charge_type }) => charge_type === "withdrawal");
  const inHalalas = sum(additions);
  const outHalalas = sum(deductions);
  const opening = await loadOpening(ctx, month);
  return {
    month,
    opening_halalas: opening,
    closing_halalas: opening + inHalalas - outHalalas,
    in: sumByKind(additions),
    out: foldSmall(deductions),
    in_halalas: inHalalas,
    out_halalas: outHalalas,
    as_of: ctx.now.toISOString(),
  };
}

const sum = (rows: readonly { amount_halalas: number }[]) =>
  rows.reduce((total, { amount_halalas }) => total + amount_halalas, 0);

function sumByKind(rows: readonly MonthRow[]) {
  const kinds = [...new Set(rows.map(({ kind }) => kind))];
  return kinds
    .map((kind) => ({ kind, amount_halalas: sum(rows.filter((row) => row.kind === kind)) }))
    .sort((one, other) => other.amount_halalas - one.amount_halalas);
}

function foldSmall(rows: readonly MonthRow[]) {
  const shown = rows.slice(0, shownDeductions).map(({ charge_type: _, ...row }) => row);
  const rest = sumByKind(rows.slice(shownDeductions));
  return [...shown, ...rest.map((row) => ({ ...row, reference: null, title: null }))];
}

/** Largest first, added up from the statement's lines, however many entries each has. A campaign is one row. */
function listMonthSums({ db, actor }: ReadContext, { month, language }: MonthInput): Promise<MonthRow[]> {
  const sums = sql`
    select charge_type, kind, nullif(reference, '') as reference, ${referenceTitle(language)} as title, amount_halalas
    from (
      select merchant_id, charge_type, kind, reference, sum(total_halalas)::bigint as amount_halalas
      from wallet.statement_days
      where merchant_id = ${actor.merchantId} and day between ${`${month}-01`}::date and ${toLastDay(month)}::date
      group by merchant_id, charge_type, kind, reference
    ) line
    order by amount_halalas desc, reference`;
  return db.many<MonthRow>(prepared("wallet.month_sums", sums));
}

/** The balance before the month's first entry; what is left now when no entry came since. */
async function loadOpening(ctx: ReadContext, month: string): Promise<number> {
  const first = await ctx.db.maybeOne<{ opening_halalas: number }>(sql`
    select opening_halalas from wallet.statement_months
    where merchant_id = ${ctx.actor.merchantId} and month >= ${`${month}-01`}::date order by month limit 1`);
  return first?.opening_halalas ?? (await loadBalance(ctx)).balance_halalas;
}
