import type { Kind } from "./kinds.ts";

const deposit = { act: "deposit", to: "/financial-transaction/wallet" } as const;
const campaign = { act: "look", to: "/campaigns/$id" } as const;
const consultation = { act: "look", to: "/marketing-consultations-orders/$id" } as const;
const look = <const To extends string>(to: To) => ({ act: "look", to }) as const;

/** The one act of each kind, and its page. The subject is the campaign, the consultation's order or the deposit of a page. */
export const linkByKind = {
  money_low: deposit,
  money_out: deposit,
  deposited: look("/financial-transaction/wallet"),
  top_up_stopped: look("/financial-transaction/payment-methods"),
  campaign_paused: campaign,
  campaign_store_closed: campaign,
  campaign_unlicensed: campaign,
  campaign_ended: campaign,
  licence_ends: look("/account-settings/settings"),
  campaign_differs: campaign,
  budget_reverted: campaign,
  ad_account_lost: { act: "reconnect", to: "/link-ad-accounts/connect-platform" },
  store_lost: { act: "reconnect", to: "/link-ad-accounts/add-store" },
  card_expiring: look("/financial-transaction/payment-methods"),
  trial_ending: look("/financial-transaction/active-subscribtions"),
  renewal_failed: look("/financial-transaction/active-subscribtions"),
  texts_used_up: { act: "buy", to: "/financial-transaction/services-stock" },
  rule_acted: look("/rules/campaigns"),
  rule_asks: look("/rules/campaigns"),
  rule_stopped: look("/rules/campaigns"),
  store_silent: look("/account-settings/connect-store"),
  weekly_note: look("/reports"),
  report_ready: look("/reports/own"),
  data_copy_ready: look("/account-settings/privacy"),
  consultation_not_placed: look("/marketing-consultations-paid/$id"),
  consultation_accepted: consultation,
  consultation_rejected: consultation,
  consultation_confirmed: consultation,
  consultation_cancelled: consultation,
  consultation_completed: consultation,
  consultation_near: consultation,
  consultation_message: consultation,
  member_joined: look("/account-settings/members"),
  member_left: look("/account-settings/members"),
  invitation_declined: look("/account-settings/members"),
} as const satisfies Record<Kind, { act: string; to: string }>;
