import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import type { DepositStatus, PaymentFailure } from "../contract/enums.ts";

export type DepositRow = {
  id: string;
  merchant_id: string;
  amount_halalas: number;
  owed_settled_halalas: number;
  gateway: string;
  status: DepositStatus;
  save_card: boolean;
  card_id: string | null;
  failure: PaymentFailure | null;
  /** Business time, as `settled_at`. */
  created_at: Date;
  settled_at: Date | null;
  /** System clock: from here on the gateway is asked for a day. */
  opened_at: Date;
  checks: number;
};
export type PaymentRow = {
  gateway: string;
  id: string;
  deposit_id: string;
  source: "form" | "saved_card";
  state: "requested" | "pending" | "paid" | "failed" | "refunded" | "disputed";
  action_url: string | null;
  refunded_halalas: number;
  failure: PaymentFailure | null;
};

/** A deposit with the bank's page of its pending payment. */
export type DepositView = DepositRow & { action_url: string | null };

const depositColumns = sql`
  deposits.*, (select action_url from wallet.payments where deposit_id = deposits.id and state = 'pending'
    and action_url is not null order by created_at desc limit 1) as action_url`;

/** Undefined for a deposit of another merchant. */
export function findDeposit({ db, actor }: ReadContext, depositId: string): Promise<DepositView | undefined> {
  return db.maybeOne<DepositView>(sql`
    select ${depositColumns} from wallet.deposits where id = ${depositId} and merchant_id = ${actor.merchantId}`);
}

export async function listDeposits(
  { db, actor: { merchantId } }: ReadContext,
  { page, size }: { page: number; size: number },
) {
  const items = await db.many<DepositView>(sql`
    select ${depositColumns} from wallet.deposits where merchant_id = ${merchantId}
    order by created_at desc, id desc limit ${size} offset ${(page - 1) * size}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from wallet.deposits where merchant_id = ${merchantId}`,
  );
  return { items, page, size, total };
}

/** Undefined for a deposit of another merchant. */
export function lockDeposit({ tx, actor }: Context, depositId: string): Promise<DepositRow | undefined> {
  return tx.maybeOne<DepositRow>(sql`
    select * from wallet.deposits where id = ${depositId} and merchant_id = ${actor.merchantId} for update`);
}

/** For a payment read from the gateway: the deposit that it names tells whose it is. */
export function lockAnyDeposit(tx: Tx, depositId: string): Promise<DepositRow | undefined> {
  return tx.maybeOne<DepositRow>(sql`select * from wallet.deposits where id = ${depositId} for update`);
}

export async function saveDeposit({ tx, actor }: Context, deposit: DepositRow): Promise<void> {
  const isOver = deposit.status === "paid" || deposit.status === "refunded";
  await tx.run(sql`
    update wallet.deposits set status = ${deposit.status}, failure = ${deposit.failure}, settled_at = ${deposit.settled_at},
      owed_settled_halalas = ${deposit.owed_settled_halalas},
      next_check_at = case when ${isOver} then null else next_check_at end
    where id = ${deposit.id} and merchant_id = ${actor.merchantId}`);
}

/** A payment by the gateway's id, whosever it is. */
export function findPayment(db: Db, gateway: string, paymentId: string): Promise<PaymentRow | undefined> {
  return db.maybeOne<PaymentRow>(
    sql`select * from wallet.payments where gateway = ${gateway} and id = ${paymentId}`,
  );
}

/** Payments of a deposit that the gateway has not confirmed: a person who tries several cards does not need more. */
const maxUnconfirmedPayments = 10;

export async function canAttach({ db, actor }: ReadContext, depositId: string): Promise<boolean> {
  const { attached } = await db.one<{ attached: number }>(sql`
    select count(*) as attached from wallet.payments
    where deposit_id = ${depositId} and merchant_id = ${actor.merchantId} and confirmed_at is null`);
  return attached < maxUnconfirmedPayments;
}

/** A lost payment must be found within two minutes: the first check runs with the second sweep at the latest. */
export const firstCheckAt = (at: Date) => new Date(at.getTime() + 60_000);

const hourMs = 3_600_000;

/**
 * Saves what is known of a payment at a time of the system clock. `isConfirmed`: the gateway itself reported it; the
 * deposit that it names then replaces the one a browser reported.
 */
export async function savePayment(
  { tx, actor }: Context,
  payment: PaymentRow,
  { at, isConfirmed = false }: { at: Date; isConfirmed?: boolean },
): Promise<void> {
  await tx.run(sql`
    insert into wallet.payments (gateway, id, deposit_id, merchant_id, source, state, action_url, refunded_halalas,
      failure, created_at, confirmed_at, next_read_at)
    values (${payment.gateway}, ${payment.id}, ${payment.deposit_id}, ${actor.merchantId}, ${payment.source},
      ${payment.state}, ${payment.action_url}, ${payment.refunded_halalas}, ${payment.failure}, ${at},
      ${isConfirmed ? at : null}, ${new Date(at.getTime() + hourMs)})
    on conflict (gateway, id) do update set deposit_id = excluded.deposit_id, merchant_id = excluded.merchant_id,
      state = excluded.state, action_url = excluded.action_url, refunded_halalas = excluded.refunded_halalas,
      failure = excluded.failure, confirmed_at = coalesce(payments.confirmed_at, excluded.confirmed_at)`);
}
