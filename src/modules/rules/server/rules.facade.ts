import type { Context, ReadContext } from "#base/server/context.ts";
import type { ControlRuleFields } from "../contract/control-rule.ts";
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
}

export function makeRulesFacade(deps: Pick<RulesDeps, "stores">): RulesFacade {
  const create = createRule(deps);
  return {
    createDraftRule: async (ctx, fields) => (await create(ctx, fields)).id,
    async isLive(ctx, ruleId) {
      const rule = await findRule(ctx, ruleId);
      return rule?.status === "active" && rule.mode === "live";
    },
  };
}
