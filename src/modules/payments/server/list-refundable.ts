import type { ReadContext } from "#base/server/context.ts";
import { type Sql, sql } from "#base/server/db/db.ts";
import type { IntentPurpose, PaymentMethod } from "../contract/enums.ts";
import { computeRefundable } from "../domain/refunds.ts";

/** A paid payment with what it has left. Amounts in halalas. */
export type RefundablePayment = {
  intent_id: string;
  purpose: IntentPurpose;
  payment_id: string;
  gateway: string;
  /** System clock. */
  paid_at: Date;
  amount_halalas: number;
  refunded_halalas: number;
  /** Requested refunds that have not gone back yet. */
  pending_halalas: number;
  charged_back_halalas: number;
  refundable_halalas: number;
  method: PaymentMethod;
  card: { brand: string; last_four: string } | null;
};

type PaidRow = Omit<RefundablePayment, "refundable_halalas" | "card"> & {
  card_brand: string | null;
  card_last_four: string | null;
};

/** More payments than anybody's refund needs, few enough to read at once. */
const maxPayments = 200;

/** The merchant's paid payments for these purposes that have something left to refund, newest first, at most 200. */
export async function listRefundable(
  { db, actor: { merchantId } }: ReadContext,
  { purposes }: { purposes: readonly IntentPurpose[] },
): Promise<RefundablePayment[]> {
  const rows = await db.many<PaidRow>(sql`
    select * from (${selectPaid(sql`attempts.merchant_id = ${merchantId} and purpose = any(${[...purposes]}::text[])`)}) paid
    where amount_halalas > refunded_halalas + pending_halalas + charged_back_halalas
    order by paid_at desc, payment_id desc limit ${maxPayments}`);
  return rows.map(toRefundable);
}

/** The merchant's paid payments for these purposes, those with nothing left included, newest first. */
export async function listPayments(
  { db, actor: { merchantId } }: ReadContext,
  { purposes, size }: { purposes: readonly IntentPurpose[]; size: number },
): Promise<RefundablePayment[]> {
  const rows = await db.many<PaidRow>(sql`
    ${selectPaid(sql`attempts.merchant_id = ${merchantId} and purpose = any(${[...purposes]}::text[])`)}
    order by paid_at desc, payment_id desc limit ${size}`);
  return rows.map(toRefundable);
}

/** One paid payment of the merchant; undefined when it is not theirs or not paid. */
export async function findPaid(
  { db, actor: { merchantId } }: ReadContext,
  paymentId: string,
): Promise<RefundablePayment | undefined> {
  const row = await db.maybeOne<PaidRow>(
    selectPaid(sql`attempts.merchant_id = ${merchantId} and attempts.id = ${paymentId}`),
  );
  return row && toRefundable(row);
}

/** What has arrived of a refund under way is in `refunded_halalas` already. */
const selectPaid = (condition: Sql) => sql`
  select intent_id, purpose, attempts.id as payment_id, attempts.gateway, paid_at, amount_halalas, refunded_halalas,
    greatest(0, own.halalas - requested_refunds_halalas) as pending_halalas, back.halalas as charged_back_halalas,
    method, card_brand, card_last_four
  from payments.attempts join payments.intents on intents.id = intent_id
  cross join lateral (
    select coalesce(sum(refunds.amount_halalas), 0)::bigint as halalas from payments.refunds
    where refunds.gateway = attempts.gateway and payment_id = attempts.id and refunds.state <> 'refused') own
  cross join lateral (
    select coalesce(sum(chargebacks.amount_halalas), 0)::bigint as halalas from payments.chargebacks
    where chargebacks.gateway = attempts.gateway and payment_id = attempts.id and won_at is null) back
  where paid_at is not null and state in ('paid', 'refunded') and ${condition}`;

function toRefundable({ card_brand, card_last_four, ...row }: PaidRow): RefundablePayment {
  const { amount_halalas: amount, refunded_halalas: refunded, pending_halalas: pending } = row;
  return {
    ...row,
    refundable_halalas: computeRefundable({
      amount,
      refunded,
      pending,
      chargedBack: row.charged_back_halalas,
    }),
    card: card_brand && card_last_four ? { brand: card_brand, last_four: card_last_four } : null,
  };
}
