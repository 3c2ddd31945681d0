import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, prepared, sql, type Tx } from "#base/server/db/db.ts";
import { makeKeyset, type PageRequest } from "#base/server/db/keyset.ts";
import type { Row } from "#base/server/db/row.ts";
import type { IntentPurpose, PaymentFailure, PaymentMethod } from "../contract/enums.ts";
import { isOver } from "../domain/payment.ts";

/**
 * `subject` is whose or which, in the terms of the purpose's owner. `created_at` and `settled_at` are business time,
 * `opened_at` is the system clock: from there on the gateway is asked for a day.
 */
export type IntentRow = Row<"payments.intents"> & {
  purpose: IntentPurpose;
  failure: PaymentFailure | null;
};

/** An intent with the bank's page of its pending payment, and how the last try that failed was to be paid. */
export type Intent = IntentRow & { action_url: string | null; failed_method: PaymentMethod | null };

const intentColumns = sql`
  intents.*, (select action_url from payments.attempts where intent_id = intents.id and state = 'pending'
    and action_url is not null order by created_at desc limit 1) as action_url,
  (select method from payments.attempts where intent_id = intents.id and state = 'failed'
    order by created_at desc limit 1) as failed_method`;

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

const newestFirst = makeKeyset<Intent>({
  columns: [
    { name: "created_at", type: "timestamptz" },
    { name: "id", type: "text" },
  ],
  order: "desc",
  toPlace: ({ created_at, id }) => [created_at.toISOString(), id],
});

/** Newest first. */
export async function listIntents(
  { db, actor: { merchantId } }: ReadContext,
  { purpose, ...request }: OfPurpose & PageRequest,
) {
  const found = await db.many<Intent>(sql`
    select ${intentColumns} from payments.intents where merchant_id = ${merchantId} and purpose = ${purpose}
      ${newestFirst.where(request)} ${newestFirst.take(request)}`);
  const { total } = await db.one<{ total: number }>(sql`
    select count(*) as total from payments.intents where merchant_id = ${merchantId} and purpose = ${purpose}`);
  const { page, size } = request;
  return { ...newestFirst.split(found, request), page, size, total };
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

/** The merchant's own intent, whatever it is for; undefined for another merchant's. */
export function lockOwnIntent({ tx, actor }: Context, intentId: string): Promise<IntentRow | undefined> {
  return tx.maybeOne<IntentRow>(sql`
    select * from payments.intents where id = ${intentId} and merchant_id = ${actor.merchantId} for update`);
}

/** For a payment read from the gateway: the intent that it names tells whose it is. */
export function lockAnyIntent(tx: Tx, intentId: string): Promise<IntentRow | undefined> {
  return tx.maybeOne<IntentRow>(sql`select * from payments.intents where id = ${intentId} for update`);
}

/** Whether the card that pays the intent is to be saved. */
export async function savesCard(db: Db, intentId: string): Promise<boolean> {
  const intent = sql`select save_card from payments.intents where id = ${intentId}`;
  const found = await db.maybeOne<Row<"payments.intents", "save_card">>(
    prepared("payments.saves_card", intent),
  );
  return found?.save_card ?? false;
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
  | "off_session"
  | "opened_at"
> & { next_check_at: Date };

export function insertIntent({ tx, actor, now }: Context, intent: NewIntent): Promise<Intent> {
  return tx.one<Intent>(sql`
    insert into payments.intents (id, merchant_id, purpose, subject, amount_halalas, gateway, status, save_card, card_id,
      off_session, created_at, opened_at, next_check_at)
    values (${intent.id}, ${actor.merchantId}, ${intent.purpose}, ${intent.subject}, ${intent.amount_halalas},
      ${intent.gateway}, ${intent.status}, ${intent.save_card}, ${intent.card_id}, ${intent.off_session}, ${now}, ${intent.opened_at},
      ${intent.next_check_at})
    returning *, null as action_url, null as failed_method`);
}

/**
 * Counts the merchant's intents that are still checked, and lets no other transaction of the merchant open one until
 * this one ends.
 */
export async function lockOpenIntents({ tx, actor: { merchantId } }: Context): Promise<number> {
  await tx.run(
    prepared(
      "payments.lock_open_intents",
      sql`select pg_advisory_xact_lock(hashtextextended(${`payments.intents:${merchantId}`}, 0))`,
    ),
  );
  const { open } = await tx.one<{ open: number }>(
    prepared(
      "payments.count_open_intents",
      sql`
    select count(*) as open from payments.intents
    where merchant_id = ${merchantId} and next_check_at is not null`,
    ),
  );
  return open;
}

type IntentOutcome = Pick<IntentRow, "id" | "status" | "failure" | "settled_at">;

export async function saveIntent({ tx, actor }: Context, intent: IntentOutcome): Promise<void> {
  await tx.run(
    prepared(
      "payments.save_intent",
      sql`
    update payments.intents set status = ${intent.status}, failure = ${intent.failure}, settled_at = ${intent.settled_at},
      next_check_at = case when ${isOver(intent.status)} then null else next_check_at end
    where id = ${intent.id} and merchant_id = ${actor.merchantId}`,
    ),
  );
}

/** Whether the card of a paid intent was saved, where the merchant wanted that. */
export async function saveCardKept({ tx, actor }: Context, intentId: string, isKept: boolean): Promise<void> {
  await tx.run(sql`
    update payments.intents set is_card_kept = ${isKept}
    where id = ${intentId} and merchant_id = ${actor.merchantId}`);
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

/** Marks the intent as checked for a browser at `at`; false when that was done at or after `since` already. */
export async function claimCheck(
  { db, actor }: ReadContext,
  intentId: string,
  { at, since }: { at: Date; since: Date },
): Promise<boolean> {
  const claimed = await db.run(sql`
    update payments.intents set last_checked_at = ${at}
    where id = ${intentId} and merchant_id = ${actor.merchantId}
      and (last_checked_at is null or last_checked_at < ${since})`);
  return claimed > 0;
}

/** The intent was checked, and is checked again at `next` unless it is over. */
export async function scheduleNextCheck(
  db: Db,
  { intentId, next }: { intentId: string; next: Date },
): Promise<void> {
  await db.run(sql`
    update payments.intents set checks = checks + 1, next_check_at = ${next}
    where id = ${intentId} and next_check_at is not null`);
}

/** The intent is not checked any more; without a payment it has expired. */
export async function expireIntent(db: Db | Tx, intentId: string): Promise<void> {
  await db.run(sql`
    update payments.intents set next_check_at = null,
      status = case when status in ('waiting', 'pending') then 'expired' else status end
    where id = ${intentId}`);
}
