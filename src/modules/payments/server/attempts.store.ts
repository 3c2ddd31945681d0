import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { IntentPurpose, PaymentFailure } from "../contract/enums.ts";
import { firstReadAt } from "../domain/schedule.ts";

/** One try to pay an intent, by the gateway's id. */
export type AttemptRow = Row<
  "payments.attempts",
  "gateway" | "id" | "intent_id" | "source" | "state" | "action_url" | "refunded_halalas"
> & { failure: PaymentFailure | null };

/** An attempt by the gateway's id, whosever it is. */
export function findAttempt(db: Db, gateway: string, paymentId: string): Promise<AttemptRow | undefined> {
  return db.maybeOne<AttemptRow>(
    sql`select * from payments.attempts where gateway = ${gateway} and id = ${paymentId}`,
  );
}

/** Whether another attempt to pay the intent is not decided yet. */
export async function hasOtherOpenAttempt(db: Db, intentId: string, paymentId: string): Promise<boolean> {
  const { exists } = await db.one<{ exists: boolean }>(sql`
    select exists (select 1 from payments.attempts where intent_id = ${intentId} and id <> ${paymentId}
      and state in ('requested', 'pending')) as exists`);
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
  await tx.run(sql`
    insert into payments.attempts (gateway, id, intent_id, merchant_id, source, state, action_url, refunded_halalas,
      failure, created_at, confirmed_at, money_changed_at, next_read_at)
    values (${attempt.gateway}, ${attempt.id}, ${attempt.intent_id}, ${actor.merchantId}, ${attempt.source},
      ${attempt.state}, ${attempt.action_url}, ${attempt.refunded_halalas}, ${attempt.failure}, ${at},
      ${isConfirmed ? at : null}, ${moneyAt}, ${firstReadAt(at)})
    on conflict (gateway, id) do update set intent_id = excluded.intent_id, merchant_id = excluded.merchant_id,
      state = excluded.state, action_url = excluded.action_url, refunded_halalas = excluded.refunded_halalas,
      failure = excluded.failure, confirmed_at = coalesce(attempts.confirmed_at, excluded.confirmed_at),
      money_changed_at = case
        when attempts.money_changed_at is not null and attempts.refunded_halalas = excluded.refunded_halalas
        then attempts.money_changed_at else coalesce(excluded.money_changed_at, attempts.money_changed_at) end`);
}

/** A payment that was paid, with what has gone back of it since. */
export type PaidPayment = Row<"payments.attempts", "merchant_id" | "intent_id" | "refunded_halalas"> & {
  payment_id: string;
  amount_halalas: number;
  /** System clock: when the gateway last reported that money came or went back. */
  changed_at: Date;
};
export type PaidPaymentsInput = {
  purpose: IntentPurpose;
  /** Changed after this time, or at it with a greater id, up to `until`. */
  after: { changedAt: Date; paymentId: string };
  until: Date;
  size: number;
};

/** All merchants' paid payments for a purpose, in the order their money changed. */
export function listPaidPayments(db: Db, { purpose, after, until, size }: PaidPaymentsInput) {
  return db.many<PaidPayment>(sql`
    select attempts.merchant_id, attempts.id as payment_id, intent_id, amount_halalas, refunded_halalas,
      money_changed_at as changed_at
    from payments.attempts join payments.intents on intents.id = intent_id
    where purpose = ${purpose} and state in ('paid', 'refunded') and money_changed_at <= ${until}
      and (money_changed_at, attempts.id) > (${after.changedAt}::timestamptz, ${after.paymentId})
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

/** When the gateway is asked for the payment again; null for never, as for a failed one. */
export async function scheduleNextRead(
  db: Db,
  { gateway, id, next }: { gateway: string; id: string; next: Date | null },
): Promise<void> {
  await db.run(sql`
    update payments.attempts set next_read_at = case when state <> 'failed' then ${next}::timestamptz end
    where gateway = ${gateway} and id = ${id}`);
}
