/** What a control rule watches over its window: return on ad spend, sales, or spending. */
export const targets = ["roas", "sales", "spend"] as const;
export type Target = (typeof targets)[number];

export const comparisons = ["greater", "less"] as const;

/** What a value is compared with: an amount or a return, or whole percent of the campaign's own seven days before. */
export const bases = ["value", "own_week"] as const;
export type Basis = (typeof bases)[number];

/** How a further condition joins those before it; "and" binds closer than "or". */
export const joins = ["and", "or"] as const;

/** `restore_budget`: back to the budget before rules changed it. */
export const actions = [
  "increase_budget",
  "decrease_budget",
  "restore_budget",
  "pause_until_tomorrow",
  "stop_campaign",
] as const;
export type Action = (typeof actions)[number];

/** Whether the action needs to be told by how much. */
export const changesByValue = ({ action }: { action: Action }): boolean =>
  action === "increase_budget" || action === "decrease_budget";

/** What was done to a campaign. */
export const actKinds = ["set_budget", "pause", "stop"] as const;

/** By how much a budget changes: a share of it, or riyals. */
export const changeUnits = ["percent", "amount"] as const;

/** Which sales count: all orders, or only what was delivered. */
export const stages = ["placed", "delivered"] as const;
export type Stage = (typeof stages)[number];

export const ruleStatuses = ["active", "inactive"] as const;
export type RuleStatus = (typeof ruleStatuses)[number];

/** A rule on trial only records what it would do. */
export const modes = ["shadow", "live"] as const;
export type Mode = (typeof modes)[number];

/** How often a rule is evaluated; a daily one at its hour, in Riyadh. */
export const schedules = ["every_15_minutes", "hourly", "daily"] as const;
export type Schedule = (typeof schedules)[number];

export const reaches = ["all", "platform", "product", "campaigns"] as const;

/** By which channel a rule asks before it acts. */
export const askChannels = ["whatsapp", "sms"] as const;

/** What a merchant answers: do it, leave it, or do it and act by itself from now on. */
export const answers = ["yes", "no", "always"] as const;
export type Answer = (typeof answers)[number];

/** What became of a question: answered, decided without an answer (done or left), or what it was about has changed. */
export const questionStates = ["open", "accepted", "declined", "defaulted", "lapsed", "overtaken"] as const;

/** Why an evaluation left a campaign as it was. */
export const leaveReasons = [
  "not_met",
  "no_figures",
  "figures_stale",
  "nothing_to_divide",
  "no_week_before",
  "spend_too_small",
  "clicks_too_few",
  "budget_differs",
  "changed_lately",
  "acts_used_up",
  "change_too_small",
  "at_minimum",
  "nothing_to_restore",
  "ceiling_reached",
  "waiting_for_answer",
  "declined_lately",
] as const;
export type LeaveReason = (typeof leaveReasons)[number];

/** What became of an act: only recorded, done, refused by the product, confirmed or refused by the platform, undone. */
export const outcomes = ["recorded", "done", "refused", "confirmed", "failed", "undone"] as const;
export type Outcome = (typeof outcomes)[number];

/** Why the product switched a rule off by itself. */
export const stopReasons = ["acts_failed"] as const;
export type StopReason = (typeof stopReasons)[number];

/** What the prover finds in rules that are on together. */
export const findingKinds = ["opposite", "loop", "never", "reach", "over_ceiling"] as const;

/** What a communication rule watches over all campaigns together. Sales and orders are those placed. */
export const indicators = ["sales", "orders", "spend", "roas", "cost_per_order"] as const;
export type Indicator = (typeof indicators)[number];

export const changes = ["increased", "decreased"] as const;
export type Change = (typeof changes)[number];

/** Why an evaluation sent no message. */
export const silences = [
  "not_met",
  "no_figures",
  "figures_stale",
  "nothing_before",
  "sent_today",
  "same_event",
  "quiet_hours",
  "prayer",
  "over_limit",
  "no_stock",
] as const;
export type Silence = (typeof silences)[number];
