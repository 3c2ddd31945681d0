import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { IntentPurpose, RefundFailure } from "../contract/enums.ts";
import type { OwnRefunds } from "../domain/refunds.ts";
import type { ReviewInput } from "./chargebacks.store.ts";

/** A refund that the product requested. */
export type RefundRow = Row<"payments.refunds"> & { failure: RefundFailure | null };

type OfPayment = { gateway: string; paymentId: string };

type NewRefund = Pick<
  RefundRow,
  "id" | "intent_id" | "gateway" | "payment_id" | "amount_halalas" | "subject" | "reason"
> & { requested_at: Date };

export async function insertRefund({ tx, actor, now }: Context, refund: NewRefund): Promise<void> {
  await tx.run(sql`
    insert into payments.refunds (id, merchant_id, intent_id, gateway, payment_id, amount_halalas, subject, reason, state,
      created_at, requested_at, next_try_at)
    values (${refund.id}, ${actor.merchantId}, ${refund.intent_id}, ${refund.gateway}, ${refund.payment_id},
      ${refund.amount_halalas}, ${refund.subject}, ${refund.reason}, 'requested', ${now}, ${refund.requested_at}, ${refund.requested_at})`);
}

/** The refund that the requester already has under this reference, done or not. */
export function findRefundOfSubject(
  { db, actor }: ReadContext,
  { gateway, paymentId, subject }: OfPayment & { subject: string },
): Promise<RefundRow | undefined> {
  return db.maybeOne<RefundRow>(sql`
    select * from payments.refunds where merchant_id = ${actor.merchantId} and gateway = ${gateway}
      and payment_id = ${paymentId} and subject = ${subject}`);
}

/**
 * Takes a refund whose time has come for one sender, until then; undefined when it is over, not due, or another process
 * has it.
 */
export function claimRefund(
  db: Db,
  id: string,
  { at, until }: { at: Date; until: Date },
): Promise<RefundRow | undefined> {
  return db.maybeOne<RefundRow>(sql`
    update payments.refunds set next_try_at = ${until}, tries = tries + 1
    where id = ${id} and next_try_at <= ${at} returning *`);
}

/** Whether a refund of the payment, other than `id`, is being sent. */
export async function hasRefundUnderWay(
  tx: Tx,
  { id = "", gateway, payment_id }: Pick<RefundRow, "gateway" | "payment_id"> & { id?: string },
): Promise<boolean> {
  const { exists } = await tx.one<{ exists: boolean }>(sql`
    select exists (select 1 from payments.refunds where gateway = ${gateway} and payment_id = ${payment_id}
      and id <> ${id} and state = 'sending') as exists`);
  return exists;
}

/** From here on the gateway may have it. Undefined for one that is over. */
export function saveRefundSending(
  tx: Tx,
  { id, refundedBefore }: { id: string; refundedBefore: number },
): Promise<RefundRow | undefined> {
  return tx.maybeOne<RefundRow>(sql`
    update payments.refunds set state = 'sending', refunded_before_halalas = ${refundedBefore}
    where id = ${id} and state = 'requested' returning *`);
}

/** False for one that was over before. */
export async function finishRefund(
  tx: Tx,
  { id, failure, at }: { id: string; failure: RefundFailure | null; at: Date },
): Promise<boolean> {
  const finished = await tx.run(sql`
    update payments.refunds set state = ${failure === null ? "done" : "refused"}, failure = ${failure},
      finished_at = ${at}, next_try_at = null
    where id = ${id} and finished_at is null`);
  return finished > 0;
}

export async function scheduleRefund(db: Db | Tx, id: string, next: Date): Promise<void> {
  await db.run(sql`
    update payments.refunds set next_try_at = ${next} where id = ${id} and finished_at is null`);
}

/** `requested_at`: system clock. */
export type DueRefund = Pick<RefundRow, "id" | "gateway"> & { requested_at: Date };

/** Refunds whose time has come, of all merchants, without those of some gateways, the longest due first. */
export function listDueRefunds(
  db: Db,
  { at, without, size }: { at: Date; without: string[]; size: number },
): Promise<DueRefund[]> {
  return db.many<DueRefund>(sql`
    select id, gateway, requested_at from payments.refunds
    where next_try_at <= ${at} and gateway <> all(${without}::text[])
    order by next_try_at, id limit ${size}`);
}

/** A finished refund, for whoever requested it and missed the event. */
export type FinishedRefund = Pick<
  RefundRow,
  "gateway" | "merchant_id" | "intent_id" | "payment_id" | "amount_halalas" | "subject" | "failure"
> & { refund_id: string; purpose: IntentPurpose; result: "done" | "refused"; changed_at: Date };

/** All merchants' finished refunds for these purposes, in the order they ended (system clock). */
export function listFinishedRefunds(
  db: Db,
  { purposes, after, until, size }: ReviewInput,
): Promise<FinishedRefund[]> {
  return db.many<FinishedRefund>(sql`
    select refunds.gateway, refunds.merchant_id, refunds.id as refund_id, intent_id, purpose, payment_id,
      refunds.amount_halalas, refunds.subject, case refunds.state when 'done' then 'done' else 'refused' end as result, refunds.failure,
      finished_at as changed_at
    from payments.refunds join payments.intents on intents.id = intent_id
    where purpose = any(${[...purposes]}::text[]) and finished_at <= ${until}
      and (finished_at, refunds.id) > (${after.changedAt}::timestamptz, ${after.id})
    order by finished_at, refunds.id limit ${size}`);
}

/** What our own refunds of a payment come to. */
export async function loadOwnRefunds(db: Db | Tx, { gateway, paymentId }: OfPayment): Promise<OwnRefunds> {
  const { done, amount, before } = await db.one<{
    done: number;
    amount: number | null;
    before: number | null;
  }>(sql`
    select coalesce(sum(amount_halalas) filter (where state = 'done'), 0)::bigint as done,
      max(amount_halalas) filter (where state = 'sending') as amount,
      max(refunded_before_halalas) filter (where state = 'sending') as before
    from payments.refunds where gateway = ${gateway} and payment_id = ${paymentId}`);
  return { done, sending: amount === null || before === null ? null : { amount, before } };
}
