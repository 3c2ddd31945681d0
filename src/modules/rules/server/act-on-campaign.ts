import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import type { Actor } from "#base/shared/actor.ts";
import type { Act } from "../domain/decide.ts";
import { sumRaisedToday } from "./acts.store.ts";
import { lockMerchantRules, lockRule, type RuleRecord } from "./control-rules.store.ts";
import type { RulesDeps } from "./deps.ts";
import { toWindow } from "./load-facts.ts";
import { type ActInput, type RecordedAct, recordAct } from "./record-act.ts";
import { loadSettings } from "./settings.store.ts";

type Deps = Pick<RulesDeps, "campaigns">;
/** `skipped`: the rule, the campaign or what rules may do has changed since it was decided. */
type Result = RecordedAct["outcome"] | "skipped";

/**
 * Carries out what a rule decided, in one transaction with its record: both are there, or neither. The rule acts in its
 * own name, so every change log says so. On trial only the record is written.
 */
export const actOnCampaign =
  (deps: Deps) =>
  (ctx: ReadContext, rule: RuleRecord, input: ActInput): Promise<Result> =>
    transact({ ...ctx, actor: toActor(ctx.actor, rule.id) }, async (ctx) => {
      await lockMerchantRules(ctx);
      if (!(await isStillWanted(ctx, rule, input.act))) return "skipped";
      const wanted = { rule_id: rule.id, mode: rule.mode, ...toSeen(ctx, rule, input) };
      const recorded = await recordAct(deps)(ctx, wanted, input.act);
      return recorded?.outcome ?? "skipped";
    });

export const toActor = ({ merchantId }: Actor, ruleId: string): Actor => ({
  merchantId,
  by: { kind: "rule", id: ruleId },
});

/** Read again under the lock: switched off, stopped or changed meanwhile, or others have used the ceiling up. */
export async function isStillWanted(
  ctx: Context,
  decided: Pick<RuleRecord, "id" | "mode" | "updated_at">,
  act: Act,
): Promise<boolean> {
  const { stopped_at, raise_ceiling_halalas } = await loadSettings(ctx);
  const rule = await lockRule(ctx, decided.id);
  if (stopped_at || rule?.status !== "active" || rule.mode !== decided.mode) return false;
  if (rule.updated_at.getTime() !== decided.updated_at.getTime()) return false;
  const raise = act.kind === "set_budget" ? act.to_halalas - act.from_halalas : 0;
  if (rule.mode === "shadow" || raise <= 0) return true;
  return (await sumRaisedToday(ctx)) + raise <= raise_ceiling_halalas;
}

/** What was decided, on which figures of which run. */
export function toSeen(ctx: Context, rule: RuleRecord, { campaignId, act, conditions, facts }: ActInput) {
  const window = toWindow(rule.window_days, ctx.now);
  return {
    campaign_id: campaignId,
    run_at: rule.next_run_at ?? ctx.now,
    kind: act.kind,
    from_halalas: act.from_halalas,
    to_halalas: act.kind === "set_budget" ? act.to_halalas : null,
    conditions,
    spend_halalas: facts.spend_halalas,
    sales_halalas: facts.sales_halalas,
    clicks: facts.clicks,
    read_at: facts.readAt ?? ctx.now,
    window_from: window.from,
    window_to: window.to,
  };
}
