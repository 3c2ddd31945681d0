/** The guardrails a rule begins with; each is shown beside it and may be changed within the limits of its field. */
export const guardrailDefaults = {
  cooldown_hours: 6,
  max_acts_per_day: 3,
  max_change_percent: 20,
  min_spend_halalas: 10_000,
  min_clicks: 0,
} as const;

export const ruleNameMax = 80;
/** Beside the first one. */
export const moreConditionsMax = 4;
