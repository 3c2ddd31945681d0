import { type Db, sql } from "#base/server/db/db.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { available } from "#modules/wallet/domain/accounts.ts";

type Spend = { entries: number; campaigns: number; lastDay: RiyadhDay };

/**
 * Spend by the hour of a merchant's campaigns, up to its last day, taken from the available balance as the ledger writes
 * it: its triggers run. The merchant has a wallet that was opened before (`seed-wallets.ts`).
 */
export async function seedSpend(db: Db, merchantId: string, { entries, campaigns, lastDay }: Spend) {
  const account = available(merchantId);
  const spent = "rawaj:ad_spend:00";
  await db.transaction(async (tx) => {
    await tx.run(sql`
      insert into wallet.accounts (name, merchant_id, may_go_negative) values (${spent}, null, true) on conflict do nothing`);
    const before = await tx.one<{ own: number; lines: number; spent: number; reserved: number }>(sql`
      select own.balance_halalas as own, own.lines, platform.balance_halalas as spent,
        (select balance_halalas from wallet.accounts where name = ${merchantId} || ':reserved') as reserved
      from wallet.accounts own, wallet.accounts platform where own.name = ${account} and platform.name = ${spent}`);
    await tx.run(sql`
      insert into wallet.entries (merchant_id, key, from_account, to_account, amount_halalas, from_balance_after,
        to_balance_after, wallet_balance_after, kind, reference, business_day, created_at, charge_type, line_no)
      select ${merchantId}, 'spend:' || n, ${account}, ${spent}, 1, ${before.own}::bigint - n, ${before.spent}::bigint + n,
        ${before.own + before.reserved}::bigint - n, 'ad_spend', 'cmp_' || n % ${campaigns}::int, day,
        day::timestamp at time zone 'Asia/Riyadh', 'withdrawal', ${before.lines}::bigint + n
      from (
        select n, ${lastDay}::date - (${entries}::int - n) / ${24 * campaigns}::int as day
        from generate_series(1, ${entries}::int) n
      ) made order by n`);
    await tx.run(sql`
      update wallet.accounts set balance_halalas = balance_halalas - ${entries}, lines = lines + ${entries}
      where name = ${account}`);
    await tx.run(sql`
      update wallet.accounts set balance_halalas = balance_halalas + ${entries} where name = ${spent}`);
  });
}
