import type { CouponIssuer, CouponSpec, StoreCoupon } from "#modules/stores/server/store-platform.port.ts";
import { isSameCode, makeCreateCoupon } from "../shared/coupons.ts";
import { asText, list, record } from "../shared/read.ts";
import type { SiteApi } from "./api.ts";

/**
 * Coupons of a WooCommerce site (WooCommerce REST API docs, Coupons). A coupon has no switch that every version knows, so
 * it is stopped by an expiry that has passed: the start of its first day.
 */
export function siteCoupons(call: SiteApi): CouponIssuer {
  const findCoupon: CouponIssuer["findCoupon"] = async (credential, code) => {
    const { body } = await call(credential, "GET", "/coupons", { query: { code } });
    const row = list(body).find((one) => isSameCode(asText(record(one).code), code));
    return row === undefined ? null : readCoupon(row);
  };

  return {
    findCoupon,
    createCoupon: makeCreateCoupon(async (credential, spec) => {
      const { body } = await call(credential, "POST", "/coupons", { json: toBody(spec) });
      return readCoupon(body);
    }, findCoupon),
    async stopCoupon(credential, { externalId, startsOn }) {
      await call(credential, "PUT", `/coupons/${encodeURIComponent(externalId)}`, {
        json: { date_expires: `${startsOn}T00:00:00` },
        accepted: [404],
      });
    },
  };
}

/** An amount is text, a percentage too; the end is in the site's own time. */
const toBody = ({ code, percent, endsOn }: CouponSpec) => ({
  code,
  discount_type: "percent",
  amount: String(percent),
  date_expires: `${endsOn}T23:59:59`,
  description: "Rawaj",
});

function readCoupon(row: unknown): StoreCoupon {
  const { id, code, discount_type, amount } = record(row);
  const value = Number(amount);
  return {
    externalId: asText(id, 40),
    code: asText(code, 60),
    percent: discount_type === "percent" && Number.isFinite(value) ? value : null,
  };
}
