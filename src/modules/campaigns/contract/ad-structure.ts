/*
 * How an ad is built, without any of its wording: what it opens with, what makes it believed, what it offers, and what it
 * calls for. Constants alone, which pages read without the validation library.
 */

/** What the first second shows or says. */
export const hookKinds = [
  "question",
  "problem",
  "number",
  "before_after",
  "customer_voice",
  "product_in_use",
  "new_arrival",
  "occasion",
  "price",
] as const;
export type Hook = (typeof hookKinds)[number];

/** Why it is believed. */
export const proofKinds = [
  "reviews",
  "sales_count",
  "guarantee",
  "demonstration",
  "certificate",
  "known_face",
  "origin",
] as const;
export type Proof = (typeof proofKinds)[number];

/** What is offered beside the product itself. */
export const offerKinds = [
  "discount",
  "bundle",
  "gift",
  "free_shipping",
  "limited_time",
  "pay_later",
  "cash_on_delivery",
] as const;
export type Offer = (typeof offerKinds)[number];

/** Null where an ad has none, or where it is not known. The call is the ad's own field `call_to_action`. */
export type AdStructure = { hook: Hook | null; proof: Proof | null; offer: Offer | null };
