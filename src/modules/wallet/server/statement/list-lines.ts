import type { ReadContext } from "#base/server/context.ts";
import { type Sql, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { Language } from "#base/shared/language.ts";
import { parseRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { EntryKind } from "../../contract/enums.ts";
import type { StatementFilter, StatementLine } from "../../contract/statement.calls.ts";
import { referenceTitle } from "./references.ts";
import { toCondition } from "./statement-filter.ts";

type LineRow = Row<
  "wallet.statement_days",
  | "day"
  | "charge_type"
  | "total_halalas"
  | "entries"
  | "reference"
  | "first_line"
  | "first_business_day"
  | "last_business_day"
> & { kind: EntryKind; reference_title: string | null; balance_after_halalas: number };

/** A line before it names who began what it refers to. */
export type UnnamedLine = Omit<StatementLine, "by">;

/** `language`: of the titles. */
type Page = { cursor?: string | undefined; size: number; language?: Language };
export type StatementDirection = "newest_first" | "oldest_first";

/**
 * A page of the statement. A page costs the lines of its own days, however long the ledger is: the day's opening
 * balance is stored, and what the lines of a day make of it is added up for these days alone.
 */
export async function listLines(
  ctx: ReadContext,
  { cursor, size, language = "ar", ...filter }: StatementFilter & Page,
  direction: StatementDirection = "newest_first",
): Promise<{ items: UnnamedLine[]; next_cursor: string | null }> {
  const rows = await ctx.db.many<LineRow>(sql`
    select line.day, line.charge_type, line.kind, line.total_halalas, line.entries, line.reference, line.first_line,
      line.first_business_day, line.last_business_day, ${referenceTitle(language)} as reference_title,
      booked.opening_halalas + (
        select sum(case same.charge_type when 'deposit' then same.total_halalas else -same.total_halalas end)
        from wallet.statement_days same
        where same.merchant_id = line.merchant_id and same.day = line.day and same.first_line <= line.first_line
      )::bigint as balance_after_halalas
    from (
      select * from wallet.statement_days line
      where ${await toCondition(ctx, filter)} and ${beyond(cursor, direction)}
      ${inOrder(direction)} limit ${size + 1}
    ) line
    join wallet.booked_days booked using (merchant_id, day)
    ${inOrder(direction)}`);
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return {
    items: shown.map(presentLine),
    next_cursor: rows.length > size && last ? `${last.day}:${last.first_line}` : null,
  };
}

/** What all lines that the filter finds add up to. */
export async function sumLines(ctx: ReadContext, filter: StatementFilter) {
  return ctx.db.one<{
    lines: number;
    entries: number;
    additions_halalas: number;
    deductions_halalas: number;
  }>(sql`
    select count(*) as lines, coalesce(sum(entries), 0)::bigint as entries,
      coalesce(sum(total_halalas) filter (where charge_type = 'deposit'), 0)::bigint as additions_halalas,
      coalesce(sum(total_halalas) filter (where charge_type = 'withdrawal'), 0)::bigint as deductions_halalas
    from wallet.statement_days line where ${await toCondition(ctx, filter)}`);
}

const inOrder = (direction: StatementDirection): Sql =>
  direction === "newest_first"
    ? sql`order by line.day desc, line.first_line desc`
    : sql`order by line.day, line.first_line`;

/** After the last line of the page before. */
function beyond(cursor: string | undefined, direction: StatementDirection): Sql {
  const [, text = "", line] = /^(\d{4}-\d{2}-\d{2}):(\d{1,15})$/.exec(cursor ?? "") ?? [];
  const day = parseRiyadhDay(text);
  if (!day || !line) return sql`true`;
  return direction === "newest_first"
    ? sql`(line.day, line.first_line) < (${day}::date, ${Number(line)}::bigint)`
    : sql`(line.day, line.first_line) > (${day}::date, ${Number(line)}::bigint)`;
}

function presentLine({ first_line, total_halalas, reference, ...row }: LineRow): UnnamedLine {
  return { ...row, line: first_line, amount_halalas: total_halalas, reference: reference || null };
}
