import { recordAudit } from "#base/server/audit.ts";
import { type ReadContext, transact } from "#base/server/context.ts";
import { countFailures } from "./acts.store.ts";
import { lockRule, updateRuleState } from "./control-rules.store.ts";

/** A rule stops when half of so many acts in a row failed since it was switched on. */
const lastActs = 20;

export const stopFailingRule = (ctx: ReadContext, ruleId: string): Promise<void> =>
  transact(ctx, async (ctx) => {
    const rule = await lockRule(ctx, ruleId);
    if (rule?.status !== "active") return;
    const { acts, failed } = await countFailures(ctx, { ruleId, since: rule.mode_since, last: lastActs });
    if (acts < lastActs || failed * 2 < lastActs) return;
    const reason = "acts_failed";
    await updateRuleState(ctx, ruleId, {
      status: "inactive",
      mode: rule.mode,
      stop_reason: reason,
      next_run_at: null,
    });
    await recordAudit(ctx, {
      module: "rules",
      action: "rule.stopped",
      subject: ruleId,
      before: { status: "active" },
      after: { status: "inactive", stop_reason: reason },
    });
    await ctx.tx.publish({
      name: "rules.rule_stopped",
      merchant_id: ctx.actor.merchantId,
      rule_id: ruleId,
      reason,
    });
  });
