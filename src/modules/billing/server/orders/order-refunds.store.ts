import type { Context } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";

export type OrderRefund = Omit<Row<"billing.order_refunds">, "merchant_id">;

export async function insertOrderRefund({ tx, actor }: Context, refund: OrderRefund): Promise<void> {
  await tx.run(sql`
    insert into billing.order_refunds (id, merchant_id, order_id, amount_halalas, reason, state, payment_refund_id,
      requested_at, finished_at)
    values (${refund.id}, ${actor.merchantId}, ${refund.order_id}, ${refund.amount_halalas}, ${refund.reason},
      ${refund.state}, ${refund.payment_refund_id}, ${refund.requested_at}, ${refund.finished_at})`);
}

export function findOrderRefund({ tx, actor }: Context, id: string): Promise<OrderRefund | undefined> {
  return tx.maybeOne<OrderRefund>(
    sql`select * from billing.order_refunds where id = ${id} and merchant_id = ${actor.merchantId}`,
  );
}

export async function finishOrderRefund(
  { tx, actor, now }: Context,
  { id, state }: Pick<OrderRefund, "id" | "state">,
): Promise<void> {
  await tx.run(sql`
    update billing.order_refunds set state = ${state}, finished_at = ${now}
    where id = ${id} and merchant_id = ${actor.merchantId}`);
}

/** What has gone back of the order in all, in halalas; `counted` with what is on its way. */
export function sumOrderRefunds(
  { tx, actor }: Context,
  orderId: string,
): Promise<{ done: number; counted: number }> {
  return tx.one(sql`
    select coalesce(sum(amount_halalas) filter (where state = 'done'), 0)::bigint as done,
      coalesce(sum(amount_halalas) filter (where state in ('requested', 'done')), 0)::bigint as counted
    from billing.order_refunds where order_id = ${orderId} and merchant_id = ${actor.merchantId}`);
}

/** What the gateway took back of the order by itself, as far as it is recorded. */
export async function countOutsideRefunds({ tx, actor }: Context, orderId: string): Promise<number> {
  const { halalas } = await tx.one<{ halalas: number }>(sql`
    select coalesce(sum(amount_halalas), 0)::bigint as halalas from billing.order_refunds
    where order_id = ${orderId} and merchant_id = ${actor.merchantId} and reason = 'gateway'`);
  return halalas;
}
