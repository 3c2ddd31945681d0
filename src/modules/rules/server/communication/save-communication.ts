import { recordAudit } from "#base/server/audit.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import { consumeRateLimit, waitParams } from "#base/server/rate-limit.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { Language } from "#base/shared/language.ts";
import type { TextChannel } from "#modules/messages/contract/enums.ts";
import { type CommunicationRuleFields, communicationRuleFields } from "../../contract/communication-rule.ts";
import type { RuleStatus } from "../../contract/enums.ts";
import { rulesRefusals } from "../../contract/rules.refusals.ts";
import { toRuleSentence } from "../../domain/communication/message-words.ts";
import { lockMerchantRules } from "../control-rules.store.ts";
import type { RulesDeps } from "../deps.ts";
import { deleteCommunicationEvaluations } from "./communication-evaluations.store.ts";
import {
  type CommunicationRecord,
  communicationRulesMax,
  countCommunicationRules,
  deleteCommunicationRule,
  findCommunicationRule,
  insertCommunicationRule,
  updateCommunicationRule,
  updateCommunicationStatus,
} from "./communication-rules.store.ts";
import { makeTranslate, toNextCommunicationRun, toReason } from "./evaluate-communication.ts";

const testsPerHour = 5;

/** Nothing falls by more than all of it. */
function checkFields(fields: CommunicationRuleFields): void {
  if (fields.change === "decreased" && fields.value > 100)
    rulesRefusals.refuse("rules.fall_too_large", {}, "value");
}

type NumbersDeps = { texts: Pick<RulesDeps["texts"], "findProvenNumbers"> };

/** Messages go to numbers of the merchant's own alone. */
async function checkNumbers({ texts }: NumbersDeps, ctx: Context, numbers: readonly string[]): Promise<void> {
  if (numbers.length === 0) return;
  const proven = new Set(await texts.findProvenNumbers(ctx));
  if (numbers.some((number) => !proven.has(number)))
    rulesRefusals.refuse("rules.number_not_proven", {}, "numbers");
}

/** Saves a new rule, switched on: all it does is write to its own merchant. */
export const createCommunication =
  (deps: NumbersDeps) =>
  (ctx: ReadContext, fields: CommunicationRuleFields): Promise<CommunicationRecord> =>
    transact(ctx, async (ctx) => {
      checkFields(fields);
      await checkNumbers(deps, ctx, fields.numbers);
      await lockMerchantRules(ctx);
      if ((await countCommunicationRules(ctx)) >= communicationRulesMax)
        rulesRefusals.refuse("rules.rules_too_many", { max: communicationRulesMax });
      const nextRunAt = toNextCommunicationRun(ctx);
      const rule = await insertCommunicationRule(ctx, { id: newId("crl"), nextRunAt }, fields);
      await record(ctx, "communication_rule.created", rule.id, { after: fields });
      return rule;
    });

export const changeCommunication =
  (deps: NumbersDeps) =>
  (ctx: ReadContext, id: string, fields: CommunicationRuleFields): Promise<CommunicationRecord> =>
    transact(ctx, async (ctx) => {
      checkFields(fields);
      await checkNumbers(deps, ctx, fields.numbers);
      await lockMerchantRules(ctx);
      const before = (await findCommunicationRule(ctx, id)) ?? baseRefusals.refuse("base.not_found");
      const changed = await updateCommunicationRule(ctx, id, fields);
      await record(ctx, "communication_rule.edited", id, {
        before: communicationRuleFields.parse(before),
        after: fields,
      });
      return changed ?? baseRefusals.refuse("base.not_found");
    });

export const setCommunicationStatus = (
  ctx: ReadContext,
  { id, status }: { id: string; status: RuleStatus },
): Promise<CommunicationRecord> =>
  transact(ctx, async (ctx) => {
    const nextRunAt = status === "active" ? toNextCommunicationRun(ctx) : null;
    const rule = await updateCommunicationStatus(ctx, id, { status, nextRunAt });
    if (!rule) return baseRefusals.refuse("base.not_found");
    const isOn = status === "active";
    await record(ctx, `communication_rule.${isOn ? "switched_on" : "switched_off"}`, id, {
      after: { status },
    });
    return rule;
  });

export const removeCommunication = (ctx: ReadContext, id: string): Promise<Record<string, never>> =>
  transact(ctx, async (ctx) => {
    await lockMerchantRules(ctx);
    const rule = await deleteCommunicationRule(ctx, id);
    if (!rule) return baseRefusals.refuse("base.not_found");
    await deleteCommunicationEvaluations(ctx, id);
    await record(ctx, "communication_rule.deleted", id, { before: communicationRuleFields.parse(rule) });
    return {};
  });

type TestDeps = Pick<RulesDeps, "messages" | "merchants" | "texts" | "billing" | "systemClock">;

/** Sends the merchant what a rule says of itself, at any hour: they wait for it. */
export const testCommunication =
  ({ merchants, texts, billing, systemClock, ...deps }: TestDeps) =>
  (
    ctx: ReadContext,
    fields: CommunicationRuleFields,
    language: Language,
  ): Promise<{ channel: TextChannel }> =>
    transact(ctx, async (ctx) => {
      checkFields(fields);
      const now = systemClock.now();
      const limit = await consumeRateLimit(ctx.tx, {
        key: `rules.test_message:${ctx.actor.merchantId}`,
        limit: testsPerHour,
        windowSeconds: 3_600,
        now,
      });
      if (!limit.isAllowed)
        return rulesRefusals.refuse("rules.tests_spent", waitParams(limit.retryAfterSeconds));
      const sentence = toRuleSentence(makeTranslate(deps, language), fields).replace(/\.$/, "");
      const outcome = await billing.queueCountedText(ctx, {
        key: `communication_rule_test:${newId("tst")}`,
        channel: fields.channel,
        to: await merchants.loadMobile(ctx),
        language,
        template: "communication_rule_test",
        params: { what: sentence },
        linkPath: "rules/communication",
        reason: toReason(deps, fields),
      });
      if (outcome === "no_stock") return rulesRefusals.refuse("rules.texts_used_up");
      if (outcome === "over_limit") return rulesRefusals.refuse("rules.texts_spent");
      return { channel: texts.hasWhatsApp ? fields.channel : "sms" };
    });

async function record(
  ctx: Context,
  action: `communication_rule.${string}`,
  subject: string,
  change: { before?: object; after?: object },
): Promise<void> {
  await recordAudit(ctx, { module: "rules", action, subject, ...change });
  await ctx.tx.publish({ name: "rules.rule_changed", merchant_id: ctx.actor.merchantId, rule_id: subject });
}
