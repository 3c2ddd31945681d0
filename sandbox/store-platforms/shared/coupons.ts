import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { Refusal } from "../../base/vendor.ts";
import type { World } from "../../base/world.ts";
import { checked } from "../../control/control.ts";
import type { ShopOrder } from "../../economy/ports.ts";
import { computeGoodsTotal, computeTotal, type OrderRecord, type ShopRecord } from "./model.ts";
import type { ShopTables } from "./shop-tables.ts";

/** The discount of a code on the goods. */
export interface UsedCoupon {
  code: string;
  halalas: number;
}

/** A code that a merchant or an app made in a shop. */
export interface CouponRecord {
  id: string;
  storeId: string;
  /** As its vendor keeps it. */
  code: string;
  percent: number;
  startsAt: string;
  /** ISO instant; null = it does not end. */
  endsAt: string | null;
  isActive: boolean;
  /** The share of everyday shoppers who know and type it: it stands in a forum, or an influencer said it. */
  everydayShare: number;
}

/** The code that every demo shop accepts. */
export const shopCoupon = { code: "RAWAJ10", percent: 10 };

/** The percentage of everyday orders that use the shop's code. */
const WITH_COUPON = 0.12;

type Coupons = Pick<ShopTables<ShopRecord, OrderRecord>, "coupons">;

const isSameCode = (one: string, other: string) => one.toUpperCase() === other.toUpperCase();

/** The shop's coupon with this code, whether or not it still works. */
export function findCoupon({ coupons }: Coupons, storeId: string, code: string): CouponRecord | undefined {
  return [...coupons.values()].find((one) => one.storeId === storeId && isSameCode(one.code, code));
}

export function listCoupons({ coupons }: Coupons, storeId: string): CouponRecord[] {
  return [...coupons.values()].filter((one) => one.storeId === storeId);
}

const works = (coupon: CouponRecord, at: string) =>
  coupon.isActive && coupon.startsAt <= at && (coupon.endsAt === null || at < coupon.endsAt);

/** The codes that shoppers can use now. */
export function listWorkingCoupons(tables: Coupons, storeId: string, at: string): CouponRecord[] {
  return listCoupons(tables, storeId).filter((coupon) => works(coupon, at));
}

/** The code of this order: the typed one, if the shop accepts it; otherwise decided by the random stream. */
export function pickCoupon(
  { world, vendor, tables }: { world: World; vendor: string; tables: Coupons },
  record: OrderRecord,
  shopOrder: ShopOrder,
): UsedCoupon | null {
  const typed = shopOrder.coupon;
  const isShops =
    typed === undefined
      ? world.random(`${vendor}/coupon`, record.storeId, record.id).chance(WITH_COUPON)
      : typed !== null && isSameCode(typed, shopCoupon.code);
  const made = typed ? findCoupon(tables, record.storeId, typed) : undefined;
  const coupon = isShops ? shopCoupon : made && works(made, record.at) ? made : null;
  if (!coupon) return null;
  return { code: coupon.code, halalas: Math.round((computeGoodsTotal(record) * coupon.percent) / 100) };
}

/** The order's total, net of its coupon. */
export function computeDiscountedTotal(order: OrderRecord & { coupon: UsedCoupon | null }): number {
  return computeTotal(order) - (order.coupon?.halalas ?? 0);
}

/** The end of a Riyadh day "2026-12-31". */
export const endOfRiyadhDay = (day: string) => new Date(`${day}T23:59:59+03:00`).toISOString();

/** The Riyadh day of an instant. */
export const riyadhDay = (at: Date) => new Date(at.getTime() + 3 * 3_600_000).toISOString().slice(0, 10);

/**
 * `POST /control/<vendor>/coupons {store_id, code, percent, everyday_share}`: a merchant makes a code by hand, or one
 * that exists becomes known to a share of the shop's everyday shoppers. `GET` lists them.
 */
export function couponControl<Store extends ShopRecord>(
  app: FastifyInstance,
  {
    world,
    vendor,
    tables,
    find,
  }: { world: World; vendor: string; tables: Coupons; find(id: unknown): Store },
): void {
  const shape = z.strictObject({
    store_id: z.union([z.number(), z.string()]).optional(),
    code: z.string().min(1).max(40),
    percent: z.number().min(1).max(100).optional(),
    everyday_share: z.number().min(0).max(1).optional(),
  });
  app.get(`/control/${vendor}/coupons`, () => [...tables.coupons.values()]);
  app.post(`/control/${vendor}/coupons`, (request) => {
    const body = checked(shape, request.body);
    const store = find(body.store_id);
    const known = findCoupon(tables, store.id, body.code);
    if (!known && body.percent === undefined) throw new Refusal("percent is required for a new code");
    return tables.coupons.put({
      id: known?.id ?? String(world.ids.number(`${vendor}/coupon`, 9)),
      storeId: store.id,
      code: known?.code ?? body.code,
      percent: body.percent ?? known?.percent ?? 0,
      startsAt: known?.startsAt ?? world.now().toISOString(),
      endsAt: known?.endsAt ?? null,
      isActive: true,
      everydayShare: body.everyday_share ?? known?.everydayShare ?? 0,
    });
  });
}
