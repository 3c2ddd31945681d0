/** What an order's line buys: a plan for some months, or packages of a service. */
export const orderLineKinds = ["plan", "package"] as const;
export type OrderLineKind = (typeof orderLineKinds)[number];

/**
 * `open`: may be paid. `delivered`: it was paid, and what it bought is open. `failed`: the last payment was declined; it
 * may be paid in another way. `cancelled`: another order took its place. `expired`: nobody paid within a day.
 */
export const orderStates = ["open", "delivered", "failed", "cancelled", "expired", "refunded"] as const;
export type OrderState = (typeof orderStates)[number];

/** How an order is paid. `form` is the gateway's: a new card, Apple Pay or STC Pay. `free`: a coupon took all of it. */
export const orderPaymentMethods = ["balance", "card", "form", "free"] as const;
export type OrderPaymentMethod = (typeof orderPaymentMethods)[number];

/** What a coupon is for. Consultations are sold by a module above, and count their coupons here. */
export const couponScopes = ["all", "plans", "packages", "consultations"] as const;
export type CouponGoods = OrderLineKind | "consultation";
export type CouponScope = (typeof couponScopes)[number];
