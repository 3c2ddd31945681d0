import { z } from "zod";
import type { World } from "../../base/world.ts";
import { type CouponRecord, findCoupon, listCoupons } from "../shared/coupons.ts";
import type { Site } from "./model.ts";
import { presentCoupon, presentShopCoupon } from "./present.ts";
import type { Records } from "./records.ts";
import { checkedParams, RestError, toPage } from "./rest.ts";
import { commonParams, paging, ROOT, requireRow, type SiteRoute } from "./routes.ts";

interface Deps {
  world: World;
  records: Records;
}

const couponsQuery = z.strictObject({ ...paging, ...commonParams, code: z.string().optional() });
const instant = z.string().regex(/^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d)?$/);
const fields = {
  code: z.string().min(1),
  discount_type: z.enum(["percent", "fixed_cart", "fixed_product"]).optional(),
  amount: z
    .string()
    .regex(/^\d{1,6}(\.\d+)?$/)
    .optional(),
  description: z.string().optional(),
  date_expires: instant.nullable().optional(),
  date_expires_gmt: instant.nullable().optional(),
  individual_use: z.boolean().optional(),
  usage_limit: z.number().int().nullable().optional(),
};

/** Coupons (WooCommerce REST API docs, "Coupons"; the source refuses a code that exists). */
export function couponRoutes({ world, records }: Deps): SiteRoute[] {
  const isOwned = (site: Site) => (coupon: CouponRecord) => coupon.storeId === site.id;
  const refuseDuplicate = (): never => {
    throw new RestError(400, "woocommerce_rest_coupon_code_already_exists", "The coupon code already exists");
  };
  return [
    {
      method: "GET",
      path: `${ROOT}/coupons`,
      needs: "read",
      handle({ site, query }) {
        const input = checkedParams(couponsQuery, query);
        const orders = records.listStoreOrders(site.id);
        const countUses = (code: string) =>
          orders.filter(({ coupon }) => coupon?.code.toLowerCase() === code).length;
        const rows = [
          presentShopCoupon(site.openedAt, countUses),
          ...listCoupons(records, site.id).map((coupon) => presentCoupon(coupon, countUses(coupon.code))),
        ].filter(({ code }) => !input.code || input.code.toLowerCase() === code);
        const url = `${world.url("woocommerce")}/${site.slug}/wp-json${ROOT}/coupons`;
        return toPage(rows, input, url, (row) => row);
      },
    },
    {
      method: "POST",
      path: `${ROOT}/coupons`,
      needs: "write",
      handle({ site, body }) {
        const input = checkedParams(z.strictObject(fields), body);
        // The source stores codes in lower case.
        const code = input.code.trim().toLowerCase();
        if (findCoupon(records, site.id, code)) refuseDuplicate();
        if (Number(input.amount ?? 0) > 100 && input.discount_type === "percent")
          throw new RestError(400, "coupon_invalid_amount", "Invalid discount amount");
        const coupon = records.coupons.put({
          id: String(world.ids.number("woocommerce/coupon", 5)),
          storeId: site.id,
          code,
          percent: Number(input.amount ?? 0),
          startsAt: world.now().toISOString(),
          endsAt: toEnd(input) ?? null,
          isActive: true,
          everydayShare: 0,
        });
        return { status: 201, body: presentCoupon(coupon, 0) };
      },
    },
    {
      method: "PUT",
      path: `${ROOT}/coupons/{id}`,
      needs: "write",
      handle({ site, id, body }) {
        const coupon = requireRow(records.coupons.get(id), isOwned(site), "shop_coupon");
        const input = checkedParams(z.strictObject(fields).partial(), body);
        const end = toEnd(input);
        const changed = records.coupons.put({ ...coupon, endsAt: end === undefined ? coupon.endsAt : end });
        return { body: presentCoupon(changed, 0) };
      },
    },
  ];
}

/** The end as an instant; undefined when the body does not name it. `date_expires` is in the site's own time. */
function toEnd(input: {
  date_expires?: string | null | undefined;
  date_expires_gmt?: string | null | undefined;
}) {
  const { date_expires: local, date_expires_gmt: gmt } = input;
  if (gmt !== undefined)
    return gmt && new Date(`${gmt.length === 10 ? `${gmt}T00:00:00` : gmt}Z`).toISOString();
  if (local === undefined) return undefined;
  return local && new Date(`${local.length === 10 ? `${local}T00:00:00` : local}+03:00`).toISOString();
}
