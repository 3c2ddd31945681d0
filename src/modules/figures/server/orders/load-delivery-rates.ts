import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { toEstimateDays } from "../../contract/delivery-estimate.ts";
import { type DeliveryRates, type RateFactor, type Settled, toKind } from "../../domain/delivery-rates.ts";
import type { OrderSplit } from "../../domain/order-days.ts";

type Row = {
  split: OrderSplit;
  key: string;
  is_cod: boolean;
  delivered: number;
  refused: number;
  cancelled: number;
  delivered_halalas: number;
  refunded_halalas: number;
};

/** In the rows of all orders the key is the platform that brought them. */
const factorBySplit: Record<OrderSplit, RateFactor> = { all: "source", city: "city", product: "product" };

/** How the merchant's orders of the last months ended, by city, main product and source: from the roll-up. */
export async function loadDeliveryRates({ db, actor, now }: ReadContext): Promise<DeliveryRates> {
  const { rates: days } = toEstimateDays(toRiyadhDay(now));
  const rows = await db.many<Row>(sql`
    select split, case when split = 'all' then platform else key end as key, is_cod,
      sum(orders_delivered + orders_refunded)::bigint as delivered,
      sum(orders_refused)::bigint as refused, sum(orders_cancelled)::bigint as cancelled,
      sum(sales_delivered_halalas + sales_refunded_halalas)::bigint as delivered_halalas,
      sum(refunded_halalas)::bigint as refunded_halalas
    from figures.order_state_days
    where merchant_id = ${actor.merchantId} and split in ('all', 'city', 'product')
      and day between ${days.from} and ${days.to}
    group by 1, 2, 3
    having sum(orders_delivered + orders_refunded + orders_refused + orders_cancelled) > 0`);
  return toRates(rows);
}

function toRates(rows: readonly Row[]): DeliveryRates {
  const makeKind = () => ({
    all: { delivered: 0, refused: 0, cancelled: 0 },
    city: new Map<string, Settled>(),
    product: new Map<string, Settled>(),
    source: new Map<string, Settled>(),
  });
  const kinds = { cod: makeKind(), paid: makeKind() };
  const returns = { delivered_halalas: 0, refunded_halalas: 0, orders: 0 };
  for (const { split, key, is_cod, delivered_halalas, refunded_halalas, ...settled } of rows) {
    const kind = kinds[toKind(is_cod)];
    kind[factorBySplit[split]].set(key, settled);
    if (split !== "all") continue;
    kind.all.delivered += settled.delivered;
    kind.all.refused += settled.refused;
    kind.all.cancelled += settled.cancelled;
    returns.delivered_halalas += delivered_halalas;
    returns.refunded_halalas += refunded_halalas;
    returns.orders += settled.delivered;
  }
  return { ...kinds, returns };
}
