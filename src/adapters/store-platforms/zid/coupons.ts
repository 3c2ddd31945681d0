import { FormData } from "undici";
import type { CouponIssuer, CouponSpec, StoreCoupon } from "#modules/stores/server/store-platform.port.ts";
import { isSameCode, makeCreateCoupon } from "../shared/coupons.ts";
import { asText, list, record } from "../shared/read.ts";
import type { ZidApi } from "./api.ts";

const coupons = "/managers/store/coupons";

/** Coupons at Zid (docs.zid.sa, Coupons): every write is a multipart form, and all its fields are text. */
export function zidCoupons(call: ZidApi): CouponIssuer {
  const findCoupon: CouponIssuer["findCoupon"] = async (credential, code) => {
    const query = new URLSearchParams({ search_term: code, page: "1", per_page: "100" });
    const { body } = await call(credential, "GET", `${coupons}?${query}`);
    const row = list(body.coupons).find((one) => isSameCode(asText(record(one).code), code));
    return row === undefined ? null : readCoupon(row);
  };

  return {
    findCoupon,
    createCoupon: makeCreateCoupon(async (credential, spec) => {
      const multipart = toForm(toFields(spec, "1"));
      const { body } = await call(credential, "POST", `${coupons}/add`, { multipart });
      return readCoupon(body.coupon);
    }, findCoupon),
    async stopCoupon(credential, { externalId, ...spec }) {
      const fields = toFields(spec, "0");
      const { name, code, discount_type, discount, status } = fields;
      const multipart = toForm({ name, code, discount_type, discount, status });
      const path = `${coupons}/${encodeURIComponent(externalId)}/update`;
      await call(credential, "POST", path, { multipart, accepted: [404] });
    },
  };
}

/** Zid requires a number of uses; nobody reaches these. */
const anyNumber = "1000000";

const toFields = ({ code, percent, startsOn, endsOn }: CouponSpec, status: "0" | "1") => ({
  name: `Rawaj ${code}`,
  code,
  discount_type: "p",
  discount: String(percent),
  free_shipping: "0",
  free_cod: "0",
  total: "0",
  max_total: "0",
  max_weight: "0",
  conditions: "",
  date_start: startsOn,
  date_end: endsOn,
  uses_total: anyNumber,
  uses_customer: anyNumber,
  apply_to: "all",
  applying_method: "CODE",
  status,
});

function toForm(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

function readCoupon(row: unknown): StoreCoupon {
  const { id, coupon_id, code, discount_type, discount } = record(row);
  const value = Number(discount);
  return {
    externalId: asText(id ?? coupon_id, 40),
    code: asText(code, 60),
    percent: discount_type === "p" && Number.isFinite(value) ? value : null,
  };
}
