import { defineLive } from "#base/web/runtime/web-module.ts";
import { rulesKeys } from "./rules.queries.ts";

const all = [rulesKeys.all];

export const live = defineLive({
  "rules.rule_changed": all,
  "rules.acted": all,
  "rules.asked": all,
  "rules.question_closed": all,
  "rules.act_settled": all,
  "rules.rule_stopped": all,
  "rules.settings_changed": all,
  "rules.message_sent": all,
  // A message of a communication rule was sent, delivered or read.
  "messages.text_advanced": all,
});
