import { type Ability, allows, type HeldAbility } from "#base/shared/abilities.ts";
import type { Kind } from "./kinds.ts";

/** `sees`: who may get it. `concerns`: who gets it before they set anything, because they can do something about it. */
type Audience = { sees: Ability; concerns: Ability };

const money: Audience = {
  sees: { subject: "wallet", action: "read" },
  concerns: { subject: "wallet", action: "deposit" },
};
const card: Audience = {
  sees: { subject: "card", action: "read" },
  concerns: { subject: "card", action: "manage" },
};
const billing: Audience = {
  sees: { subject: "billing", action: "read" },
  concerns: { subject: "billing", action: "manage" },
};
const campaign: Audience = {
  sees: { subject: "campaign", action: "read" },
  concerns: { subject: "campaign", action: "manage" },
};
const rule: Audience = {
  sees: { subject: "rule", action: "read" },
  concerns: { subject: "rule", action: "manage" },
};
const store: Audience = {
  sees: { subject: "store", action: "read" },
  concerns: { subject: "store", action: "manage" },
};
const consultation: Audience = {
  sees: { subject: "marketing_consultation", action: "read" },
  concerns: { subject: "marketing_consultation", action: "manage" },
};
const team: Audience = {
  sees: { subject: "member", action: "read" },
  concerns: { subject: "member", action: "manage" },
};
const report: Audience = {
  sees: { subject: "report", action: "read" },
  concerns: { subject: "report", action: "read" },
};

const audienceByKind: Record<Kind, Audience> = {
  money_low: money,
  money_out: money,
  deposited: money,
  top_up_stopped: card,
  campaign_paused: campaign,
  campaign_store_closed: campaign,
  campaign_unlicensed: campaign,
  campaign_ended: campaign,
  licence_ends: campaign,
  campaign_differs: campaign,
  budget_reverted: campaign,
  // Its campaigns go on without rules, so it concerns who runs them and not only who can connect it again.
  ad_account_lost: { sees: { subject: "ad_account", action: "read" }, concerns: campaign.concerns },
  store_lost: { sees: store.sees, concerns: campaign.concerns },
  card_expiring: card,
  trial_ending: billing,
  renewal_failed: billing,
  texts_used_up: billing,
  rule_acted: rule,
  rule_asks: rule,
  rule_stopped: rule,
  report_ready: report,
  data_copy_ready: {
    sees: { subject: "privacy", action: "read" },
    concerns: { subject: "privacy", action: "manage" },
  },
  store_silent: store,
  weekly_note: report,
  consultation_not_placed: consultation,
  consultation_accepted: consultation,
  consultation_rejected: consultation,
  consultation_confirmed: consultation,
  consultation_cancelled: consultation,
  consultation_completed: consultation,
  consultation_near: consultation,
  consultation_message: consultation,
  member_joined: team,
  member_left: team,
  invitation_declined: team,
};

const holds = (held: readonly HeldAbility[], required: Ability): boolean =>
  held.some((one) => allows(one, required));

/** Whether somebody with these abilities may get notifications of the kind. */
export const maySee = (held: readonly HeldAbility[], kind: Kind): boolean =>
  holds(held, audienceByKind[kind].sees);

/** Whether they get them before they set anything. */
export const isConcerned = (held: readonly HeldAbility[], kind: Kind): boolean =>
  maySee(held, kind) && holds(held, audienceByKind[kind].concerns);
