import type { World } from "../../base/world.ts";
import { type CouponRecord, findCoupon } from "../shared/coupons.ts";
import type { Shop } from "./model.ts";
import type { Records } from "./records.ts";

interface Deps {
  world: World;
  records: Records;
}

interface BasicInput {
  code?: string | null;
  title?: string | null;
  startsAt?: string | null;
  endsAt?: string | null;
  context?: { all?: string | null } | null;
  customerGets?: {
    value?: { percentage?: number | null } | null;
    items?: { all?: boolean | null } | null;
  } | null;
}

const gid = "gid://shopify/DiscountCodeNode/";

/** Discount codes (shopify.dev, discountCodeBasicCreate): refusals are user errors inside HTTP 200. */
export function discountFields(
  { world, records }: Deps,
  shop: Shop,
  needs: (field: string, scope: string) => void,
) {
  const present = (coupon: CouponRecord) => ({
    id: `${gid}${coupon.id}`,
    codeDiscount: {
      __typename: "DiscountCodeBasic",
      title: `Rawaj ${coupon.code}`,
      status: coupon.isActive && (coupon.endsAt ?? "9") > world.now().toISOString() ? "ACTIVE" : "EXPIRED",
      startsAt: coupon.startsAt,
      endsAt: coupon.endsAt,
      codes: () => ({ nodes: [{ code: coupon.code }] }),
      customerGets: { value: { __typename: "DiscountPercentage", percentage: coupon.percent / 100 } },
    },
  });
  const findById = (id: string) => {
    const coupon = records.coupons.get(id.replace(gid, ""));
    return coupon?.storeId === shop.id ? coupon : undefined;
  };
  return {
    codeDiscountNode({ id }: { id: string }) {
      needs("codeDiscountNode", "read_discounts");
      const coupon = findById(id);
      return coupon ? present(coupon) : null;
    },
    codeDiscountNodeByCode({ code }: { code: string }) {
      needs("codeDiscountNodeByCode", "read_discounts");
      const coupon = findCoupon(records, shop.id, code);
      return coupon ? present(coupon) : null;
    },
    discountCodeBasicCreate({ basicCodeDiscount: input }: { basicCodeDiscount: BasicInput }) {
      needs("discountCodeBasicCreate", "write_discounts");
      const errors = listErrors(input, (code) => findCoupon(records, shop.id, code) !== undefined);
      if (errors.length > 0) return { codeDiscountNode: null, userErrors: errors };
      const coupon = records.coupons.put({
        id: String(world.ids.number("shopify/discount", 13)),
        storeId: shop.id,
        code: input.code ?? "",
        percent: Math.round((input.customerGets?.value?.percentage ?? 0) * 100),
        startsAt: new Date(input.startsAt ?? "").toISOString(),
        endsAt: input.endsAt ? new Date(input.endsAt).toISOString() : null,
        isActive: true,
        everydayShare: 0,
      });
      return { codeDiscountNode: present(coupon), userErrors: [] };
    },
    discountCodeDeactivate({ id }: { id: string }) {
      needs("discountCodeDeactivate", "write_discounts");
      const coupon = findById(id);
      if (!coupon) {
        const message = "Code discount does not exist.";
        return { codeDiscountNode: null, userErrors: [{ field: ["id"], code: "INVALID", message }] };
      }
      return {
        codeDiscountNode: present(records.coupons.put({ ...coupon, isActive: false })),
        userErrors: [],
      };
    },
  };
}

function listErrors(input: BasicInput, isTaken: (code: string) => boolean) {
  const error = (name: string, code: string, message: string) => ({
    field: ["basicCodeDiscount", name],
    code,
    message,
  });
  const percentage = input.customerGets?.value?.percentage ?? null;
  return [
    ...(input.code ? [] : [error("code", "BLANK", "Code can't be blank")]),
    ...(input.code && isTaken(input.code)
      ? [error("code", "TAKEN", "Code must be unique. Please try a different code.")]
      : []),
    ...(input.title ? [] : [error("title", "BLANK", "Title can't be blank")]),
    ...(input.startsAt ? [] : [error("startsAt", "BLANK", "Starts at can't be blank")]),
    ...(input.context?.all ? [] : [error("context", "BLANK", "Context can't be blank")]),
    ...(input.customerGets?.items?.all
      ? []
      : [error("customerGets", "BLANK", "Items in 'customer get' can't be blank")]),
    ...(percentage !== null && percentage > 0 && percentage <= 1
      ? []
      : [error("customerGets", "INVALID", "Value must be between 0.0 and 1.0")]),
    ...(input.endsAt && input.startsAt && Date.parse(input.endsAt) <= Date.parse(input.startsAt)
      ? [error("endsAt", "INVALID", "Ends at needs to be after starts_at")]
      : []),
  ];
}
