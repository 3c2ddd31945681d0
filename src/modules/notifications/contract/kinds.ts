/** How soon a notification is worth a merchant's time. */
export const levels = ["act_now", "today", "weekly"] as const;
export type Level = (typeof levels)[number];

/** Every kind of notification, by level. Its texts are `kinds.<kind>` and its act stands in `web/kind-links.ts`. */
export const levelByKind = {
  money_low: "act_now",
  money_out: "act_now",
  deposited: "today",
  top_up_stopped: "act_now",
  campaign_paused: "act_now",
  campaign_store_closed: "act_now",
  campaign_unlicensed: "act_now",
  campaign_ended: "today",
  licence_ends: "today",
  campaign_differs: "act_now",
  budget_reverted: "today",
  ad_account_lost: "act_now",
  store_lost: "act_now",
  card_expiring: "today",
  trial_ending: "today",
  renewal_failed: "act_now",
  texts_used_up: "act_now",
  rule_acted: "today",
  rule_asks: "act_now",
  rule_stopped: "act_now",
  report_ready: "weekly",
  data_copy_ready: "today",
  store_silent: "today",
  weekly_note: "weekly",
  consultation_not_placed: "act_now",
  consultation_accepted: "today",
  consultation_rejected: "today",
  consultation_confirmed: "today",
  consultation_cancelled: "today",
  consultation_completed: "weekly",
  consultation_near: "act_now",
  consultation_message: "today",
  member_joined: "today",
  member_left: "today",
  invitation_declined: "today",
} as const satisfies Record<string, Level>;
export type Kind = keyof typeof levelByKind;
export const kinds = Object.keys(levelByKind) as [Kind, ...Kind[]];

/** Kinds whose subject is a campaign. */
export const campaignKinds = [
  "campaign_paused",
  "campaign_store_closed",
  "campaign_unlicensed",
  "campaign_ended",
  "campaign_differs",
  "budget_reverted",
  "rule_acted",
  "rule_asks",
  "weekly_note",
] as const satisfies readonly Kind[];

/** The one thing to do that a weekly note ends with. */
export const advices = ["no_figures", "stop_waste", "mend_loss", "raise_best", "wait_for_orders"] as const;
export type Advice = (typeof advices)[number];

/** The bell counts so far and no further: it shows more as "99+". */
export const countedAtMost = 100;
