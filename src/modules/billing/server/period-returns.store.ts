import type { Context, ReadContext } from "#base/server/context.ts";
import { prepared, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";

export type PeriodReturn = Omit<Row<"billing.period_returns">, "merchant_id">;

/** Keeps what went back: of a payment the largest sum reported, and once won a chargeback stays won. */
export async function savePeriodReturn({ tx, actor }: Context, row: PeriodReturn): Promise<void> {
  await tx.run(sql`
    insert into billing.period_returns (merchant_id, source, period_id, payment_id, amount_halalas, is_won)
    values (${actor.merchantId}, ${row.source}, ${row.period_id}, ${row.payment_id}, ${row.amount_halalas}, ${row.is_won})
    on conflict (merchant_id, source) do update set
      amount_halalas = greatest(period_returns.amount_halalas, excluded.amount_halalas),
      is_won = period_returns.is_won or excluded.is_won`);
}

/** What has gone back of a period that this payment paid, or the balance, and whether a bank took any of it. */
export function sumPeriodReturns(
  { db, actor }: ReadContext,
  { period_id, payment_id }: Pick<PeriodReturn, "period_id" | "payment_id">,
): Promise<{ returned_halalas: number; is_charged_back: boolean }> {
  return db.one(
    prepared(
      "billing.period_returns",
      sql`
    select coalesce(sum(amount_halalas), 0)::bigint as returned_halalas,
      coalesce(bool_or(source like 'chargeback:%'), false) as is_charged_back
    from billing.period_returns
    where period_id = ${period_id} and merchant_id = ${actor.merchantId} and not is_won
      and payment_id is not distinct from ${payment_id}`,
    ),
  );
}
