import type { LostReason } from "./words.ts";

/** The news this room sends. Every one carries the merchant's id. */
export type AdAccountsNews =
  /** For the first time, again, or mended. */
  | { name: "ad_account.linked"; merchant_id: string; ad_account_id: string }
  /** The platform no longer lets us act on it; nothing that runs there can be changed from here. */
  | { name: "ad_account.connection_lost"; merchant_id: string; ad_account_id: string; reason: LostReason }
  | { name: "ad_account.unlinked"; merchant_id: string; ad_account_id: string }
  /** Its name, profile, pixel or trouble is another than before. */
  | { name: "ad_account.checked"; merchant_id: string; ad_account_id: string };
