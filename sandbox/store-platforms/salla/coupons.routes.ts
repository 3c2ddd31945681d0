import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { checkBody } from "../../base/check-body.ts";
import { type CouponRecord, endOfRiyadhDay, findCoupon, listCoupons, riyadhDay } from "../shared/coupons.ts";
import { type ApiDeps, paging, ROOT } from "./api.deps.ts";
import type { Store } from "./model.ts";
import { failure, invalid, money, notFound, riyadhTime, sendList, success } from "./responses.ts";

const day = z.string().regex(/^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/);
const fields = {
  code: z.string().min(1).max(40),
  type: z.enum(["Percentage", "percentage", "Fixed", "fixed", "F", "f", "P", "p"]),
  amount: z.number().min(0.01),
  status: z.enum(["active", "inactive"]).optional(),
  start_date: day.optional(),
  expiry_date: day,
  applied_in: z.enum(["all", "web", "app"]).optional(),
  usage_limit: z.number().int().min(1).optional(),
  usage_limit_per_user: z.number().int().min(1).optional(),
  minimum_amount: z.number().optional(),
  maximum_amount: z.number().optional(),
  free_shipping: z.boolean(),
  exclude_sale_products: z.boolean(),
};
const created = z.strictObject(fields);
const changed = z.strictObject(fields).partial();
type Change = z.output<typeof changed>;

/** Coupons (Salla docs, "Coupons"; scopes `marketing.read` and `marketing.read_write`). */
export function couponRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const { guard } = deps;
  app.get(
    `${ROOT}/coupons`,
    guard("marketing.read", (request, reply, { store }) => listStoreCoupons(deps, store, request, reply)),
  );
  app.get(
    `${ROOT}/coupons/:id`,
    guard("marketing.read", (request, reply, { store }) => {
      const coupon = requireCoupon(deps, store, request);
      return coupon ? success(reply, present(coupon)) : notFound(reply);
    }),
  );
  app.post(
    `${ROOT}/coupons`,
    guard("marketing.read_write", (request, reply, { store }) => {
      const body = checkBody(created, request.body ?? {});
      if (!body.ok) return invalid(reply, body.problems);
      const problems = listProblems(deps, store, body.value);
      if (problems) return failure(reply, 422, "error", "alert.invalid_fields", problems);
      const coupon = deps.records.coupons.put({
        id: String(deps.world.ids.number("salla/coupon", 9)),
        storeId: store.id,
        everydayShare: 0,
        ...toRecord(body.value, deps.world.now()),
      });
      return success(reply, present(coupon), 201);
    }),
  );
  app.put(
    `${ROOT}/coupons/:id`,
    guard("marketing.read_write", (request, reply, { store }) => {
      const coupon = requireCoupon(deps, store, request);
      if (!coupon) return notFound(reply);
      const body = checkBody(changed, request.body ?? {});
      if (!body.ok) return invalid(reply, body.problems);
      const problems = listProblems(deps, store, body.value, coupon);
      if (problems) return failure(reply, 422, "error", "alert.invalid_fields", problems);
      const { code, amount, status, expiry_date } = body.value;
      const updated = deps.records.coupons.put({
        ...coupon,
        code: code ?? coupon.code,
        percent: amount ?? coupon.percent,
        endsAt: expiry_date ? endOfRiyadhDay(expiry_date.slice(0, 10)) : coupon.endsAt,
        isActive: status ? status === "active" : coupon.isActive,
      });
      return success(reply, present(updated));
    }),
  );
}

const listQuery = z.strictObject({ ...paging, keyword: z.string().optional() });

function listStoreCoupons(deps: ApiDeps, store: Store, request: FastifyRequest, reply: FastifyReply) {
  const query = checkBody(listQuery, request.query);
  if (!query.ok) return invalid(reply, query.problems);
  const { page, per_page: perPage, keyword = "" } = query.value;
  const rows = listCoupons(deps.records, store.id).filter(({ code }) =>
    code.toUpperCase().includes(keyword.toUpperCase()),
  );
  return sendList(reply, rows, { page, perPage, url: `${deps.world.url("salla")}${ROOT}/coupons` }, present);
}

function requireCoupon({ records }: ApiDeps, store: Store, request: FastifyRequest): CouponRecord | null {
  const coupon = records.coupons.get((request.params as { id: string }).id);
  return coupon?.storeId === store.id ? coupon : null;
}

/** What the vendor refuses beyond the shape, with its own sentences; null when nothing. */
function listProblems({ world, records }: ApiDeps, store: Store, change: Change, own?: CouponRecord) {
  const { code, type, amount, expiry_date } = change;
  const problems: Record<string, string[]> = {};
  const same = code === undefined ? undefined : findCoupon(records, store.id, code);
  if (same && same.id !== own?.id) problems.code = ["لقد قمت بتسجيل كوبون بنفس الاسم من قبل"];
  if (type !== undefined && amount === undefined) problems.amount = ["سعر الكوبون مطلوب"];
  if (/^p/i.test(type ?? "") && (amount ?? 0) > 100) problems.amount = ["نسبة الخصم يجب ألا تتجاوز 100"];
  if (expiry_date !== undefined && expiry_date.slice(0, 10) <= riyadhDay(world.now()))
    problems.expiry_date = ["يجب أن يقع تاريخ انتهاء الكوبون فيما بعد تاريخ اليوم"];
  return Object.keys(problems).length > 0 ? problems : null;
}

function toRecord({ code, amount, start_date, expiry_date, status }: z.output<typeof created>, now: Date) {
  return {
    code,
    percent: amount,
    startsAt: start_date
      ? new Date(`${start_date.slice(0, 10)}T00:00:00+03:00`).toISOString()
      : now.toISOString(),
    endsAt: endOfRiyadhDay(expiry_date.slice(0, 10)),
    isActive: status !== "inactive",
  };
}

function present(coupon: CouponRecord) {
  return {
    id: Number(coupon.id),
    code: coupon.code,
    type: "percentage",
    status: coupon.isActive ? "active" : "inactive",
    amount: money(coupon.percent * 100),
    minimum_amount: null,
    maximum_amount: null,
    expiry_date: coupon.endsAt && riyadhTime(coupon.endsAt),
    start_date: riyadhTime(coupon.startsAt),
    free_shipping: false,
    usage_limit: null,
    usage_limit_per_user: null,
    applied_in: "all",
    is_group: false,
  };
}
