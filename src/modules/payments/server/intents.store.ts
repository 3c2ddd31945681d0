import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import type { AttemptState, IntentPurpose, IntentStatus, PaymentFailure } from "../contract/enums.ts";
import { isOver } from "../domain/payment.ts";
import { firstReadAt } from "../domain/schedule.ts";

export type IntentRow = {
  id: string;
  merchant_id: string;
  purpose: IntentPurpose;
  /** Whose or which, in the terms of the purpose's owner. */
  subject: string;
  amount_halalas: number;
  gateway: string;
  status: IntentStatus;
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
export type AttemptRow = {
  gateway: string;
  id: string;
  intent_id: string;
  source: "form" | "saved_card";
  state: AttemptState;
  action_url: string | null;
  refunded_halalas: number;
  failure: PaymentFailure | null;
};

/** An intent with the bank's page of its pending payment. */
export type Intent = IntentRow & { action_url: string | null };

const intentColumns = sql`
  intents.*, (select action_url from payments.attempts where intent_id = intents.id and state = 'pending'
    and action_url is not null order by created_at desc limit 1) as action_url`;

type OfPurpose = { purpose: IntentPurpose };

/** Undefined for an intent of another merchant or purpose. */
export function findIntent(
  { db, actor }: ReadContext,
  { purpose, intentId }: OfPurpose & { intentId: string },
): Promise<Intent | undefined> {
  return db.maybeOne<Intent>(sql`
    select ${intentColumns} from payments.intents
    where id = ${intentId} and merchant_id = ${actor.merchantId} and purpose = ${purpose}`);
}

/** Newest first. */
export async function listIntents(
  { db, actor: { merchantId } }: ReadContext,
  { purpose, page, size }: OfPurpose & { page: number; size: number },
) {
  const items = await db.many<Intent>(sql`
    select ${intentColumns} from payments.intents where merchant_id = ${merchantId} and purpose = ${purpose}
    order by created_at desc, id desc limit ${size} offset ${(page - 1) * size}`);
  const { total } = await db.one<{ total: number }>(sql`
    select count(*) as total from payments.intents where merchant_id = ${merchantId} and purpose = ${purpose}`);
  return { items, page, size, total };
}

/** Undefined for an intent of another merchant or purpose. */
export function lockIntent(
  { tx, actor }: Context,
  { purpose, intentId }: OfPurpose & { intentId: string },
): Promise<IntentRow | undefined> {
  return tx.maybeOne<IntentRow>(sql`
    select * from payments.intents
    where id = ${intentId} and merchant_id = ${actor.merchantId} and purpose = ${purpose} for update`);
}

/** For a payment read from the gateway: the intent that it names tells whose it is. */
export function lockAnyIntent(tx: Tx, intentId: string): Promise<IntentRow | undefined> {
  return tx.maybeOne<IntentRow>(sql`select * from payments.intents where id = ${intentId} for update`);
}

type NewIntent = Pick<
  IntentRow,
  | "id"
  | "purpose"
  | "subject"
  | "amount_halalas"
  | "gateway"
  | "status"
  | "save_card"
  | "card_id"
  | "opened_at"
> & { next_check_at: Date };

export function insertIntent({ tx, actor, now }: Context, intent: NewIntent): Promise<Intent> {
  return tx.one<Intent>(sql`
    insert into payments.intents (id, merchant_id, purpose, subject, amount_halalas, gateway, status, save_card, card_id,
      created_at, opened_at, next_check_at)
    values (${intent.id}, ${actor.merchantId}, ${intent.purpose}, ${intent.subject}, ${intent.amount_halalas},
      ${intent.gateway}, ${intent.status}, ${intent.save_card}, ${intent.card_id}, ${now}, ${intent.opened_at},
      ${intent.next_check_at})
    returning *, null as action_url`);
}

/**
 * Counts the merchant's intents that are still checked, and lets no other transaction of the merchant open one until
 * this one ends.
 */
export async function lockOpenIntents({ tx, actor: { merchantId } }: Context): Promise<number> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`payments.intents:${merchantId}`}, 0))`);
  const { open } = await tx.one<{ open: number }>(sql`
    select count(*) as open from payments.intents
    where merchant_id = ${merchantId} and next_check_at is not null`);
  return open;
}

type IntentOutcome = Pick<IntentRow, "id" | "status" | "failure" | "settled_at">;

export async function saveIntent({ tx, actor }: Context, intent: IntentOutcome): Promise<void> {
  await tx.run(sql`
    update payments.intents set status = ${intent.status}, failure = ${intent.failure}, settled_at = ${intent.settled_at},
      next_check_at = case when ${isOver(intent.status)} then null else next_check_at end
    where id = ${intent.id} and merchant_id = ${actor.merchantId}`);
}

/** A new attempt is checked soon, however often the intent was checked before. */
export async function restartChecks(
  { tx, actor }: Context,
  intentId: string,
  firstCheckAt: Date,
): Promise<void> {
  await tx.run(sql`
    update payments.intents set last_checked_at = null,
      checks = case when status in ('paid', 'refunded') then checks else 0 end,
      next_check_at = case when status in ('paid', 'refunded') then next_check_at else ${firstCheckAt}::timestamptz end
    where id = ${intentId} and merchant_id = ${actor.merchantId}`);
}

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
export type PaidPayment = {
  merchant_id: string;
  payment_id: string;
  intent_id: string;
  amount_halalas: number;
  refunded_halalas: number;
  /** System clock: when the gateway last reported that money came or went back. */
  changed_at: Date;
};
export type PaidPaymentsInput = OfPurpose & {
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
