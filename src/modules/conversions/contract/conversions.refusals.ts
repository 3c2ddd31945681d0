import { defineRefusals } from "#base/shared/refusals.ts";

export const conversionsRefusals = defineRefusals({
  /** The merchant has no such linked ad account. */
  "conversions.ad_account_not_found": 404,
  /** The ad account has no pixel, tag or conversion action that could receive purchases. */
  "conversions.pixel_required": 409,
  /** Shoppers' contacts are not shared: there is nothing to make a list of. */
  "conversions.contacts_required": 409,
  /** What was given is neither a mobile number nor an e-mail address. */
  "conversions.contact_not_valid": 422,
});
