import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, prepared, sql, type Tx } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { ReviewPage } from "#base/server/review-changes.ts";
import type { IntentPurpose } from "../contract/enums.ts";

export type ChargebackRow = Row<"payments.chargebacks">;
type OfPayment = { gateway: string; paymentId: string };

/** All that is recorded of a chargeback: more than one row when a part of it was taken later. */
export function listParts(
  tx: Tx,
  { gateway, listed_id }: Pick<ChargebackRow, "gateway" | "listed_id">,
): Promise<ChargebackRow[]> {
  return tx.many<ChargebackRow>(sql`
    select * from payments.chargebacks where gateway = ${gateway} and listed_id = ${listed_id}
    order by created_at, id`);
}

/** The caller holds the intent's lock. */
export async function insertChargeback(
  { tx, actor }: Context,
  chargeback: Omit<ChargebackRow, "merchant_id" | "won_at" | "changed_at">,
): Promise<void> {
  const { gateway, id, listed_id, intent_id, payment_id, amount_halalas, settled_at, created_at } =
    chargeback;
  await tx.run(sql`
    insert into payments.chargebacks (gateway, id, listed_id, merchant_id, intent_id, payment_id, amount_halalas,
      settled_at, created_at, changed_at)
    values (${gateway}, ${id}, ${listed_id}, ${actor.merchantId}, ${intent_id}, ${payment_id}, ${amount_halalas},
      ${settled_at}, ${created_at}, ${created_at})`);
}

/** What was charged back of a payment in all, in halalas, without what was won. */
export async function loadChargedBack(db: Db | Tx, { gateway, paymentId }: OfPayment): Promise<number> {
  const { sum } = await db.one<{ sum: number }>(sql`
    select coalesce(sum(amount_halalas), 0)::bigint as sum from payments.chargebacks
    where gateway = ${gateway} and payment_id = ${paymentId} and won_at is null`);
  return sum;
}

/** A chargeback by the gateway's id. Undefined for another merchant's. */
export function findListedChargeback(
  { tx, actor }: Context,
  listedId: string,
): Promise<Pick<ChargebackRow, "gateway" | "listed_id" | "intent_id"> | undefined> {
  return tx.maybeOne(sql`
    select gateway, listed_id, intent_id from payments.chargebacks
    where listed_id = ${listedId} and merchant_id = ${actor.merchantId} order by created_at, id limit 1`);
}

/** With all its parts. `at`: system clock. */
export async function markChargebackWon(
  { tx, actor }: Context,
  { gateway, listed_id, at }: Pick<ChargebackRow, "gateway" | "listed_id"> & { at: Date },
): Promise<void> {
  await tx.run(sql`
    update payments.chargebacks set won_at = ${at}, changed_at = ${at}
    where gateway = ${gateway} and listed_id = ${listed_id} and merchant_id = ${actor.merchantId}`);
}

/**
 * Whether a bank took back, and keeps, a payment of this card: one that the saved card was charged for, or one of the
 * gateway's form by a card with the same last digits.
 */
export async function isChargedBack(
  { db, actor }: ReadContext,
  { id, gateway, last_four }: Row<"payments.cards", "id" | "gateway" | "last_four">,
): Promise<boolean> {
  const { exists } = await db.one<{ exists: boolean }>(
    prepared(
      "payments.is_charged_back",
      sql`
    select exists (
      select 1 from payments.chargebacks join payments.intents on intents.id = chargebacks.intent_id
      join payments.attempts on attempts.gateway = chargebacks.gateway and attempts.id = chargebacks.payment_id
      where chargebacks.merchant_id = ${actor.merchantId} and won_at is null and chargebacks.gateway = ${gateway}
        and (intents.card_id = ${id} or (intents.card_id is null and card_last_four = ${last_four}))) as exists`,
    ),
  );
  return exists;
}

/** A chargeback as staff see it, by the gateway's id, with all that it took in halalas; times by the system clock. */
export type MerchantChargeback = Pick<
  ChargebackRow,
  "id" | "payment_id" | "amount_halalas" | "settled_at" | "won_at"
> & { purpose: IntentPurpose };

/** The merchant's chargebacks, newest first. */
export function listMerchantChargebacks(
  { db, actor }: ReadContext,
  { size }: { size: number },
): Promise<MerchantChargeback[]> {
  return db.many<MerchantChargeback>(sql`
    select listed_id as id, payment_id, sum(chargebacks.amount_halalas)::bigint as amount_halalas,
      max(chargebacks.settled_at) as settled_at, max(won_at) as won_at, purpose
    from payments.chargebacks join payments.intents on intents.id = intent_id
    where chargebacks.merchant_id = ${actor.merchantId}
    group by chargebacks.gateway, listed_id, payment_id, purpose
    order by min(chargebacks.created_at) desc, listed_id desc limit ${size}`);
}

/** What an owner needs to carry out a chargeback that its subscription missed. */
export type Chargeback = Pick<
  ChargebackRow,
  "gateway" | "merchant_id" | "intent_id" | "payment_id" | "amount_halalas" | "settled_at" | "listed_id"
> & {
  /** Of this part of it. */
  chargeback_id: string;
  purpose: IntentPurpose;
  subject: string;
  is_won: boolean;
  /** System clock: when it was recorded or won. */
  changed_at: Date;
};
export type ReviewInput = ReviewPage & { purposes: readonly IntentPurpose[] };

/** All merchants' chargebacks for these purposes, in the order they were recorded or won. */
export function listChargebacks(
  db: Db,
  { purposes, after, until, size }: ReviewInput,
): Promise<Chargeback[]> {
  return db.many<Chargeback>(sql`
    select chargebacks.gateway, chargebacks.merchant_id, chargebacks.id as chargeback_id, listed_id, intent_id, purpose,
      subject, payment_id, chargebacks.amount_halalas, chargebacks.settled_at, won_at is not null as is_won, chargebacks.changed_at
    from payments.chargebacks join payments.intents on intents.id = intent_id
    where purpose = any(${[...purposes]}::text[]) and chargebacks.changed_at <= ${until}
      and (chargebacks.changed_at, chargebacks.id) > (${after.changedAt}::timestamptz, ${after.id})
    order by chargebacks.changed_at, chargebacks.id limit ${size}`);
}

/** Up to when a gateway's settlements were read; undefined before the first time. */
export async function loadSettlementsReadUntil(db: Db, gateway: string): Promise<Date | undefined> {
  const row = await db.maybeOne<Row<"payments.settlement_reads", "read_until">>(
    sql`select read_until from payments.settlement_reads where gateway = ${gateway}`,
  );
  return row?.read_until;
}

export async function saveSettlementsReadUntil(
  db: Db,
  read: Row<"payments.settlement_reads">,
): Promise<void> {
  await db.run(sql`
    insert into payments.settlement_reads (gateway, read_until) values (${read.gateway}, ${read.read_until})
    on conflict (gateway) do update set read_until = excluded.read_until`);
}

/** The next reading of a gateway's settlements begins no later than with those of this time. */
export async function readSettlementsAgain(
  tx: Tx,
  { gateway, from }: { gateway: string; from: Date },
): Promise<void> {
  await tx.run(sql`
    update payments.settlement_reads set read_until = least(read_until, ${from}::timestamptz)
    where gateway = ${gateway}`);
}
