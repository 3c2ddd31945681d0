import { defineRefusals } from "#base/shared/refusals.ts";

export const rulesRefusals = defineRefusals({
  "rules.name_used": 409,
  "rules.rules_too_many": 409,
  /** A change needs its unit and amount; a percentage is at most 100. */
  "rules.change_missing": 400,
  "rules.change_too_large": 400,
  "rules.platform_missing": 400,
  "rules.product_missing": 400,
  /** Without a page of its own, no campaign can lead to it. */
  "rules.product_without_page": 409,
  "rules.campaigns_missing": 400,
  "rules.hour_missing": 400,
  /** Hours need a first and a last one, and both are not the same. */
  "rules.hours_wrong": 400,
  /** Switched on, the rules could lead a daily budget past the merchant's ceiling. */
  "rules.over_ceiling": 409,
  "rules.never_acts": 409,
  /** A question is answered once, within two hours, and while all is as it was asked about. */
  "rules.question_answered": 409,
  "rules.question_late": 409,
  "rules.question_overtaken": 409,
  /** Nothing falls by more than all of it. */
  "rules.fall_too_large": 400,
  "rules.tests_spent": 429,
  /** The merchant's texts of 24 hours. */
  "rules.texts_spent": 429,
  /** Neither the plan nor what was bought has units for the message. */
  "rules.texts_used_up": 402,
  /** Messages go to numbers of the merchant's own alone. */
  "rules.number_not_proven": 409,
  "rules.act_not_undoable": 409,
  "rules.act_too_old": 409,
  /** The budget or status is not as the act left it. */
  "rules.changed_since": 409,
});
