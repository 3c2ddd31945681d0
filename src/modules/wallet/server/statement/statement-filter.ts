import type { ReadContext } from "#base/server/context.ts";
import { join, type Sql, sql } from "#base/server/db/db.ts";
import { parseRiyals, toLatinDigits } from "#base/shared/money.ts";
import type { StatementFilter } from "../../contract/statement.calls.ts";
import { findReferences } from "./references.ts";

/**
 * The lines that a filter finds, as a condition on `wallet.statement_days line`. Only the conditions in use stand in the
 * statement, so that the indexes by reference, kind and day can serve it.
 */
export async function toCondition(ctx: ReadContext, filter: StatementFilter): Promise<Sql> {
  const { charge_type, kind, reference, from, to, search } = filter;
  const conditions = [sql`line.merchant_id = ${ctx.actor.merchantId}`];
  if (charge_type) conditions.push(sql`line.charge_type = ${charge_type}`);
  if (kind) conditions.push(sql`line.kind = ${kind}`);
  if (reference) conditions.push(sql`line.reference = ${reference}`);
  if (from) conditions.push(sql`line.day >= ${from}::date`);
  if (to) conditions.push(sql`line.day <= ${to}::date`);
  if (search?.trim()) conditions.push(await toSearchCondition(ctx, search.trim()));
  return join(conditions, " and ");
}

/** What people have at hand: a campaign's name, an amount, the number of an operation, or a reference from an e-mail. */
async function toSearchCondition(ctx: ReadContext, search: string): Promise<Sql> {
  const references = (await findReferences(ctx, { search })).map(({ reference }) => reference);
  const conditions = [sql`line.reference = any(${references}::text[])`];
  if (/^[a-z]{3}_/.test(search)) conditions.push(sql`starts_with(line.reference, ${search})`);
  const amount = parseRiyals(search);
  if (amount !== null) conditions.push(sql`line.total_halalas = ${amount}`);
  const number = parseNumber(search);
  if (number !== null) conditions.push(sql`line.first_line = ${await findFirstLine(ctx, number)}`);
  return sql`(${join(conditions, " or ")})`;
}

/** "120", "#120" and "txn_120", in any digits. */
function parseNumber(search: string): number | null {
  const [, digits] = /^(?:#|txn_)?(\d{1,15})$/.exec(toLatinDigits(search)) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** The line into which the entry of this number is folded; 0, which is no line, when there is no such entry. */
async function findFirstLine({ db, actor }: ReadContext, number: number): Promise<number> {
  const row = await db.maybeOne<{ first_line: number }>(sql`
    select line.first_line from wallet.entries entry
    join wallet.statement_days line on line.merchant_id = entry.merchant_id and line.day = entry.booked_day
      and line.reference = coalesce(entry.reference, '') and line.kind = entry.kind
      and line.charge_type = entry.charge_type
    where entry.merchant_id = ${actor.merchantId} and entry.line_no = ${number}`);
  return row?.first_line ?? 0;
}
