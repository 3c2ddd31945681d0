import type { Ability } from "#base/shared/abilities.ts";

/** The roles that an owner can give to a member. */
export const memberRoles = ["manager", "buyer", "accountant", "viewer"] as const;
export type MemberRole = (typeof memberRoles)[number];

/** `owner`: the person whose merchant it is. Nobody can take it away or give it. */
export const roles = ["owner", ...memberRoles] as const;
export type Role = (typeof roles)[number];

/** What every member sees. A member's notifications, lists and reports are their own. */
const everybody: readonly Ability[] = [
  { subject: "ad_account", action: "read" },
  { subject: "billing", action: "read" },
  { subject: "campaign", action: "read" },
  { subject: "campaign_coupon", action: "read" },
  { subject: "card", action: "read" },
  { subject: "conversion", action: "read" },
  { subject: "custom_report", action: "manage" },
  { subject: "landing_page", action: "read" },
  { subject: "library", action: "read" },
  { subject: "marketing_consultation", action: "read" },
  { subject: "media", action: "read" },
  { subject: "member", action: "read" },
  { subject: "merchant", action: "read" },
  { subject: "notification", action: "manage" },
  { subject: "report", action: "read" },
  { subject: "rule", action: "read" },
  { subject: "season", action: "read" },
  { subject: "store", action: "read" },
  { subject: "tracking_link", action: "read" },
  { subject: "wallet", action: "read" },
];

/** Everything that makes and runs campaigns. It spends the balance, and takes no money out. */
const advertising: readonly Ability[] = [
  { subject: "campaign", action: "manage" },
  { subject: "campaign_coupon", action: "manage" },
  { subject: "digital_designer", action: "use" },
  { subject: "digital_writer", action: "use" },
  { subject: "landing_page", action: "manage" },
  { subject: "library", action: "manage" },
  { subject: "media", action: "manage" },
  { subject: "rule", action: "manage" },
  { subject: "speech", action: "use" },
  { subject: "tracking_link", action: "manage" },
];

/** Money in, invoices and the subscription; the books behind them. */
const money: readonly Ability[] = [
  { subject: "billing", action: "manage" },
  { subject: "card", action: "manage" },
  { subject: "ledger", action: "read" },
  { subject: "staff_act", action: "read" },
  { subject: "wallet", action: "deposit" },
];

/**
 * What each role may do; an owner may do everything. Money leaves (a withdrawal, the bank account) by the owner alone,
 * and only the owner decides who is a member.
 */
export const roleAbilities: Record<MemberRole, readonly Ability[]> = {
  manager: [
    ...everybody,
    ...advertising,
    ...money,
    { subject: "ad_account", action: "manage" },
    { subject: "conversion", action: "manage" },
    { subject: "marketing_consultation", action: "manage" },
    { subject: "store", action: "manage" },
  ],
  buyer: [...everybody, ...advertising],
  accountant: [...everybody, ...money],
  viewer: everybody,
};
