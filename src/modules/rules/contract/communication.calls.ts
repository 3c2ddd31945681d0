import { z } from "zod";
import { defineCalls, instant } from "#base/shared/contract.ts";
import { textChannels } from "#modules/messages/contract/enums.ts";
import { sentText } from "#modules/messages/contract/sent-text.ts";
import { communicationRuleFields } from "./communication-rule.ts";
import { id } from "./control-rule.ts";
import { ruleStatuses, silences } from "./enums.ts";

const reading = { subject: "rule", action: "read" } as const;
const managing = { subject: "rule", action: "manage" } as const;
const byId = z.object({ id });

const communicationRule = communicationRuleFields.extend({
  id: z.string(),
  status: z.enum(ruleStatuses),
  last_evaluated_at: instant.nullable(),
  /** When its last message was written, and how far it is. */
  sent_at: instant.nullable(),
  text: sentText,
});
export type CommunicationRule = z.output<typeof communicationRule>;

const communicationEvaluation = z.object({
  first_at: instant,
  last_at: instant,
  times: z.number().int(),
  decision: z.enum(["sent", ...silences]),
  /** Halalas, hundredths of a return, or orders; null where there was none. */
  value_now: z.number().int().nullable(),
  value_before: z.number().int().nullable(),
  read_at: instant.nullable(),
  text: sentText,
  /** Further numbers that the ceiling of texts in 24 hours, or the stock, left out. */
  numbers_left_out: z.number().int(),
});
export type CommunicationEvaluation = z.output<typeof communicationEvaluation>;

export const communicationCalls = defineCalls({
  "GET Clients/CommunicationRules/index": {
    summary: "The merchant's communication rules, and where their messages go",
    access: reading,
    readsReplica: true,
    answer: z.object({
      items: z.array(communicationRule),
      /** The merchant's own number, as `0501234567`. */
      recipient: z.string(),
      /** Without it messages go by SMS. */
      has_whatsapp: z.boolean(),
      /** Messages that the plan and the stock still pay; null without a limit. */
      texts_left: z.object({ whatsapp: z.number().int().nullable(), sms: z.number().int().nullable() }),
    }),
  },
  "POST Clients/CommunicationRules/create": {
    summary: "Saves a new communication rule, switched on",
    access: managing,
    body: communicationRuleFields,
    answer: communicationRule,
    idempotent: true,
    refusals: ["rules.rules_too_many", "rules.fall_too_large", "rules.number_not_proven"],
  },
  "PUT Clients/CommunicationRules/{id}": {
    summary: "Changes a communication rule; what it said today it does not say again",
    access: managing,
    params: byId,
    body: communicationRuleFields,
    answer: communicationRule,
    refusals: ["rules.fall_too_large", "rules.number_not_proven"],
  },
  "POST Clients/CommunicationRules/{id}/status": {
    summary: "Switches a communication rule on or off",
    access: managing,
    params: byId,
    body: z.object({ status: z.enum(ruleStatuses) }),
    answer: communicationRule,
  },
  "DELETE Clients/CommunicationRules/{id}": {
    summary: "Deletes a communication rule with its log",
    access: managing,
    params: byId,
    answer: z.object({}),
  },
  "GET Clients/CommunicationRules/{id}/evaluations": {
    summary: "What a communication rule saw and why it sent a message or none, newest first",
    access: reading,
    readsReplica: true,
    params: byId,
    query: z.object({
      after: z.string().max(200).optional(),
      size: z.coerce.number().int().min(1).max(50).default(10),
    }),
    answer: z.object({ items: z.array(communicationEvaluation), next: z.string().nullable() }),
  },
  "POST Clients/CommunicationRules/test": {
    summary: "Sends the merchant a test message of a rule, saved or not",
    access: managing,
    body: communicationRuleFields,
    answer: z.object({ channel: z.enum(textChannels) }),
    idempotent: true,
    refusals: ["rules.fall_too_large", "rules.tests_spent", "rules.texts_spent", "rules.texts_used_up"],
  },
});

export type CommunicationCalls = typeof communicationCalls;
