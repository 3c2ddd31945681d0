import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import { makeKeyset, type PageRequest } from "#base/server/db/keyset.ts";
import type { Row } from "#base/server/db/row.ts";
import { newId } from "#base/server/ids.ts";
import { toCouponCode } from "../../contract/coupon-code.ts";
import type { CouponUses } from "../../domain/coupons.ts";

export type CouponRow = Row<"billing.coupons">;

export function findCoupon(db: Db, code: string): Promise<CouponRow | undefined> {
  return db.maybeOne<CouponRow>(sql`select * from billing.coupons where code = ${toCouponCode(code)}`);
}

/** The code of an order's coupon, for its reader. */
export function findCouponById(db: Db, id: string): Promise<CouponRow | undefined> {
  return db.maybeOne<CouponRow>(sql`select * from billing.coupons where id = ${id}`);
}

/** Nobody else counts the coupon's uses until the transaction ends. */
export async function lockCoupon({ tx }: Context, id: string): Promise<void> {
  await tx.run(sql`select 1 from billing.coupons where id = ${id} for update`);
}

/**
 * How often the coupon is used, by paid orders and by those that may still be paid: two cannot take the last use. A
 * merchant's own unpaid orders are left out: a new order with the coupon takes their place.
 */
export async function countCouponUses(
  { db, actor: { merchantId } }: ReadContext,
  couponId: string,
): Promise<CouponUses> {
  return db.one<CouponUses>(sql`
    select count(*) as all, count(*) filter (where merchant_id = ${merchantId}) as by_merchant,
      exists (select 1 from billing.orders where merchant_id = ${merchantId}
        and state in ('delivered', 'refunded')) as has_bought
    from (
      select merchant_id from billing.orders
      where coupon_id = ${couponId} and (state in ('delivered', 'refunded')
        or (state in ('open', 'failed') and merchant_id <> ${merchantId}))
      union all
      select merchant_id from billing.coupon_uses where coupon_id = ${couponId} and state = 'taken'
    ) uses`);
}

/** What staff may change: orders name the code, which stays. */
export type CouponTerms = Omit<CouponRow, "id" | "code" | "revision" | "created_at">;
export type CouponWithUses = CouponRow & {
  /** How often something was bought with it. */
  uses: number;
};

const withUses = sql`
  select coupons.*, (select count(*) from billing.orders
    where coupon_id = coupons.id and state in ('delivered', 'refunded'))
    + (select count(*) from billing.coupon_uses where coupon_id = coupons.id and state = 'taken') as uses
  from billing.coupons`;

const newestFirst = makeKeyset<CouponWithUses>({
  columns: [
    { name: "created_at", type: "timestamptz" },
    { name: "id", type: "text" },
  ],
  order: "desc",
  toPlace: ({ created_at, id }) => [created_at.toISOString(), id],
});

/** All coupons, newest first, for the staff. */
export async function listCoupons(
  db: Db,
  request: PageRequest,
): Promise<{ items: CouponWithUses[]; total: number; next: string | null }> {
  const found = await db.many<CouponWithUses>(sql`
    ${withUses} where true ${newestFirst.where(request)} ${newestFirst.take(request)}`);
  const { total } = await db.one<{ total: number }>(sql`select count(*) as total from billing.coupons`);
  return { ...newestFirst.split(found, request), total };
}

export function findCouponWithUses(db: Db, id: string): Promise<CouponWithUses | undefined> {
  return db.maybeOne<CouponWithUses>(sql`${withUses} where id = ${id}`);
}

type Writing = Pick<Context, "tx" | "now">;

/** Returns the id. */
export async function insertCoupon(
  { tx, now }: Writing,
  { code, terms }: { code: string; terms: CouponTerms },
): Promise<string> {
  const id = newId("cpn");
  await tx.run(sql`
    insert into billing.coupons (id, code, percent_basis_points, amount_halalas, starts_at, ends_at, scope, max_uses,
      max_uses_per_merchant, is_first_purchase_only, is_active, created_at)
    values (${id}, ${toCouponCode(code)}, ${terms.percent_basis_points}, ${terms.amount_halalas}, ${terms.starts_at},
      ${terms.ends_at}, ${terms.scope}, ${terms.max_uses}, ${terms.max_uses_per_merchant},
      ${terms.is_first_purchase_only}, ${terms.is_active}, ${now})`);
  return id;
}

/** Orders keep their discount. */
export async function saveCoupon(
  { tx }: Writing,
  { id, terms }: { id: string; terms: CouponTerms },
): Promise<void> {
  await tx.run(sql`
    update billing.coupons set percent_basis_points = ${terms.percent_basis_points},
      amount_halalas = ${terms.amount_halalas}, starts_at = ${terms.starts_at}, ends_at = ${terms.ends_at},
      scope = ${terms.scope}, max_uses = ${terms.max_uses}, max_uses_per_merchant = ${terms.max_uses_per_merchant},
      is_first_purchase_only = ${terms.is_first_purchase_only}, is_active = ${terms.is_active},
      revision = revision + 1
    where id = ${id}`);
}
