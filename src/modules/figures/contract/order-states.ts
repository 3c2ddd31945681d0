/**
 * Where an order stands: not sent yet, with the carrier, and the four ends. A refund of a part leaves an order delivered.
 */
export const orderStates = [
  "preparing",
  "on_the_way",
  "delivered",
  "refused",
  "cancelled",
  "refunded",
] as const;
export type OrderState = (typeof orderStates)[number];

/** Orders that will still be delivered or not. */
export const openStates = ["preparing", "on_the_way"] as const satisfies readonly OrderState[];

/** What proves which ad brought an order, as tracking says it. */
export const witnesses = ["click_id", "coupon", "both", "conflict", "none"] as const;
export type Witness = (typeof witnesses)[number];
