import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import type { DepositStatus, PaymentFailure } from "../contract/wallet.words.ts";

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
  created_at: Date;
  settled_at: Date | null;
  opened_at: Date;
  checks: number;
};
export type PaymentRow = {
  gateway: string;
  id: string;
  deposit_id: string;
  merchant_id: string;
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

/** The merchant's own deposit; undefined for a deposit of another merchant. */
export function findDeposit(db: Db, merchantId: string, depositId: string): Promise<DepositView | undefined> {
  return db.maybeOne<DepositView>(
    sql`select ${depositColumns} from wallet.deposits where id = ${depositId} and merchant_id = ${merchantId}`,
  );
}

export async function listDeposits(
  db: Db,
  merchantId: string,
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

export async function lockDeposit(tx: Tx, depositId: string): Promise<DepositRow | undefined> {
  return tx.maybeOne<DepositRow>(sql`select * from wallet.deposits where id = ${depositId} for update`);
}

export async function saveDeposit(tx: Tx, deposit: DepositRow): Promise<void> {
  const isOver = deposit.status === "paid" || deposit.status === "refunded";
  await tx.run(sql`
    update wallet.deposits set status = ${deposit.status}, failure = ${deposit.failure}, settled_at = ${deposit.settled_at},
      next_check_at = case when ${isOver} then null else next_check_at end
    where id = ${deposit.id}`);
}

export function findPayment(db: Db, gateway: string, paymentId: string): Promise<PaymentRow | undefined> {
  return db.maybeOne<PaymentRow>(
    sql`select * from wallet.payments where gateway = ${gateway} and id = ${paymentId}`,
  );
}

/** Payments of a deposit that the gateway has not confirmed: a person who tries several cards does not need more. */
const maxUnconfirmedPayments = 10;

export async function canAttach(db: Db, depositId: string): Promise<boolean> {
  const { attached } = await db.one<{ attached: number }>(sql`
    select count(*) as attached from wallet.payments where deposit_id = ${depositId} and confirmed_at is null`);
  return attached < maxUnconfirmedPayments;
}

/**
 * Saves what is known of a payment. `isConfirmed`: the gateway itself reported it; the deposit that it names then
 * replaces the one a browser reported.
 */
export async function savePayment(tx: Tx, payment: PaymentRow, isConfirmed = false): Promise<void> {
  await tx.run(sql`
    insert into wallet.payments (gateway, id, deposit_id, merchant_id, source, state, action_url, refunded_halalas,
      failure, created_at, confirmed_at, next_read_at)
    values (${payment.gateway}, ${payment.id}, ${payment.deposit_id}, ${payment.merchant_id}, ${payment.source},
      ${payment.state}, ${payment.action_url}, ${payment.refunded_halalas}, ${payment.failure}, now(),
      case when ${isConfirmed} then now() end, now() + interval '1 hour')
    on conflict (gateway, id) do update set deposit_id = excluded.deposit_id, merchant_id = excluded.merchant_id,
      state = excluded.state, action_url = excluded.action_url, refunded_halalas = excluded.refunded_halalas,
      failure = excluded.failure, confirmed_at = coalesce(payments.confirmed_at, excluded.confirmed_at)`);
}
