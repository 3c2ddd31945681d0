/** The news this room sends. Every one carries the merchant's id. */
export type MerchantNews =
  | { name: "merchant.signed_up"; merchant_id: string }
  /** A new session began: older ones may tell their merchant. */
  | { name: "merchant.signed_in"; merchant_id: string; session_id: string }
  /** Sessions ended: whatever they hold open must close. */
  | { name: "merchant.sessions_ended"; merchant_id: string; session_ids: string[] }
  | { name: "merchant.profile_changed"; merchant_id: string }
  | { name: "merchant.password_set"; merchant_id: string };
