import type { CouponIssuer, CouponSpec, StoreCoupon } from "#modules/stores/server/store-platform.port.ts";
import { isSameCode, makeCreateCoupon } from "../shared/coupons.ts";
import { asText, list, record } from "../shared/read.ts";
import type { SallaApi } from "./api.ts";
import { unwrapData } from "./read.ts";

/**
 * Coupons at Salla (Salla docs, Coupons; scope `marketing.read_write`). `expiry_date` must be at least one day later
 * than today, and is the day on which the code ends.
 */
export function sallaCoupons(api: SallaApi): CouponIssuer {
  const findCoupon: CouponIssuer["findCoupon"] = async (credential, code) => {
    const answer = record(await api.get(credential, `/coupons?keyword=${encodeURIComponent(code)}`));
    const row = list(answer.data).find((one) => isSameCode(asText(record(one).code), code));
    return row === undefined ? null : readCoupon(row);
  };

  return {
    findCoupon,
    createCoupon: makeCreateCoupon(
      async (credential, spec) =>
        readCoupon(unwrapData(await api.post(credential, "/coupons", toBody(spec)))),
      findCoupon,
    ),
    async stopCoupon(credential, { externalId, ...spec }) {
      const path = `/coupons/${encodeURIComponent(externalId)}`;
      if ((await api.get(credential, path, { missing: null })) === null) return;
      await api.put(credential, path, { ...toBody(spec), status: "inactive" });
    },
  };
}

/** Everything the page names as required, and nothing that narrows the code. */
const toBody = ({ code, percent, startsOn, endsOn }: CouponSpec) => ({
  code,
  type: "percentage",
  amount: percent,
  start_date: startsOn,
  expiry_date: `${endsOn} 23:59:59`,
  free_shipping: false,
  exclude_sale_products: false,
  applied_in: "all",
});

function readCoupon(row: unknown): StoreCoupon {
  const { id, code, type, amount } = record(row);
  const value = Number(record(amount).amount ?? amount);
  const isPercent = /^p/i.test(asText(type));
  return {
    externalId: asText(id, 40),
    code: asText(code, 60),
    percent: isPercent && Number.isFinite(value) ? value : null,
  };
}
