import type { CouponIssuer, CouponSpec, StoreCoupon } from "#modules/stores/server/store-platform.port.ts";
import { makeCreateCoupon } from "../shared/coupons.ts";
import { asText, list, record } from "../shared/read.ts";
import type { ShopApi } from "./api.ts";
import { couponByCodeQuery, createCouponMutation, stopCouponMutation } from "./queries.ts";

/** Discount codes of a shop (shopify.dev, discountCodeBasicCreate; scope `write_discounts`). */
export function shopCoupons(api: ShopApi): CouponIssuer {
  const findCoupon: CouponIssuer["findCoupon"] = async (credential, code) => {
    const { codeDiscountNodeByCode: node } = await api.query(credential, couponByCodeQuery, { code });
    return node === null || node === undefined ? null : readCoupon(node, code);
  };

  return {
    findCoupon,
    createCoupon: makeCreateCoupon(async (credential, spec) => {
      const basic = toInput(spec);
      const { codeDiscountNode } = await api.mutate(credential, createCouponMutation, { basic });
      return readCoupon(codeDiscountNode, spec.code);
    }, findCoupon),
    async stopCoupon(credential, { externalId }) {
      // A code that the merchant has deleted is stopped.
      await api.mutate(credential, stopCouponMutation, { id: externalId }, /not (?:exist|found)|invalid/i);
    },
  };
}

/** From the first to the last moment of Riyadh days; a share of one for the percentage. */
const toInput = ({ code, percent, startsOn, endsOn }: CouponSpec) => ({
  title: `Rawaj ${code}`,
  code,
  startsAt: `${startsOn}T00:00:00+03:00`,
  endsAt: `${endsOn}T23:59:59+03:00`,
  context: { all: "ALL" },
  customerGets: { value: { percentage: percent / 100 }, items: { all: true } },
  appliesOncePerCustomer: false,
});

function readCoupon(node: unknown, wanted: string): StoreCoupon {
  const { id, codeDiscount } = record(node);
  const discount = record(codeDiscount);
  const [first] = list(record(discount.codes).nodes);
  const share = record(record(discount.customerGets).value).percentage;
  return {
    externalId: asText(id, 100),
    code: asText(record(first).code, 60) || wanted,
    percent: typeof share === "number" ? Math.round(share * 100) : null,
  };
}
