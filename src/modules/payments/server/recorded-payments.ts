import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { AttemptState, IntentPurpose } from "../contract/enums.ts";

/** What is recorded of a payment and of what went back of it, for whoever compares it with other books. In halalas. */
export type RecordedPayment = {
  gateway: string;
  payment_id: string;
  merchant_id: string;
  intent_id: string;
  purpose: IntentPurpose;
  state: AttemptState;
  /** Of its intent: a payment of another amount is `disputed`. */
  amount_halalas: number;
  /** What went back as a refund: as the gateway reported it, and never less than what the product's own refunds are. */
  refunded_halalas: number;
  /** Requested refunds that have not gone back yet. */
  pending_halalas: number;
  /** Without what was won. */
  charged_back_halalas: number;
  /** By the system clock: when the payment was first paid, and when anything of it last changed. */
  paid_at: Date | null;
  changed_at: Date;
};

/** Payments by the ids of any gateway. */
export function loadRecordedPayments(db: Db, ids: readonly string[]): Promise<RecordedPayment[]> {
  return db.many<RecordedPayment>(sql`
    select attempts.gateway, attempts.id as payment_id, attempts.merchant_id, intent_id, purpose, state, amount_halalas,
      greatest(refunded_halalas, own.done) as refunded_halalas,
      greatest(0, own.accepted - requested_refunds_halalas) as pending_halalas,
      back.halalas as charged_back_halalas, paid_at,
      greatest(attempts.created_at, confirmed_at, money_changed_at, own.finished_at, back.changed_at) as changed_at
    from payments.attempts join payments.intents on intents.id = intent_id
    cross join lateral (
      select coalesce(sum(refunds.amount_halalas) filter (where refunds.state = 'done'), 0)::bigint as done,
        coalesce(sum(refunds.amount_halalas) filter (where refunds.state <> 'refused'), 0)::bigint as accepted,
        max(finished_at) as finished_at
      from payments.refunds where refunds.gateway = attempts.gateway and payment_id = attempts.id) own
    cross join lateral (
      select coalesce(sum(chargebacks.amount_halalas) filter (where won_at is null), 0)::bigint as halalas,
        max(chargebacks.changed_at) as changed_at
      from payments.chargebacks where chargebacks.gateway = attempts.gateway and payment_id = attempts.id) back
    where attempts.id = any(${[...ids]}::text[])
    order by attempts.gateway, attempts.id`);
}

export type RecordedChargeback = Pick<
  Row<"payments.chargebacks">,
  "payment_id" | "merchant_id" | "amount_halalas"
> & {
  chargeback_id: string;
  is_won: boolean;
};

/** Of these chargebacks of a gateway, those that are recorded, each with all that it took. */
export function loadRecordedChargebacks(
  db: Db,
  { gateway, ids }: { gateway: string; ids: readonly string[] },
): Promise<RecordedChargeback[]> {
  return db.many<RecordedChargeback>(sql`
    select listed_id as chargeback_id, payment_id, merchant_id, sum(amount_halalas)::bigint as amount_halalas,
      bool_or(won_at is not null) as is_won
    from payments.chargebacks
    where gateway = ${gateway} and listed_id = any(${[...ids]}::text[])
    group by listed_id, payment_id, merchant_id`);
}
