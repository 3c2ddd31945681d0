import { z } from "zod";
import { defineEvents, type EventsOf } from "#base/shared/events.ts";
import { outcomes, questionStates, stopReasons } from "./enums.ts";

const rule = z.object({ rule_id: z.string() });

export const rulesEvents = defineEvents({
  /** A rule was saved, switched on or off, or deleted. */
  "rules.rule_changed": rule,
  /** A rule acted on a campaign, or recorded on trial that it would have. */
  "rules.acted": rule.extend({ act_id: z.string(), campaign_id: z.string(), outcome: z.enum(outcomes) }),
  /** A rule asks its merchant before it acts. */
  "rules.asked": rule.extend({ question_id: z.string(), campaign_id: z.string() }),
  /** A question was answered, decided without an answer, or what it was about has changed. */
  "rules.question_closed": rule.extend({
    question_id: z.string(),
    campaign_id: z.string(),
    state: z.enum(questionStates),
  }),
  /** The platform confirmed or refused an act, or somebody took it back. */
  "rules.act_settled": rule.extend({
    act_id: z.string(),
    campaign_id: z.string(),
    outcome: z.enum(outcomes),
  }),
  /** The product switched a rule off by itself. */
  "rules.rule_stopped": rule.extend({ reason: z.enum(stopReasons) }),
  /** A communication rule wrote a message to its merchant. */
  "rules.message_sent": rule,
  /** Ceilings were changed, or all rules were stopped or let run. */
  "rules.settings_changed": z.object({}),
});

declare module "#base/shared/events.ts" {
  interface EventRegistry extends EventsOf<typeof rulesEvents> {}
}
