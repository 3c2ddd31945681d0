import type { Context, ReadContext } from "#base/server/context.ts";
import { empty, join, prepared, raw, type Sql, sql, sqlState, together } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { type Halalas, halalas } from "#base/shared/money.ts";
import { addDays, type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { EntryKind } from "../contract/enums.ts";
import { walletRefusals } from "../contract/wallet.refusals.ts";
import { available, reserved } from "../domain/accounts.ts";
import { type Level, paceDays } from "../domain/available-balance.ts";

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
    return await tx.one<Entry>(
      prepared(
        "wallet.transfer",
        sql`
          select id, wallet_balance_after, from_balance_after from wallet.transfer(
            ${actor.merchantId}, ${move.key}, ${move.from}, ${move.to}, ${move.amount}::bigint,
            ${move.kind}, ${move.reference}, ${move.day}::date, ${now}::timestamptz)`,
      ),
    );
  } catch (error) {
    if (sqlState(error) === "WL001") return walletRefusals.refuse("wallet.money_stopped");
    throw error;
  }
}

/** A statement that saves what transfers change beside the ledger; the name stands for its text. */
export type Save = { name: string; statement: Sql };

/** The text depends on the number of transfers: statements with more are rare, and planned anew. */
const maxPreparedMoves = 4;

/** The same for many transfers, and what is saved with them, in one database call: all of them, in order, or none. */
export async function transferAll(
  { tx, actor, now }: Context,
  moves: readonly Transfer[],
  saves: readonly Save[] = [],
): Promise<void> {
  if (moves.length === 0) {
    await together(...saves.map(({ name, statement }) => tx.run(prepared(`wallet.save ${name}`, statement))));
    return;
  }
  const saved = saves.map(({ name, statement }) => sql`${raw(name)} as (${statement})`);
  const rows = moves.map(
    ({ key, from, to, amount, kind, reference, day }) =>
      sql`(${key}::text, ${from}::text, ${to}::text, ${amount}::bigint, ${kind}::text, ${reference}::text, ${day}::date)`,
  );
  const transfers = sql`
    ${saved.length > 0 ? sql`with ${join(saved)}` : empty}
    select entry.id
    from (values ${join(rows)}) as input (key, source_account, target_account, amount, kind, reference, day),
    lateral wallet.transfer(${actor.merchantId}::text, key, source_account, target_account, amount, kind, reference,
      day, ${now}::timestamptz) entry`;
  try {
    const name = ["wallet.transfers", moves.length, ...saves.map((save) => save.name)].join(" ");
    await tx.run(moves.length > maxPreparedMoves ? transfers : prepared(name, transfers));
  } catch (error) {
    if (sqlState(error) === "WL001") return walletRefusals.refuse("wallet.money_stopped");
    throw error;
  }
}

/**
 * Whether the key was used before, on whatever day: the same transfer is not made again. Throws when it was another
 * transfer. The caller holds the wallet's lock.
 */
export async function hasEntry(
  { tx, actor }: Context,
  { key, ...move }: Omit<Transfer, "day">,
): Promise<boolean> {
  const known = await tx.maybeOne<
    Row<"wallet.entries", "from_account" | "to_account" | "amount_halalas" | "reference">
  >(sql`
    select from_account, to_account, amount_halalas, reference from wallet.entries
    where merchant_id = ${actor.merchantId} and key = ${key}`);
  if (!known) return false;
  const isSame =
    known.from_account === move.from &&
    known.to_account === move.to &&
    known.amount_halalas === move.amount &&
    known.reference === move.reference;
  if (!isSame) throw new Error(`the key ${key} belongs to another transfer`);
  return true;
}

/** Whether money writes are stopped, after a failed self-check. */
export async function isMoneyStopped({ db }: Pick<ReadContext, "db">): Promise<boolean> {
  return (await db.maybeOne(sql`select 1 from wallet.write_lock`)) !== undefined;
}

/** What is in a wallet, and what it must cover: debts, and what its holds lack of their targets. */
export type Funds = {
  available_halalas: Halalas;
  reserved_halalas: Halalas;
  owed_halalas: Halalas;
  shortfall_halalas: Halalas;
};
const fundsColumns = sql`available_halalas, reserved_halalas, owed_halalas, shortfall_halalas`;

/** What the level of the available balance is computed from. */
export type LevelFacts = Pick<Funds, "available_halalas" | "owed_halalas" | "shortfall_halalas"> & {
  /** Spend of each recent whole day that has any, in halalas. */
  spent_by_day: number[];
  /** As recorded last. */
  level: Level;
  has_top_up: boolean;
};
export type LockedWallet = Funds & LevelFacts;
const levelColumns = sql`${fundsColumns}, level, spent_by_day, has_top_up`;

/**
 * Locks the merchant's wallet until the transaction ends, and returns what is in it: what is read from here on stays
 * true. One merchant per transaction.
 */
export function lockWallet(ctx: Context): Promise<LockedWallet> {
  const { firstDay, today } = toPaceDays(ctx);
  return ctx.tx.one<LockedWallet>(
    prepared(
      "wallet.lock",
      sql`select ${levelColumns} from wallet.lock_wallet(${ctx.actor.merchantId}, ${firstDay}::date, ${today}::date)`,
    ),
  );
}

/** The same again, after a change. The caller holds the lock. */
export function reloadWallet(ctx: Context): Promise<LockedWallet> {
  const { firstDay, today } = toPaceDays(ctx);
  return ctx.tx.one<LockedWallet>(
    prepared(
      "wallet.level_facts",
      sql`select ${levelColumns}
        from wallet.read_level_facts(${ctx.actor.merchantId}, ${firstDay}::date, ${today}::date)`,
    ),
  );
}

function toPaceDays({ now }: Context) {
  const today = toRiyadhDay(now);
  return { firstDay: addDays(today, -paceDays), today };
}

/** The same without a lock; all zero before the wallet's first entry. */
export function loadFunds({ db, actor }: ReadContext): Promise<Funds> {
  return db.one<Funds>(
    prepared("wallet.funds", sql`select ${fundsColumns} from wallet.read_funds(${actor.merchantId})`),
  );
}

export type Balance = { balance_halalas: Halalas; reserved_halalas: Halalas; available_halalas: Halalas };

/** The wallet's balances; all zero before its first entry. To act on them in a transaction, lock the wallet first. */
export async function loadBalance({ db, actor: { merchantId } }: ReadContext): Promise<Balance> {
  const accounts = sql`
    select name, balance_halalas from wallet.accounts
    where name in (${available(merchantId)}, ${reserved(merchantId)})`;
  const rows = await db.many<Row<"wallet.accounts", "name" | "balance_halalas">>(
    prepared("wallet.balance", accounts),
  );
  const held = (name: string) => rows.find((row) => row.name === name)?.balance_halalas ?? 0;
  const availableHalalas = held(available(merchantId));
  const reservedHalalas = held(reserved(merchantId));
  return {
    balance_halalas: halalas(availableHalalas + reservedHalalas),
    reserved_halalas: halalas(reservedHalalas),
    available_halalas: halalas(availableHalalas),
  };
}
