import type { Context, ReadContext } from "#base/server/context.ts";
import { sql, sqlState } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { type Halalas, halalas } from "#base/shared/money.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { EntryKind } from "../contract/enums.ts";
import { walletRefusals } from "../contract/wallet.refusals.ts";
import { available, reserved } from "../domain/accounts.ts";

/** A transfer of the context's merchant, at its time. */
export type Transfer = {
  /** Idempotency key within the merchant: the same key with the same values answers with the earlier entry. */
  key: string;
  from: string;
  to: string;
  amount: Halalas;
  kind: EntryKind;
  reference: string;
  day: RiyadhDay;
};
export type Entry = Row<"wallet.entries", "id" | "wallet_balance_after" | "from_balance_after">;

/**
 * Moves money between two ledger accounts in one database call, which locks, checks and updates the balances. Refuses
 * `wallet.money_stopped` after a failed self-check. Throws (and so rolls the transaction back) when the balance is too
 * small or the key belongs to another transfer: callers lock the wallet and check first.
 */
export async function transfer({ tx, actor, now }: Context, move: Transfer): Promise<Entry> {
  try {
    return await tx.one<Entry>(sql`
      select id, wallet_balance_after, from_balance_after from wallet.transfer(
        ${actor.merchantId}, ${move.key}, ${move.from}, ${move.to}, ${move.amount}::bigint,
        ${move.kind}, ${move.reference}, ${move.day}::date, ${now}::timestamptz)`);
  } catch (error) {
    if (sqlState(error) === "WL001") return walletRefusals.refuse("wallet.money_stopped");
    throw error;
  }
}

/** The same for many transfers in one database call, in order: all of them, or none. */
export async function transferAll({ tx, actor, now }: Context, moves: readonly Transfer[]): Promise<void> {
  const column = (read: (move: Transfer) => string | number) => moves.map(read);
  try {
    await tx.run(sql`
      select entry.id
      from unnest(${column((move) => move.key)}::text[],
        ${column((move) => move.from)}::text[], ${column((move) => move.to)}::text[],
        ${column((move) => move.amount)}::bigint[], ${column((move) => move.kind)}::text[],
        ${column((move) => move.reference)}::text[], ${column((move) => move.day)}::date[])
        as input (key, source_account, target_account, amount, kind, reference, day),
      lateral wallet.transfer(${actor.merchantId}::text, key, source_account, target_account, amount, kind, reference,
        day, ${now}::timestamptz) entry`);
  } catch (error) {
    if (sqlState(error) === "WL001") return walletRefusals.refuse("wallet.money_stopped");
    throw error;
  }
}

/** Whether money writes are stopped, after a failed self-check. */
export async function isMoneyStopped({ db }: Pick<ReadContext, "db">): Promise<boolean> {
  return (await db.maybeOne(sql`select 1 from wallet.write_lock`)) !== undefined;
}

/**
 * Locks the merchant's wallet until the transaction ends: what is read after it stays true. One merchant per
 * transaction.
 */
export async function lockWallet({ tx, actor }: Context): Promise<void> {
  await tx.one(sql`select wallet.lock_wallet(${actor.merchantId})`);
}

export type Balance = { balance_halalas: Halalas; reserved_halalas: Halalas; available_halalas: Halalas };

/** The wallet's balances; all zero before its first entry. To act on them in a transaction, lock the wallet first. */
export async function loadBalance({ db, actor: { merchantId } }: ReadContext): Promise<Balance> {
  const rows = await db.many<Row<"wallet.accounts", "name" | "balance_halalas">>(sql`
    select name, balance_halalas from wallet.accounts
    where name in (${available(merchantId)}, ${reserved(merchantId)})`);
  const held = (name: string) => rows.find((row) => row.name === name)?.balance_halalas ?? 0;
  const availableHalalas = held(available(merchantId));
  const reservedHalalas = held(reserved(merchantId));
  return {
    balance_halalas: halalas(availableHalalas + reservedHalalas),
    reserved_halalas: halalas(reservedHalalas),
    available_halalas: halalas(availableHalalas),
  };
}
