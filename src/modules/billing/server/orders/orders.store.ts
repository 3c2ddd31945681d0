import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";

export type Order = Row<"billing.orders">;
export type OrderLine = Omit<Row<"billing.order_lines">, "order_id" | "merchant_id">;

/** Lets no other transaction create, pay or refund the merchant's orders until this one ends. */
export async function lockOrders({ tx, actor: { merchantId } }: Context): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`billing.orders:${merchantId}`}, 0))`);
}

/** Undefined for another merchant's order. */
export function findOrder({ db, actor }: ReadContext, id: string): Promise<Order | undefined> {
  return db.maybeOne<Order>(
    sql`select * from billing.orders where id = ${id} and merchant_id = ${actor.merchantId}`,
  );
}

/** The order of a checkout; one that was cancelled or has expired is over for it. */
export function findOrderOfCheckout(
  { db, actor }: ReadContext,
  checkoutId: string,
): Promise<Order | undefined> {
  return db.maybeOne<Order>(sql`
    select * from billing.orders where merchant_id = ${actor.merchantId} and checkout_id = ${checkoutId}
      and state not in ('cancelled', 'expired')`);
}

/** The newest order of the same goods that is not paid. */
export function findUnpaidOrder({ db, actor }: ReadContext, cartHash: string): Promise<Order | undefined> {
  return db.maybeOne<Order>(sql`
    select * from billing.orders where merchant_id = ${actor.merchantId} and cart_hash = ${cartHash}
      and state in ('open', 'failed') order by opened_at desc limit 1`);
}

/** The newest delivered order of the same goods since then, by the system clock of its opening. */
export function findRecentOrder(
  { db, actor }: ReadContext,
  { cartHash, since }: { cartHash: string; since: Date },
): Promise<Order | undefined> {
  return db.maybeOne<Order>(sql`
    select * from billing.orders where merchant_id = ${actor.merchantId} and cart_hash = ${cartHash}
      and state = 'delivered' and opened_at >= ${since} order by opened_at desc limit 1`);
}

export function listLines({ db }: ReadContext, orderId: string): Promise<OrderLine[]> {
  return db.many<OrderLine>(sql`
    select number, kind, plan_version_id, months, package_id, service, units, valid_days, quantity, title_ar, title_en,
      gross_halalas, discount_halalas, total_halalas, vat_halalas
    from billing.order_lines where order_id = ${orderId} order by number`);
}

type NewOrder = Pick<
  Order,
  | "id"
  | "checkout_id"
  | "cart_hash"
  | "coupon_id"
  | "subtotal_halalas"
  | "discount_halalas"
  | "total_halalas"
  | "vat_halalas"
  | "vat_basis_points"
  | "opened_at"
>;

export async function insertOrder(
  ctx: Context,
  order: NewOrder,
  lines: readonly OrderLine[],
): Promise<Order> {
  const { tx, actor, now } = ctx;
  const created = await tx.one<Order>(sql`
    insert into billing.orders (id, merchant_id, checkout_id, cart_hash, state, coupon_id, subtotal_halalas,
      discount_halalas, total_halalas, vat_halalas, vat_basis_points, created_at, opened_at)
    values (${order.id}, ${actor.merchantId}, ${order.checkout_id}, ${order.cart_hash}, 'open', ${order.coupon_id},
      ${order.subtotal_halalas}, ${order.discount_halalas}, ${order.total_halalas}, ${order.vat_halalas},
      ${order.vat_basis_points}, ${now}, ${order.opened_at})
    returning *`);
  for (const line of lines) {
    await tx.run(sql`
      insert into billing.order_lines (order_id, number, merchant_id, kind, plan_version_id, months, package_id, service,
        units, valid_days, quantity, title_ar, title_en, gross_halalas, discount_halalas, total_halalas, vat_halalas)
      values (${order.id}, ${line.number}, ${actor.merchantId}, ${line.kind}, ${line.plan_version_id}, ${line.months},
        ${line.package_id}, ${line.service}, ${line.units}, ${line.valid_days}, ${line.quantity}, ${line.title_ar},
        ${line.title_en}, ${line.gross_halalas}, ${line.discount_halalas}, ${line.total_halalas}, ${line.vat_halalas})`);
  }
  return created;
}

type OrderChange = Pick<Order, "id" | "state" | "payment_method" | "payment_id" | "paid_at">;

export async function saveOrder({ tx, actor }: Context, order: OrderChange): Promise<void> {
  await tx.run(sql`
    update billing.orders set state = ${order.state}, payment_method = ${order.payment_method},
      payment_id = ${order.payment_id}, paid_at = ${order.paid_at}
    where id = ${order.id} and merchant_id = ${actor.merchantId}`);
}

/** The intent that the merchant pays now; the earlier ones stay the order's too. */
export async function saveOrderIntent(
  { tx, actor, now }: Context,
  { id, intent_id, payment_method }: Pick<Order, "id" | "intent_id" | "payment_method">,
): Promise<void> {
  await tx.run(sql`
    insert into billing.order_intents (intent_id, order_id, merchant_id, created_at)
    values (${intent_id}, ${id}, ${actor.merchantId}, ${now})`);
  await tx.run(sql`
    update billing.orders set intent_id = ${intent_id}, payment_method = ${payment_method}, state = 'open'
    where id = ${id} and merchant_id = ${actor.merchantId}`);
}

/** Cancels the merchant's unpaid orders that hold this coupon: another takes their place. */
export async function cancelOrdersOfCoupon({ tx, actor }: Context, couponId: string): Promise<void> {
  await tx.run(sql`
    update billing.orders set state = 'cancelled'
    where coupon_id = ${couponId} and merchant_id = ${actor.merchantId} and state in ('open', 'failed')`);
}

export async function setRefunded(
  { tx, actor }: Context,
  { id, refunded_halalas, state }: Pick<Order, "id" | "refunded_halalas" | "state">,
): Promise<void> {
  await tx.run(sql`
    update billing.orders set refunded_halalas = ${refunded_halalas}, state = ${state}
    where id = ${id} and merchant_id = ${actor.merchantId}`);
}

/** Ends a batch of orders that nobody paid before then, by the system clock. Returns how many. */
export function expireUnpaidOrders(
  db: Db,
  { before, size }: { before: Date; size: number },
): Promise<number> {
  return db.run(sql`
    update billing.orders set state = 'expired' where id in (
      select id from billing.orders where state in ('open', 'failed') and opened_at < ${before}
      order by opened_at limit ${size} for update skip locked)`);
}

/** The merchant's newest orders, for the staff that looks one up. */
export function listOrders({ db, actor }: ReadContext, { size }: { size: number }): Promise<Order[]> {
  return db.many<Order>(sql`
    select * from billing.orders where merchant_id = ${actor.merchantId}
    order by created_at desc, id desc limit ${size}`);
}
