import type { Context, ReadContext } from "#base/server/context.ts";
import { prepared, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { Duration, PaymentSource, PeriodFailure, PeriodKind, PeriodState } from "../contract/enums.ts";

export type Period = Row<"billing.periods"> & {
  kind: PeriodKind;
  state: PeriodState;
  duration_months: Duration;
  payment_source: PaymentSource;
  failure: PeriodFailure | null;
};

type NewPeriod = Omit<
  Period,
  | "merchant_id"
  | "number"
  | "due_halalas"
  | "attempts"
  | "failure"
  | "is_soft"
  | "replaced_at"
  | "returned_halalas"
  | "created_at"
>;

/** The next period of a subscription, whose row the caller has locked. */
export function insertPeriod({ tx, actor, now }: Context, row: NewPeriod): Promise<Period> {
  const due = row.price_halalas - row.credit_halalas - row.discount_halalas;
  return tx.one<Period>(sql`
    insert into billing.periods (id, merchant_id, subscription_id, number, kind, plan_version_id, duration_months,
      starts_at, ends_at, price_halalas, credit_halalas, discount_halalas, due_halalas, state, payment_source, order_id,
      intent_id, next_attempt_at, paid_at, payment_id, created_at)
    select ${row.id}, ${actor.merchantId}, ${row.subscription_id}, coalesce(max(number), 0) + 1, ${row.kind},
      ${row.plan_version_id}, ${row.duration_months}::int, ${row.starts_at}::timestamptz, ${row.ends_at}::timestamptz,
      ${row.price_halalas}::bigint, ${row.credit_halalas}::bigint, ${row.discount_halalas}::bigint, ${due}::bigint,
      ${row.state}, ${row.payment_source}, ${row.order_id}::text, ${row.intent_id}::text,
      ${row.next_attempt_at}::timestamptz, ${row.paid_at}::timestamptz, ${row.payment_id}::text, ${now}::timestamptz
    from billing.periods where subscription_id = ${row.subscription_id}
    returning *`);
}

/** Saves what a payment, a failure or a replacement changed. */
export async function savePeriod({ tx, actor }: Context, row: Period): Promise<void> {
  await tx.run(
    prepared(
      "billing.save_period",
      sql`
    update billing.periods set starts_at = ${row.starts_at}, ends_at = ${row.ends_at}, state = ${row.state},
      payment_source = ${row.payment_source}, intent_id = ${row.intent_id}, attempts = ${row.attempts},
      failure = ${row.failure}, is_soft = ${row.is_soft}, next_attempt_at = ${row.next_attempt_at},
      paid_at = ${row.paid_at}, payment_id = ${row.payment_id}, replaced_at = ${row.replaced_at}
    where id = ${row.id} and merchant_id = ${actor.merchantId}`,
    ),
  );
}

/** What has gone back of a paid period in all. */
export async function saveReturned(
  { tx, actor }: Context,
  { id, returned_halalas }: Pick<Period, "id" | "returned_halalas">,
): Promise<void> {
  await tx.run(sql`
    update billing.periods set returned_halalas = ${returned_halalas}
    where id = ${id} and merchant_id = ${actor.merchantId}`);
}

/** The paid period whose place an upgrade took. */
export function findReplacedPeriod(
  { db, actor }: ReadContext,
  { subscription_id, number, starts_at }: Period,
): Promise<Period | undefined> {
  return db.maybeOne<Period>(sql`
    select * from billing.periods
    where subscription_id = ${subscription_id} and merchant_id = ${actor.merchantId} and state = 'paid'
      and number < ${number} and replaced_at = ${starts_at} order by number desc limit 1`);
}

/** The period of a subscription that is not paid yet, if there is one. */
export function lockOpenPeriod({ tx, actor }: Context, subscriptionId: string): Promise<Period | undefined> {
  return tx.maybeOne<Period>(sql`
    select * from billing.periods
    where subscription_id = ${subscriptionId} and merchant_id = ${actor.merchantId} and state = 'open' for update`);
}

/** The period that an order bought. */
export function findPeriodByOrder({ tx, actor }: Context, orderId: string): Promise<Period | undefined> {
  return tx.maybeOne<Period>(sql`
    select * from billing.periods where order_id = ${orderId} and merchant_id = ${actor.merchantId}`);
}

/** Undefined for a period of another merchant. */
export function findPeriod({ db, actor }: ReadContext, id: string): Promise<Period | undefined> {
  return db.maybeOne<Period>(sql`
    select * from billing.periods where id = ${id} and merchant_id = ${actor.merchantId}`);
}

export function findOpenPeriod(
  { db, actor }: ReadContext,
  subscriptionId: string,
): Promise<Period | undefined> {
  return db.maybeOne<Period>(sql`
    select * from billing.periods
    where subscription_id = ${subscriptionId} and merchant_id = ${actor.merchantId} and state = 'open'`);
}
