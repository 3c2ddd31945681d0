import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, prepared, sql, together } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { Duration, EndCause, PaymentSource, SubscriptionState } from "../contract/enums.ts";
import type { Period } from "./periods.store.ts";

export type Subscription = Row<"billing.subscriptions"> & {
  state: SubscriptionState;
  duration_months: Duration | null;
  next_duration_months: Duration | null;
  payment_source: PaymentSource | null;
  ended_by: EndCause | null;
  /** What it is again if the money that ended it comes back. */
  reopens_as: SubscriptionState | null;
};

/** The subscription that has not expired. */
export function findSubscription({ db, actor }: ReadContext): Promise<Subscription | undefined> {
  return db.maybeOne<Subscription>(sql`
    select * from billing.subscriptions where merchant_id = ${actor.merchantId} and state <> 'expired'`);
}

/** One of the merchant's, whether or not it lives. */
export function findOwnSubscription(
  { db, actor }: ReadContext,
  id: string,
): Promise<Subscription | undefined> {
  return db.maybeOne<Subscription>(sql`
    select * from billing.subscriptions where id = ${id} and merchant_id = ${actor.merchantId}`);
}

/** The one that lives, else the one that expired last. */
export function findLastSubscription({ db, actor }: ReadContext): Promise<Subscription | undefined> {
  return db.maybeOne<Subscription>(sql`
    select * from billing.subscriptions where merchant_id = ${actor.merchantId}
    order by (state <> 'expired') desc, created_at desc, id desc limit 1`);
}

/** Whether the merchant ever had a subscription, a trial included. */
export async function hadSubscription({ db, actor }: ReadContext): Promise<boolean> {
  const { found } = await db.one<{ found: boolean }>(sql`
    select exists (select 1 from billing.subscriptions where merchant_id = ${actor.merchantId}) as found`);
  return found;
}

type Due = Pick<Subscription, "id" | "merchant_id"> & { next_step_at: Date };

/** Subscriptions of all merchants for which something is due, in order, after a place in that order. */
export function listDue(
  db: Db,
  { now, after, size }: { now: Date; after: { next_step_at: Date; id: string }; size: number },
): Promise<Due[]> {
  return db.many<Due>(sql`
    select id, merchant_id, next_step_at from billing.subscriptions
    where next_step_at <= ${now} and (next_step_at, id) > (${after.next_step_at}::timestamptz, ${after.id}::text)
    order by next_step_at, id limit ${size}`);
}

/**
 * The subscription that has not expired, locked. The merchant's lock comes first, so that two first purchases at once
 * make one subscription.
 */
export async function lockSubscription({ tx, actor }: Context): Promise<Subscription | undefined> {
  const lock = sql`select pg_advisory_xact_lock(hashtextextended(${`billing.subscription:${actor.merchantId}`}, 0))`;
  // What is sent behind the lock is read under it.
  const [, subscription] = await together(
    tx.run(prepared("billing.lock_merchant", lock)),
    tx.maybeOne<Subscription>(sql`
      select * from billing.subscriptions where merchant_id = ${actor.merchantId} and state <> 'expired' for update`),
  );
  return subscription;
}

export function insertSubscription({ tx, actor, now }: Context, row: NewSubscription): Promise<Subscription> {
  return tx.one<Subscription>(sql`
    insert into billing.subscriptions (id, merchant_id, state, plan_version_id, anchor_at, current_starts_at,
      current_ends_at, next_step_at, duration_months, payment_source, created_at)
    values (${row.id}, ${actor.merchantId}, ${row.state}, ${row.plan_version_id}, ${row.anchor_at},
      ${row.current_starts_at}, ${row.current_ends_at}, ${row.next_step_at}, ${row.duration_months},
      ${row.payment_source}, ${now})
    returning *`);
}

type NewSubscription = Pick<
  Subscription,
  | "id"
  | "state"
  | "plan_version_id"
  | "anchor_at"
  | "current_starts_at"
  | "current_ends_at"
  | "next_step_at"
  | "duration_months"
  | "payment_source"
>;

/** Saves what a command or a step changed. */
export async function saveSubscription({ tx, actor }: Context, row: Subscription): Promise<void> {
  await tx.run(
    prepared(
      "billing.save_subscription",
      sql`
    update billing.subscriptions set state = ${row.state}, plan_version_id = ${row.plan_version_id},
      duration_months = ${row.duration_months}, anchor_at = ${row.anchor_at}, months_elapsed = ${row.months_elapsed},
      current_starts_at = ${row.current_starts_at}, current_ends_at = ${row.current_ends_at},
      current_period_id = ${row.current_period_id}, payment_source = ${row.payment_source}, card_id = ${row.card_id},
      next_plan_version_id = ${row.next_plan_version_id}, next_duration_months = ${row.next_duration_months},
      next_step_at = ${row.next_step_at}, trial_notice_day = ${row.trial_notice_day}, expired_at = ${row.expired_at},
      ended_by = ${row.ended_by}, reopens_as = ${row.reopens_as}
    where id = ${row.id} and merchant_id = ${actor.merchantId}`,
    ),
  );
}

/** What a subscription takes over from the paid period that now runs; a change that was planned is done with it. */
export const toCurrent = (period: Period) => ({
  plan_version_id: period.plan_version_id,
  duration_months: period.duration_months,
  current_starts_at: period.starts_at,
  current_ends_at: period.ends_at,
  current_period_id: period.id,
  next_plan_version_id: null,
  next_duration_months: null,
  next_step_at: period.ends_at,
});
