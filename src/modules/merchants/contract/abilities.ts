import type { Ability } from "#base/shared/contract.ts";

/**
 * An owner's abilities: everything a merchant can do with its own data. Staff abilities (offers of consultations, the
 * ads library, plans, refunds) are other pairs, granted by a command line and never by a call.
 */
export const ownerAbilities: readonly Ability[] = [
  "account",
  "store",
  "ad_account",
  "campaign",
  "ad_group",
  "ad",
  "media",
  "tracking_link",
  "wallet",
  "card",
  "subscription",
  "report",
  "rule",
  "notification",
  "consultation_order",
].map((subject) => ({ subject, action: "manage" }));
