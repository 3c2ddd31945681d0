import type { Context, ReadContext } from "#base/server/context.ts";
import { prepared, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { type Halalas, halalas } from "#base/shared/money.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { available } from "../domain/accounts.ts";

/** The uncovered part of a campaign's spend on a Riyadh day, or of a deposit that was refunded after it was spent. */
export type Receivable = Row<"wallet.receivables", "kind" | "reference" | "amount_halalas"> & {
  day: RiyadhDay;
};

/** The total amount the merchant owes. */
export async function loadOwed({ db, actor }: ReadContext): Promise<Halalas> {
  const { owed } = await db.one<{ owed: number }>(sql`
    select coalesce(sum(owed_halalas), 0)::bigint as owed from wallet.receivables
    where merchant_id = ${actor.merchantId} and owed_halalas > 0`);
  return halalas(owed);
}

/**
 * Records uncovered amounts, in the order given. The caller writes the ledger's entries and holds the wallet's lock.
 */
export async function insertReceivables({ tx, actor }: Context, receivables: readonly Receivable[]) {
  if (receivables.length === 0) return;
  const { merchantId } = actor;
  await tx.run(sql`
    insert into wallet.receivables (merchant_id, number, kind, reference, day, amount_halalas, owed_halalas)
    select ${merchantId},
      (select coalesce(max(number), 0) from wallet.receivables where merchant_id = ${merchantId}) + ordinal,
      kind, reference, day, amount, amount
    from unnest(${receivables.map(({ kind }) => kind)}::text[], ${receivables.map(({ reference }) => reference)}::text[],
      ${receivables.map(({ day }) => day)}::date[],
      ${receivables.map(({ amount_halalas }) => amount_halalas)}::bigint[])
      with ordinality as input (kind, reference, day, amount, ordinal)`);
}

/**
 * After a spend report was corrected down: reduces what is owed for that day by `amount`, oldest first. The caller
 * holds the wallet's lock.
 */
export async function reduceReceivables(
  { tx, actor: { merchantId } }: Context,
  { reference, day, amount }: { reference: string; day: RiyadhDay; amount: Halalas },
) {
  await tx.run(sql`
    update wallet.receivables
    set owed_halalas = receivables.owed_halalas - least(receivables.owed_halalas, ${amount}::bigint - earlier)
    from (
      select number, sum(owed_halalas) over (order by number) - owed_halalas as earlier
      from wallet.receivables
      where merchant_id = ${merchantId} and kind = 'ad_spend' and reference = ${reference} and day = ${day}
        and owed_halalas > 0
    ) open
    where receivables.merchant_id = ${merchantId} and receivables.number = open.number and earlier < ${amount}::bigint`);
}

export type OpenReceivable = Row<
  "wallet.receivables",
  "number" | "reference" | "owed_halalas" | "settlements"
>;

/** What is owed, oldest first, as far as the available balance reaches into it. */
export function listPayableReceivables({ tx, actor: { merchantId } }: Context): Promise<OpenReceivable[]> {
  const payable = sql`
    select number, reference, owed_halalas, settlements from (
      select *, sum(owed_halalas) over (order by number) - owed_halalas as earlier
      from wallet.receivables where merchant_id = ${merchantId} and owed_halalas > 0
    ) owed
    where earlier < (select balance_halalas from wallet.accounts where name = ${available(merchantId)})
    order by number`;
  return tx.many<OpenReceivable>(prepared("wallet.payable_receivables", payable));
}

/** Reduces receivables by what was paid of each. The caller writes the ledger's entries and holds the wallet's lock. */
export async function saveSettlements(
  { tx, actor }: Context,
  paid: readonly { number: number; amount: Halalas }[],
): Promise<void> {
  await tx.run(sql`
    update wallet.receivables set owed_halalas = owed_halalas - paid.amount, settlements = settlements + 1
    from unnest(${paid.map(({ number }) => number)}::bigint[], ${paid.map(({ amount }) => amount)}::bigint[])
      as paid (number, amount)
    where merchant_id = ${actor.merchantId} and receivables.number = paid.number`);
}
