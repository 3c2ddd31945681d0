/** Created: by us, through the store's API. Typed: the merchant made it in the store, and typed it in once. */
export const couponSources = ["created", "typed"] as const;
export type CouponSource = (typeof couponSources)[number];

/** Creating and stopping wait for the store. A rejected code was never its campaign's. */
export const couponStatuses = ["creating", "active", "rejected", "stopping", "stopped"] as const;
export type CouponStatus = (typeof couponStatuses)[number];

/** Why a store did not create a code: it has one with that name, we may not, we have no access, or it says otherwise. */
export const couponRejections = ["code_taken", "scope_missing", "not_connected", "refused"] as const;
export type CouponRejection = (typeof couponRejections)[number];

/** Codes a campaign may own at one time, over all stores. */
export const maxActiveCoupons = 20;

/** Days from today that a created code may last. */
export const maxCouponDays = 366;
