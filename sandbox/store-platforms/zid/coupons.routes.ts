import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { checkBody } from "../../base/check-body.ts";
import { parseMultipart } from "../../base/mount.ts";
import { type CouponRecord, endOfRiyadhDay, findCoupon, listCoupons, riyadhDay } from "../shared/coupons.ts";
import type { ApiDeps } from "./api.ts";
import type { Store } from "./model.ts";
import { failure, invalid, notFound } from "./responses.ts";

const COUPONS = "/v1/managers/store/coupons";

const count = z.string().regex(/^\d{1,9}$/);
const flag = z.enum(["0", "1"]);
const discount = z.string().regex(/^\d{1,6}(\.\d{1,2})?$/);
const fields = {
  name: z.string().min(1).max(120),
  code: z.string().min(1).max(40),
  discount_type: z.enum(["p", "f"]),
  discount,
};
const rest = {
  free_shipping: flag,
  free_cod: flag,
  total: discount,
  date_start: z.iso.date(),
  date_end: z.iso.date(),
  uses_total: count,
  uses_customer: count,
  apply_to: z.enum(["all", "products", "categories", "excluded_products"]),
  status: flag,
  applying_method: z.enum(["CODE", "AUTOMATIC"]),
  conditions: z.string(),
  max_total: discount,
  max_weight: discount,
};
const created = z.strictObject({ ...fields, ...rest });
const changed = z.strictObject({ ...fields, ...z.strictObject(rest).partial().shape });

/** Coupons (docs.zid.sa, "Coupons"): writes are multipart forms whose fields are all text. */
export function couponRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const { world, records, guard } = deps;
  app.get(
    COUPONS,
    guard("managers", (request, reply, store) => listStoreCoupons(deps, store, request, reply)),
  );
  app.post(
    `${COUPONS}/add`,
    guard("managers", async (request, reply, store) => {
      const body = checkBody(created, await parseForm(request));
      if (!body.ok) return invalid(reply, body.problems);
      const { code, date_start, date_end, status } = body.value;
      if (findCoupon(records, store.id, code)) return refuseDuplicate(reply);
      if (date_end < date_start || date_end < riyadhDay(world.now()))
        return failure(
          reply,
          422,
          "ERROR_VALIDATION",
          "date_end: must be a date after or equal to date_start",
        );
      const coupon = records.coupons.put({
        id: String(world.ids.number("zid/coupon", 7)),
        storeId: store.id,
        code,
        percent: Number(body.value.discount),
        startsAt: new Date(`${date_start}T00:00:00+03:00`).toISOString(),
        endsAt: endOfRiyadhDay(date_end),
        isActive: status === "1",
        everydayShare: 0,
      });
      return reply.send({ status: "object", coupon: present(coupon) });
    }),
  );
  app.post(
    `${COUPONS}/:id/update`,
    guard("managers", async (request, reply, store) => {
      const coupon = records.coupons.get((request.params as { id: string }).id);
      if (coupon?.storeId !== store.id) return notFound(reply);
      const body = checkBody(changed, await parseForm(request));
      if (!body.ok) return invalid(reply, body.problems);
      const { code, status, date_end } = body.value;
      const same = findCoupon(records, store.id, code);
      if (same && same.id !== coupon.id) return refuseDuplicate(reply);
      const updated = records.coupons.put({
        ...coupon,
        code,
        percent: Number(body.value.discount),
        endsAt: date_end ? endOfRiyadhDay(date_end) : coupon.endsAt,
        isActive: status ? status === "1" : coupon.isActive,
      });
      return reply.send({ status: "object", coupon: present(updated) });
    }),
  );
}

const refuseDuplicate = (reply: FastifyReply) =>
  failure(reply, 422, "ERROR_VALIDATION", "code: The code has already been taken.");

/** A body of another type has no field, so that every required one is missing. */
async function parseForm(request: FastifyRequest): Promise<object> {
  const isForm = (request.headers["content-type"] ?? "").startsWith("multipart/form-data");
  return isForm ? Object.fromEntries(await parseMultipart(request)) : {};
}

const listQuery = z.strictObject({
  page: z.coerce.number().int().min(1).default(1),
  per_page: z.coerce.number().int().min(1).max(100).default(15),
  search_term: z.string().optional(),
});

function listStoreCoupons({ records }: ApiDeps, store: Store, request: FastifyRequest, reply: FastifyReply) {
  const query = checkBody(listQuery, request.query);
  if (!query.ok) return invalid(reply, query.problems);
  const { page, per_page: size, search_term: term = "" } = query.value;
  const rows = listCoupons(records, store.id).filter(({ code }) =>
    code.toUpperCase().includes(term.toUpperCase()),
  );
  return reply.send({
    status: "array",
    coupons: rows.slice((page - 1) * size, page * size).map(present),
    total_coupons_count: rows.length,
  });
}

function present(coupon: CouponRecord) {
  return {
    id: Number(coupon.id),
    coupon_id: Number(coupon.id),
    code: coupon.code,
    name: coupon.code,
    discount_type: "p",
    discount: coupon.percent,
    date_start: coupon.startsAt.slice(0, 10),
    date_end: coupon.endsAt?.slice(0, 10) ?? null,
    is_active: coupon.isActive,
    status_code: coupon.isActive ? "coupon_active" : "coupon_inactive",
  };
}
