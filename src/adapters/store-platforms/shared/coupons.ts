import { AdapterFault, isFault } from "#base/shared/adapter-fault.ts";
import type { CouponIssuer, CouponSpec, StoreCoupon } from "#modules/stores/server/store-platform.port.ts";

/**
 * Creates a code, and when the vendor refuses, looks whether the store has it already: vendors word that refusal in
 * their own ways, and one of them in the store's language.
 */
export function makeCreateCoupon(
  create: (credential: string, spec: CouponSpec) => Promise<StoreCoupon>,
  find: CouponIssuer["findCoupon"],
): CouponIssuer["createCoupon"] {
  return async (credential, spec) => {
    try {
      return await create(credential, spec);
    } catch (error) {
      if (!isFault(error, "rejected") || error.messageKey !== undefined) throw error;
      if ((await find(credential, spec.code)) === null) throw error;
      throw new AdapterFault("rejected", {
        reason: error.reason,
        messageKey: "stores:coupon_code_taken",
        cause: error,
      });
    }
  };
}

/** Vendors search by parts of a code and keep codes in a case of their own. */
export const isSameCode = (one: string, other: string) =>
  one.trim().toUpperCase() === other.trim().toUpperCase();
