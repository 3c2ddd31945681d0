import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import { makeKeyset, type PageRequest } from "#base/server/db/keyset.ts";
import type { Row } from "#base/server/db/row.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { WithdrawalPartKind, WithdrawalState } from "../contract/enums.ts";

export type Withdrawal = Omit<Row<"wallet.withdrawals">, "merchant_id" | "requested_on" | "state"> & {
  state: WithdrawalState;
};
export type PartRow = Omit<
  Row<"wallet.withdrawal_parts">,
  "merchant_id" | "kind" | "state" | "refund_result"
> & {
  kind: WithdrawalPartKind;
  state: WithdrawalState;
};

const columns = sql`id, amount_halalas, paid_halalas, returned_halalas, state, by_staff, iban, holder_name,
  requested_at, ended_at`;
const partColumns = sql`withdrawal_id, number, kind, amount_halalas, state, payment_id, refund_id, card_brand,
  card_last_four, iban, holder_name, bank_reference, failure`;

/** What the merchant requested on this Riyadh day, less what was returned, in halalas. */
export async function sumRequestedOn({ db, actor }: ReadContext, day: RiyadhDay): Promise<number> {
  const { sum } = await db.one<{ sum: number }>(sql`
    select coalesce(sum(amount_halalas - returned_halalas), 0)::bigint as sum from wallet.withdrawals
    where merchant_id = ${actor.merchantId} and requested_on = ${day} and not by_staff`);
  return sum;
}

/** The caller writes the ledger's entries and holds the wallet's lock, here and below. */
export async function insertWithdrawal(
  { tx, actor, now }: Context,
  {
    id,
    amount_halalas,
    state,
    by_staff,
    iban,
    holder_name,
    day,
  }: Omit<Withdrawal, "paid_halalas" | "returned_halalas" | "requested_at" | "ended_at"> & { day: RiyadhDay },
): Promise<void> {
  await tx.run(sql`
    insert into wallet.withdrawals (id, merchant_id, amount_halalas, state, by_staff, iban, holder_name, requested_at,
      requested_on)
    values (${id}, ${actor.merchantId}, ${amount_halalas}, ${state}, ${by_staff}, ${iban}, ${holder_name}, ${now},
      ${day})`);
}

export async function saveWithdrawal(
  { tx, actor }: Context,
  {
    id,
    paid_halalas,
    returned_halalas,
    state,
    ended_at,
  }: Pick<Withdrawal, "id" | "paid_halalas" | "returned_halalas" | "state" | "ended_at">,
): Promise<void> {
  await tx.run(sql`
    update wallet.withdrawals
    set paid_halalas = ${paid_halalas}, returned_halalas = ${returned_halalas}, state = ${state}, ended_at = ${ended_at}
    where id = ${id} and merchant_id = ${actor.merchantId}`);
}

/** A part that is new, or has another amount or state. */
export async function savePart({ tx, actor }: Context, part: PartRow): Promise<void> {
  await tx.run(sql`
    insert into wallet.withdrawal_parts
      (withdrawal_id, number, merchant_id, kind, amount_halalas, state, payment_id, refund_id, card_brand,
       card_last_four, iban, holder_name, bank_reference, failure)
    values (${part.withdrawal_id}, ${part.number}, ${actor.merchantId}, ${part.kind}, ${part.amount_halalas},
      ${part.state}, ${part.payment_id}, ${part.refund_id}, ${part.card_brand}, ${part.card_last_four}, ${part.iban},
      ${part.holder_name}, ${part.bank_reference}, ${part.failure})
    on conflict (withdrawal_id, number) do update set amount_halalas = excluded.amount_halalas,
      state = excluded.state, bank_reference = excluded.bank_reference, failure = excluded.failure`);
}

/** Undefined for another merchant's. */
export function findWithdrawal({ db, actor }: ReadContext, id: string): Promise<Withdrawal | undefined> {
  return db.maybeOne<Withdrawal>(
    sql`select ${columns} from wallet.withdrawals where id = ${id} and merchant_id = ${actor.merchantId}`,
  );
}

const newestFirst = makeKeyset<Withdrawal>({
  columns: [
    { name: "requested_at", type: "timestamptz" },
    { name: "id", type: "text" },
  ],
  order: "desc",
  toPlace: ({ requested_at, id }) => [requested_at.toISOString(), id],
});

/** Newest first. */
export async function listWithdrawals(
  { db, actor }: ReadContext,
  request: PageRequest,
): Promise<{ items: Withdrawal[]; total: number; next: string | null }> {
  const found = await db.many<Withdrawal>(sql`
    select ${columns} from wallet.withdrawals where merchant_id = ${actor.merchantId}
      ${newestFirst.where(request)} ${newestFirst.take(request)}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from wallet.withdrawals where merchant_id = ${actor.merchantId}`,
  );
  return { ...newestFirst.split(found, request), total };
}

/** The parts of these withdrawals, in their order. */
export function listParts({ db, actor }: ReadContext, withdrawalIds: readonly string[]): Promise<PartRow[]> {
  return db.many<PartRow>(sql`
    select ${partColumns} from wallet.withdrawal_parts
    where withdrawal_id = any(${[...withdrawalIds]}::text[]) and merchant_id = ${actor.merchantId}
    order by withdrawal_id, number`);
}

/** A card part whose refund is over, while the ledger does not know it yet. */
export type RefundedPart = {
  refund_id: string;
  withdrawal_id: string;
  number: number;
  result: "done" | "refused";
  failure: string | null;
};
const refundedColumns = sql`refund_id, withdrawal_id, number, refund_result as result, failure`;

/** Records how a refund ended; nothing when the refund is of something else, or ended before. */
export async function saveRefundResult(
  { tx, actor }: Context,
  { refundId, result, failure }: { refundId: string; result: "done" | "refused"; failure: string | null },
): Promise<void> {
  await tx.run(sql`
    update wallet.withdrawal_parts set refund_result = ${result}, failure = ${failure}
    where refund_id = ${refundId} and merchant_id = ${actor.merchantId} and state = 'sending'
      and refund_result is null`);
}

/** Undefined once the ledger has it. */
export function findRefundedPart(
  { tx, actor }: Context,
  refundId: string,
): Promise<RefundedPart | undefined> {
  return tx.maybeOne<RefundedPart>(sql`
    select ${refundedColumns} from wallet.withdrawal_parts
    where refund_id = ${refundId} and merchant_id = ${actor.merchantId} and state = 'sending'
      and refund_result is not null`);
}

/** All merchants' refunds that are over, while the ledger does not know it yet. */
export function listRefundedParts(
  db: Db,
  limit: number,
): Promise<{ refund_id: string; merchant_id: string }[]> {
  return db.many(sql`
    select refund_id, merchant_id from wallet.withdrawal_parts
    where state = 'sending' and refund_result is not null order by withdrawal_id limit ${limit}`);
}

/** Whether a transfer was confirmed with the bank's number already. */
export async function isBankReferenceUsed(db: Db, reference: string): Promise<boolean> {
  const found = await db.maybeOne(
    sql`select 1 from wallet.withdrawal_parts where bank_reference = ${reference}`,
  );
  return found !== undefined;
}

/** A transfer that staff make or have begun to make. */
export type OpenPayout = {
  withdrawal_id: string;
  merchant_id: string;
  amount_halalas: number;
  state: "requested" | "sending";
  iban: string;
  holder_name: string;
  requested_at: Date;
};

const oldestFirst = makeKeyset<OpenPayout>({
  columns: [
    { name: "requested_at", type: "timestamptz" },
    { name: "withdrawal_id", type: "text" },
  ],
  order: "asc",
  toPlace: ({ requested_at, withdrawal_id }) => [requested_at.toISOString(), withdrawal_id],
});

/** All merchants' open transfers, oldest first. One whose cards have not all answered may still grow: it is not listed. */
export async function listOpenPayouts(
  db: Db,
  request: PageRequest,
): Promise<{ items: OpenPayout[]; page: number; size: number; total: number; next: string | null }> {
  const open = sql`
    from wallet.withdrawal_parts part join wallet.withdrawals on withdrawals.id = withdrawal_id
    where part.kind = 'bank' and part.state in ('requested', 'sending') and not exists (
      select 1 from wallet.withdrawal_parts card
      where card.withdrawal_id = part.withdrawal_id and card.kind = 'card' and card.state in ('requested', 'sending'))`;
  const found = await db.many<OpenPayout>(sql`
    select withdrawal_id, part.merchant_id, part.amount_halalas, part.state, part.iban, part.holder_name, requested_at
    ${open} ${oldestFirst.where(request)} ${oldestFirst.take(request)}`);
  const { total } = await db.one<{ total: number }>(sql`select count(*) as total ${open}`);
  const { page, size } = request;
  return { ...oldestFirst.split(found, request), page, size, total };
}
