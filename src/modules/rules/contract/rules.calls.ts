import { z } from "zod";
import { defineCalls, halalasSchema, instant, riyadhDay } from "#base/shared/contract.ts";
import { controlRuleFields, id, seenCondition } from "./control-rule.ts";
import {
  actKinds,
  answers,
  findingKinds,
  leaveReasons,
  modes,
  outcomes,
  questionStates,
  ruleStatuses,
  stopReasons,
} from "./enums.ts";

const reading = { subject: "rule", action: "read" } as const;
const managing = { subject: "rule", action: "manage" } as const;
const byId = z.object({ id });

/** A list by cursor: the last row of the page before. */
const pageAfter = {
  after: z.string().max(200).optional(),
  size: z.coerce.number().int().min(1).max(50).default(20),
};
const page = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), next: z.string().nullable() });

const named = z.object({ id: z.string(), name: z.string() });

export const controlRule = controlRuleFields.extend({
  id: z.string(),
  status: z.enum(ruleStatuses),
  mode: z.enum(modes),
  mode_since: instant.nullable(),
  stop_reason: z.enum(stopReasons).nullable(),
  /** The named campaigns that still exist, for a rule that names campaigns. */
  campaigns: z.array(named),
  /** The product that it is for; null for another reach. */
  product: named.nullable(),
  last_evaluated_at: instant.nullable(),
  acts_7_days: z.number().int(),
  updated_at: instant,
});
export type ControlRule = z.output<typeof controlRule>;

const figuresSeen = {
  /** All of the rule's conditions as they were then; none of what was recorded of a deleted rule before it kept them. */
  conditions: z.array(seenCondition),
  spend_halalas: halalasSchema,
  sales_halalas: halalasSchema,
  clicks: z.number().int(),
  /** When the figures were read. */
  read_at: instant.nullable(),
};

export const ruleAct = z.object({
  id: z.string(),
  rule: named,
  campaign: named,
  mode: z.enum(modes),
  kind: z.enum(actKinds),
  from_halalas: halalasSchema,
  to_halalas: halalasSchema.nullable(),
  /** When a campaign that was paused until tomorrow runs again; null when it does, or that was given up. */
  resume_at: instant.nullable(),
  ...figuresSeen,
  window_from: riyadhDay,
  window_to: riyadhDay,
  outcome: z.enum(outcomes),
  /** Why it was refused, in the reader's language. */
  refusal: z.string().nullable(),
  acted_at: instant,
  undone_at: instant.nullable(),
  /** Until when it can be taken back; null when it cannot. */
  undo_until: instant.nullable(),
});
export type RuleAct = z.output<typeof ruleAct>;

const ruleEvaluation = z.object({
  campaign: named,
  first_at: instant,
  last_at: instant,
  /** How often the same was decided, with the same figures. */
  times: z.number().int(),
  decision: z.enum(["acted", "asked", ...leaveReasons]),
  ...figuresSeen,
});
export type RuleEvaluation = z.output<typeof ruleEvaluation>;

const ruleQuestion = z.object({
  id: z.string(),
  rule: named,
  campaign: named,
  kind: z.enum(actKinds),
  from_halalas: halalasSchema,
  to_halalas: halalasSchema.nullable(),
  ...figuresSeen,
  window_from: riyadhDay,
  window_to: riyadhDay,
  /** What the answer decides about, a day. */
  stake_halalas: halalasSchema,
  /** Whether it is done when nobody answers in time. */
  is_done_without_answer: z.boolean(),
  /** Whether its text went out, or the ceiling of texts in 24 hours stopped it; null where it is older than this is known. */
  text_outcome: z.enum(["queued", "over_limit"]).nullable(),
  created_at: instant,
  expires_at: instant,
});
export type RuleQuestion = z.output<typeof ruleQuestion>;

const range = z.object({ low: halalasSchema, high: halalasSchema });
const testedAct = z.object({
  day: riyadhDay,
  campaign: named,
  /** All of the rule's conditions, as that day's morning saw them. */
  conditions: z.array(seenCondition),
  kind: z.enum(actKinds),
  from_halalas: halalasSchema,
  to_halalas: halalasSchema.nullable(),
  spend_after_halalas: halalasSchema,
  sales_after_halalas: halalasSchema,
  was_right: z.boolean().nullable(),
});
const backTestResult = z.object({
  /** What was decided on: hundredths or halalas. */
  value: z.number().int(),
  acts: z.number().int(),
  campaigns: z.number().int(),
  saved: range,
  lost_sales: range,
  extra_spend: range,
  extra_sales: range,
});
export const backTestAnswer = z.object({
  from: riyadhDay,
  to: riyadhDay,
  /** On how many of its days the rule would have looked: none where its season has not been. */
  tested_days: z.number().int(),
  /** How many campaigns had figures in the period. */
  tested_campaigns: z.number().int(),
  result: backTestResult,
  /** The same rule at four fifths and six fifths of its value. */
  nearby: z.array(backTestResult),
  /** Every act, the earliest first; at most the first 200. */
  acts: z.array(testedAct),
});
export type BackTestAnswer = z.output<typeof backTestAnswer>;

const finding = z.object({
  kind: z.enum(findingKinds),
  rules: z.array(named),
  campaigns: z.array(named),
  from_halalas: halalasSchema.nullable(),
  to_halalas: halalasSchema.nullable(),
  ceiling_halalas: halalasSchema.nullable(),
});
export type RuleFinding = z.output<typeof finding>;

const settings = z.object({
  raise_ceiling_halalas: halalasSchema.min(0).max(100_000_000_000),
  budget_ceiling_halalas: halalasSchema.min(1).max(100_000_000_000).nullable(),
});

export const rulesCalls = defineCalls({
  "GET Clients/ControlRules/index": {
    summary: "The merchant's control rules, what they may do together, and what that can lead to",
    access: reading,
    readsReplica: true,
    answer: z.object({
      items: z.array(controlRule),
      settings: settings.extend({ stopped_at: instant.nullable(), raised_today_halalas: halalasSchema }),
      findings: z.array(finding),
    }),
  },
  "GET Clients/ControlRules/{id}": {
    summary: "One control rule",
    access: reading,
    params: byId,
    answer: controlRule,
  },
  "POST Clients/ControlRules/create": {
    summary: "Saves a new control rule, switched off",
    access: managing,
    body: controlRuleFields,
    answer: controlRule,
    idempotent: true,
    refusals: [
      "rules.name_used",
      "rules.rules_too_many",
      "rules.change_missing",
      "rules.change_too_large",
      "rules.platform_missing",
      "rules.product_missing",
      "rules.product_without_page",
      "rules.campaigns_missing",
      "rules.hour_missing",
      "rules.hours_wrong",
    ],
  },
  "PUT Clients/ControlRules/{id}": {
    summary: "Changes a control rule; a rule that is on is looked at together with the others first",
    access: managing,
    params: byId,
    body: controlRuleFields,
    answer: controlRule,
    refusals: [
      "rules.name_used",
      "rules.change_missing",
      "rules.change_too_large",
      "rules.platform_missing",
      "rules.product_missing",
      "rules.product_without_page",
      "rules.campaigns_missing",
      "rules.hour_missing",
      "rules.hours_wrong",
      "rules.over_ceiling",
      "rules.never_acts",
    ],
  },
  "DELETE Clients/ControlRules/{id}": {
    summary: "Deletes a control rule; what it did stays in the log",
    access: managing,
    params: byId,
    answer: z.object({}),
  },
  "POST Clients/ControlRules/{id}/status": {
    summary: "Switches a rule on, on trial or live, or off",
    access: managing,
    params: byId,
    body: z.object({ status: z.enum(ruleStatuses), mode: z.enum(modes) }),
    answer: controlRule,
    refusals: ["rules.over_ceiling", "rules.never_acts"],
  },
  "POST Clients/ControlRules/back-test": {
    summary:
      "What a rule, saved or not, would have done in the last 30 days, by the figures as they were known then",
    access: reading,
    body: controlRuleFields,
    answer: backTestAnswer,
    refusals: [
      "rules.change_missing",
      "rules.change_too_large",
      "rules.platform_missing",
      "rules.product_missing",
      "rules.product_without_page",
      "rules.campaigns_missing",
      "rules.hour_missing",
      "rules.hours_wrong",
    ],
  },
  "GET Clients/ControlRules/acts": {
    summary: "What rules did, or would have done on trial, newest first",
    access: reading,
    readsReplica: true,
    query: z.object({ ...pageAfter, rule_id: id.optional(), campaign_id: id.optional() }),
    answer: page(ruleAct),
  },
  "GET Clients/ControlRules/{id}/evaluations": {
    summary: "What a rule decided about each campaign and why, newest first",
    access: reading,
    readsReplica: true,
    params: byId,
    query: z.object(pageAfter),
    answer: page(ruleEvaluation),
  },
  "POST Clients/ControlRules/acts/{id}/undo": {
    summary: "Takes an act back, while the campaign still is as it left it",
    access: managing,
    params: byId,
    answer: ruleAct,
    refusals: ["rules.act_not_undoable", "rules.act_too_old", "rules.changed_since"],
  },
  "GET Clients/ControlRules/questions": {
    summary: "What rules ask now, the oldest first",
    access: reading,
    answer: z.object({ items: z.array(ruleQuestion) }),
  },
  "POST Clients/ControlRules/questions/{id}/answer": {
    summary: "Answers a rule's question, once",
    access: managing,
    params: byId,
    body: z.object({ answer: z.enum(answers) }),
    answer: z.object({
      state: z.enum(questionStates),
      /** Why the act was refused, in the reader's language; null when it was done or declined. */
      refusal: z.string().nullable(),
    }),
    refusals: ["rules.question_answered", "rules.question_late", "rules.question_overtaken"],
  },
  "PUT Clients/ControlRules/settings": {
    summary: "Sets what all rules together may do",
    access: managing,
    body: settings,
    answer: settings,
    refusals: ["rules.over_ceiling"],
  },
  "POST Clients/ControlRules/stop-all": {
    summary: "Stops all rules at once, or lets them run again",
    access: managing,
    body: z.object({ stopped: z.boolean() }),
    answer: z.object({ stopped_at: instant.nullable() }),
  },
});

export type RulesCalls = typeof rulesCalls;
