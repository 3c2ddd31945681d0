import { type Db, sql } from "#base/server/db/db.ts";

/** What was sold for payments at the gateway, orders and periods alike, as other books compare it. Amounts in halalas. */

export type PaymentKey = { merchant_id: string; payment_id: string; intent_id: string };
export type Sale = Omit<PaymentKey, "intent_id"> & {
  /** What the payment bought; null when it bought nothing. */
  sold_halalas: number | null;
  /** What went back of what it bought, of an order also what is on its way; null when it bought nothing. */
  refunded_halalas: number | null;
  is_order: boolean;
  /** Business time; null when nothing was sold. */
  sold_at: Date | null;
};

/** The sales of these payments. A period that an order bought is the order's. */
export function loadSales(db: Db, payments: readonly PaymentKey[]): Promise<Sale[]> {
  return db.many<Sale>(sql`
    select input.merchant_id, input.payment_id, sold.halalas as sold_halalas, sold.sold_at,
      coalesce(bought.refunded_halalas, sold.returned) as refunded_halalas, bought.id is not null as is_order
    from unnest(${payments.map(({ merchant_id }) => merchant_id)}::text[],
      ${payments.map(({ payment_id }) => payment_id)}::text[],
      ${payments.map(({ intent_id }) => intent_id)}::text[]) as input (merchant_id, payment_id, intent_id)
    left join (
      billing.order_payments used join billing.orders bought on bought.id = used.order_id
    ) on used.merchant_id = input.merchant_id and used.payment_id = input.payment_id and used.result = 'bought'
    cross join lateral (
      select sum(halalas)::bigint as halalas, sum(returned)::bigint as returned, min(sold_at) as sold_at from (
        select used.amount_halalas as halalas, 0 as returned, used.recorded_at as sold_at
        where used.payment_id is not null
        union all
        select due_halalas, returned_halalas, paid_at from billing.periods
        where periods.merchant_id = input.merchant_id and order_id is null and state = 'paid'
          and (periods.payment_id = input.payment_id or periods.payment_id is null and periods.intent_id = input.intent_id)
      ) parts) sold`);
}

export type SalesInput = {
  /** Sold after this time (business time), or at it with a greater payment's id, up to `until`. */
  after: { soldAt: Date; paymentId: string };
  until: Date;
  size: number;
};

/** All merchants' payments that something was sold for. */
export function listSales(
  db: Db,
  { after, until, size }: SalesInput,
): Promise<{ merchant_id: string; payment_id: string; sold_at: Date }[]> {
  return db.many(sql`
    select * from (
      (select merchant_id, payment_id, recorded_at as sold_at from billing.order_payments
        where result = 'bought' and recorded_at <= ${until}
          and (recorded_at, payment_id) > (${after.soldAt}::timestamptz, ${after.paymentId})
        order by recorded_at, payment_id limit ${size})
      union all
      (select merchant_id, payment_id, paid_at from billing.periods
        where payment_id is not null and order_id is null and paid_at <= ${until}
          and (paid_at, payment_id) > (${after.soldAt}::timestamptz, ${after.paymentId})
        order by paid_at, payment_id limit ${size})
    ) sales order by sold_at, payment_id limit ${size}`);
}
