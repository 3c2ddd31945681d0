import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, prepared, sql, type Tx } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { PaymentFailure, PaymentMethod } from "../contract/enums.ts";
import { firstReadAt } from "../domain/schedule.ts";
import type { ReviewInput } from "./chargebacks.store.ts";

/** One try to pay an intent, by the gateway's id. */
export type AttemptRow = Row<
  "payments.attempts",
  | "gateway"
  | "id"
  | "intent_id"
  | "source"
  | "state"
  | "action_url"
  | "refunded_halalas"
  | "requested_refunds_halalas"
  | "card_brand"
  | "card_last_four"
> & { failure: PaymentFailure | null; method: PaymentMethod };

/** What is not known of an attempt before the gateway reports it. */
export const newAttempt = {
  action_url: null,
  refunded_halalas: 0,
  requested_refunds_halalas: 0,
  failure: null,
  method: "card",
  card_brand: null,
  card_last_four: null,
} as const;

/** An attempt by the gateway's id, whosever it is. */
export function findAttempt(db: Db, gateway: string, paymentId: string): Promise<AttemptRow | undefined> {
  return db.maybeOne<AttemptRow>(
    sql`select * from payments.attempts where gateway = ${gateway} and id = ${paymentId}`,
  );
}

/** The attempt on the gateway's own page that is not decided yet. */
export function findPageAttempt(db: Db, intentId: string): Promise<AttemptRow | undefined> {
  return db.maybeOne<AttemptRow>(sql`
    select * from payments.attempts where intent_id = ${intentId} and source = 'page'
      and state in ('requested', 'pending') order by created_at desc limit 1`);
}

/** The gateway gave a payment that we requested an id of its own: its attempt takes that id over. */
export async function adoptPaymentId(
  { tx, actor }: Context,
  { gateway, requestId, id }: { gateway: string; requestId: string; id: string },
): Promise<void> {
  await tx.run(sql`
    delete from payments.attempts where gateway = ${gateway} and id = ${requestId}
      and merchant_id = ${actor.merchantId}
      and exists (select 1 from payments.attempts where gateway = ${gateway} and id = ${id})`);
  await tx.run(sql`
    update payments.attempts set id = ${id} where gateway = ${gateway} and id = ${requestId}
      and merchant_id = ${actor.merchantId}`);
}

/** Whether another attempt to pay the intent is not decided yet. */
export async function hasOtherOpenAttempt(db: Db, intentId: string, paymentId: string): Promise<boolean> {
  const { exists } = await db.one<{ exists: boolean }>(
    prepared(
      "payments.other_open_attempt",
      sql`
    select exists (select 1 from payments.attempts where intent_id = ${intentId} and id <> ${paymentId}
      and state in ('requested', 'pending')) as exists`,
    ),
  );
  return exists;
}

export async function countUnconfirmedAttempts(
  { db, actor }: ReadContext,
  intentId: string,
): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from payments.attempts
    where intent_id = ${intentId} and merchant_id = ${actor.merchantId} and confirmed_at is null`);
  return count;
}

/**
 * Saves what is known of an attempt at a time of the system clock. `isConfirmed`: the gateway itself reported it; the
 * intent that it names then replaces the one a browser reported.
 */
export async function saveAttempt(
  { tx, actor }: Context,
  attempt: AttemptRow,
  { at, isConfirmed = false }: { at: Date; isConfirmed?: boolean },
): Promise<void> {
  const moneyAt = attempt.state === "paid" || attempt.state === "refunded" ? at : null;
  await tx.run(
    prepared(
      "payments.save_attempt",
      sql`
    insert into payments.attempts (gateway, id, intent_id, merchant_id, source, state, action_url, refunded_halalas,
      requested_refunds_halalas, failure, method, card_brand, card_last_four, created_at, confirmed_at, paid_at,
      money_changed_at, next_read_at)
    values (${attempt.gateway}, ${attempt.id}, ${attempt.intent_id}, ${actor.merchantId}, ${attempt.source},
      ${attempt.state}, ${attempt.action_url}, ${attempt.refunded_halalas}, ${attempt.requested_refunds_halalas},
      ${attempt.failure}, ${attempt.method}, ${attempt.card_brand}, ${attempt.card_last_four}, ${at},
      ${isConfirmed ? at : null}, ${moneyAt}, ${moneyAt}, ${firstReadAt(at)})
    on conflict (gateway, id) do update set intent_id = excluded.intent_id, merchant_id = excluded.merchant_id,
      state = excluded.state, action_url = excluded.action_url, refunded_halalas = excluded.refunded_halalas,
      requested_refunds_halalas = excluded.requested_refunds_halalas, failure = excluded.failure,
      method = excluded.method, card_brand = excluded.card_brand, card_last_four = excluded.card_last_four,
      confirmed_at = coalesce(attempts.confirmed_at, excluded.confirmed_at),
      paid_at = coalesce(attempts.paid_at, excluded.paid_at),
      money_changed_at = case
        when attempts.money_changed_at is not null and attempts.refunded_halalas = excluded.refunded_halalas
          and attempts.requested_refunds_halalas = excluded.requested_refunds_halalas
        then attempts.money_changed_at else coalesce(excluded.money_changed_at, attempts.money_changed_at) end`,
    ),
  );
}

/** A payment that was paid, with what has gone back of it since. */
export type PaidPayment = Row<
  "payments.attempts",
  "gateway" | "merchant_id" | "intent_id" | "refunded_halalas"
> & {
  payment_id: string;
  /** Of the intent: whose or which it is, in the terms of the purpose's owner. */
  subject: string;
  amount_halalas: number;
  /** The part of `refunded_halalas` that refunds of the product's own and chargebacks explain. */
  requested_halalas: number;
  /** System clock: when the gateway last reported that money came or went back. */
  changed_at: Date;
};
/** All merchants' paid payments for these purposes, in the order their money changed. */
export function listPaidPayments(
  db: Db,
  { purposes, after, until, size }: ReviewInput,
): Promise<PaidPayment[]> {
  return db.many<PaidPayment>(sql`
    select attempts.gateway, attempts.merchant_id, attempts.id as payment_id, intent_id, subject, amount_halalas,
      refunded_halalas,
      requested_refunds_halalas as requested_halalas, money_changed_at as changed_at
    from payments.attempts join payments.intents on intents.id = intent_id
    where purpose = any(${[...purposes]}::text[]) and state in ('paid', 'refunded') and money_changed_at <= ${until}
      and (money_changed_at, attempts.id) > (${after.changedAt}::timestamptz, ${after.id})
    order by money_changed_at, attempts.id limit ${size}`);
}

/** Those of an intent at this gateway that are not decided yet. */
export async function listOpenAttempts(
  db: Db,
  { gateway, intentId }: { gateway: string; intentId: string },
): Promise<string[]> {
  const rows = await db.many<Row<"payments.attempts", "id">>(sql`
    select id from payments.attempts
    where intent_id = ${intentId} and gateway = ${gateway} and state in ('requested', 'pending')`);
  return rows.map(({ id }) => id);
}

/** Deletes what browsers reported before then and the gateway never confirmed. */
export async function deleteUnconfirmedAttempts(
  db: Db,
  { gateway, intentId, before }: { gateway: string; intentId: string; before: Date },
): Promise<void> {
  await db.run(sql`
    delete from payments.attempts where intent_id = ${intentId} and gateway = ${gateway}
      and source = 'form' and state = 'pending' and confirmed_at is null and created_at < ${before}`);
}

/** What changed of a paid payment by our own refunds: its owner sees it in the next review. */
export async function saveRequestedRefunds(
  { tx, actor }: Context,
  payment: Pick<AttemptRow, "gateway" | "id" | "requested_refunds_halalas"> & { at: Date },
): Promise<void> {
  await tx.run(sql`
    update payments.attempts set requested_refunds_halalas = ${payment.requested_refunds_halalas},
      money_changed_at = ${payment.at}
    where gateway = ${payment.gateway} and id = ${payment.id} and merchant_id = ${actor.merchantId}`);
}

/** Attempts that were never sent are not sent any more; they are still read, should the gateway have them. */
export async function stopRequestedAttempts(tx: Tx, intentId: string): Promise<void> {
  await tx.run(sql`
    update payments.attempts set state = 'pending' where intent_id = ${intentId} and state = 'requested'`);
}

/** When the gateway is asked for the payment again; null for never, as for a failed one. */
export async function scheduleNextRead(
  db: Db,
  { gateway, id, next }: { gateway: string; id: string; next: Date | null },
): Promise<void> {
  await db.run(sql`
    update payments.attempts set next_read_at = case when state <> 'failed' then ${next}::timestamptz end
    where gateway = ${gateway} and id = ${id}`);
}
