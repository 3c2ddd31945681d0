import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { StatementMonth } from "../../contract/statement.calls.ts";
import { loadBalance } from "../ledger.ts";

type MonthRow = {
  month: string;
  opening_halalas: number;
  closing_halalas: number | null;
  hash: string | null;
};

/** Five years. */
const monthsShown = 60;

/** The months that have entries, newest first. The closing balance of one month is the opening balance of the next. */
export async function listMonths(ctx: ReadContext): Promise<{ items: StatementMonth[] }> {
  const rows = await ctx.db.many<MonthRow>(sql`
    select to_char(month, 'YYYY-MM') as month, opening_halalas, hash,
      lag(opening_halalas) over (order by month desc) as closing_halalas
    from wallet.statement_months where merchant_id = ${ctx.actor.merchantId}
    order by month desc limit ${monthsShown}`);
  const { balance_halalas } = await loadBalance(ctx);
  const items = rows.map((row) => ({
    ...row,
    closing_halalas: row.closing_halalas ?? balance_halalas,
    is_sealed: row.hash !== null,
  }));
  return { items };
}

/** One month of the last five years; undefined when it has no entries. */
export async function findMonth(ctx: ReadContext, month: string): Promise<StatementMonth | undefined> {
  return (await listMonths(ctx)).items.find((known) => known.month === month);
}

/** "2026-11" ends on "2026-11-30". */
export function toLastDay(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

/** The first day of the month after the one that begins on this day. */
export function nextMonth(firstDay: string): string {
  const [year = 0, number = 0] = firstDay.split("-").map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
}
