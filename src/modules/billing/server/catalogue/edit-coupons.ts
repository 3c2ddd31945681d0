import type { PageRequest } from "#base/server/db/keyset.ts";
import type { StaffContext, StaffTxContext } from "#base/server/staff-context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { addDays, type RiyadhDay, startOfRiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { catalogueRefusals } from "../../contract/catalogue.refusals.ts";
import type { CatalogueCoupon, CouponFields } from "../../contract/catalogue-coupons.calls.ts";
import { findChanges } from "../../domain/find-changes.ts";
import {
  type CouponTerms,
  type CouponWithUses,
  findCoupon,
  findCouponWithUses,
  insertCoupon,
  listCoupons,
  saveCoupon,
} from "../orders/coupons.store.ts";
import type { CatalogueDeps } from "./catalogue.deps.ts";
import { changeCatalogue, requireRevision } from "./save-item.ts";

/** Coupons with how often each was used, newest first. */
export const showCoupons = async ({ db }: StaffContext, request: PageRequest) => {
  const { items, ...list } = await listCoupons(db, request);
  const { page, size } = request;
  return { page, size, ...list, items: items.map(presentCoupon) };
};

/** A new coupon. Refuses a code that another coupon has, one that is switched off included. */
export const createCoupon =
  ({ staff }: CatalogueDeps) =>
  (ctx: StaffContext, { code, ...fields }: CouponFields & { code: string }): Promise<CatalogueCoupon> =>
    changeCatalogue(ctx, async (ctx) => {
      if (await findCoupon(ctx.tx, code)) catalogueRefusals.refuse("billing.coupon_code_taken", {}, "code");
      const id = await insertCoupon(ctx, { code, terms: toTerms(fields) });
      await staff.recordAct(ctx, {
        action: "billing.coupon_created",
        details: { id, after: { code, ...fields } },
      });
      return loadCoupon(ctx, id);
    });

type CouponChange = CouponFields & { id: string; revision: number };

/** Changes a coupon; orders that have it keep their discount. Saved as it stands, nothing is written. */
export const changeCoupon =
  ({ staff }: CatalogueDeps) =>
  (ctx: StaffContext, { id, revision, ...fields }: CouponChange): Promise<CatalogueCoupon> =>
    changeCatalogue(ctx, async (ctx) => {
      const current = await loadCoupon(ctx, id);
      requireRevision(current, revision);
      const changes = findChanges<CouponFields>(current, fields);
      if (!changes) return current;
      await saveCoupon(ctx, { id, terms: toTerms(fields) });
      const details = { id, code: current.code, ...changes };
      await staff.recordAct(ctx, { action: "billing.coupon_changed", details });
      return loadCoupon(ctx, id);
    });

async function loadCoupon({ tx }: StaffTxContext, id: string): Promise<CatalogueCoupon> {
  const found = await findCouponWithUses(tx, id);
  return found ? presentCoupon(found) : baseRefusals.refuse("base.not_found");
}

/** A coupon counts from the beginning of its first day in Riyadh to the end of its last. */
const toTerms = ({ starts_on, ends_on, ...fields }: CouponFields): CouponTerms => ({
  ...fields,
  starts_at: starts_on === null ? null : startOfRiyadhDay(starts_on as RiyadhDay),
  ends_at: ends_on === null ? null : startOfRiyadhDay(addDays(ends_on as RiyadhDay, 1)),
});

const presentCoupon = ({ starts_at, ends_at, created_at, ...row }: CouponWithUses): CatalogueCoupon => ({
  ...row,
  starts_on: starts_at && toRiyadhDay(starts_at),
  ends_on: ends_at && addDays(toRiyadhDay(ends_at), -1),
  created_at: created_at.toISOString(),
});
