import type { Context, ReadContext } from "#base/server/context.ts";
import type { Language } from "#base/shared/language.ts";
import type { ControlRuleFields } from "../contract/control-rule.ts";
import { toRuleSentence } from "../domain/communication/message-words.ts";
import { listCommunicationRules } from "./communication/communication-rules.store.ts";
import { makeTranslate } from "./communication/evaluate-communication.ts";
import { findRule } from "./control-rules.store.ts";
import type { RulesDeps } from "./deps.ts";
import { createRule } from "./save-rule.ts";

/** Rules as the modules above see them. */
export interface RulesFacade {
  /**
   * Saves a control rule that is switched off: the merchant tries it and switches it on. Refuses what is wrong with it,
   * and `rules.rules_too_many`. Returns its id.
   */
  createDraftRule(ctx: Context, fields: ControlRuleFields): Promise<string>;
  /** Whether the rule acts by itself now; false once it is gone. */
  isLive(ctx: ReadContext, ruleId: string): Promise<boolean>;
  /** The merchant's communication rules, each as the sentence that its card shows; at most `communicationRulesMax`. */
  listCommunicationRules(ctx: ReadContext, language: Language): Promise<{ id: string; sentence: string }[]>;
}

export function makeRulesFacade(deps: Pick<RulesDeps, "stores" | "messages">): RulesFacade {
  const create = createRule(deps);
  return {
    createDraftRule: async (ctx, fields) => (await create(ctx, fields)).id,
    async isLive(ctx, ruleId) {
      const rule = await findRule(ctx, ruleId);
      return rule?.status === "active" && rule.mode === "live";
    },
    async listCommunicationRules(ctx, language) {
      const t = makeTranslate(deps, language);
      const rules = await listCommunicationRules(ctx);
      return rules.map((rule) => ({ id: rule.id, sentence: toRuleSentence(t, rule) }));
    },
  };
}
