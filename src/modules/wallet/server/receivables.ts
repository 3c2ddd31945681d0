import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { type Halalas, halalas, zeroHalalas } from "#base/shared/money.ts";
import { type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { available, platformAccount } from "../domain/accounts.ts";
import { allocate } from "../domain/split.ts";
import { loadBalance, transferAll } from "./ledger.ts";

/** The uncovered part of a campaign's spend on a Riyadh day, or of a deposit that was refunded after it was spent. */
export type Receivable = {
  kind: "ad_spend" | "refund";
  reference: string;
  day: RiyadhDay;
  amount_halalas: number;
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

type Open = { number: number; reference: string; owed_halalas: number; settlements: number };

/**
 * Settles what is owed from available money, oldest first, each by an entry of its own, and publishes
 * `wallet.owed_settled`. Runs before new money is used for anything else. Returns what was settled. The caller holds
 * the wallet's lock.
 */
export async function settleReceivables(ctx: Context): Promise<Halalas> {
  const { merchantId } = ctx.actor;
  const { available_halalas } = await loadBalance(ctx);
  if (available_halalas === 0) return zeroHalalas;
  const open = await ctx.tx.many<Open>(sql`
    select number, reference, owed_halalas, settlements from (
      select *, sum(owed_halalas) over (order by number) - owed_halalas as earlier
      from wallet.receivables where merchant_id = ${merchantId} and owed_halalas > 0
    ) owed where earlier < ${available_halalas} order by number`);
  if (open.length === 0) return zeroHalalas;
  const debts = open.map((debt) => ({ ...debt, needed_halalas: debt.owed_halalas }));
  const { given, left } = allocate(available_halalas, debts);
  await recordSettlements(ctx, given);
  const settled = halalas(available_halalas - left);
  await ctx.tx.publish({
    name: "wallet.owed_settled",
    merchant_id: merchantId,
    amount_halalas: settled,
    owed_halalas: await loadOwed(ctx),
  });
  return settled;
}

async function recordSettlements(ctx: Context, paid: readonly (Open & { amount: Halalas })[]) {
  const { merchantId } = ctx.actor;
  await transferAll(
    ctx,
    paid.map(({ number, reference, settlements, amount }) => ({
      key: `owed:${number}:${settlements}`,
      from: available(merchantId),
      to: platformAccount("receivable", merchantId),
      amount,
      kind: "owed_settled",
      reference,
      day: toRiyadhDay(ctx.now),
    })),
  );
  await ctx.tx.run(sql`
    update wallet.receivables set owed_halalas = owed_halalas - paid.amount, settlements = settlements + 1
    from unnest(${paid.map(({ number }) => number)}::bigint[], ${paid.map(({ amount }) => amount)}::bigint[])
      as paid (number, amount)
    where merchant_id = ${merchantId} and receivables.number = paid.number`);
}
