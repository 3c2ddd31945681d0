import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import type { Actor } from "#base/shared/actor.ts";
import { Refusal } from "#base/shared/refusals.ts";
import { addDays, startOfRiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Facts, SeenCondition } from "../domain/conditions.ts";
import type { Act } from "../domain/decide.ts";
import { insertAct, refuseAct, sumRaisedToday } from "./acts.store.ts";
import { lockMerchantRules, lockRule, type RuleRecord } from "./control-rules.store.ts";
import type { RulesDeps } from "./deps.ts";
import { toWindow } from "./load-facts.ts";
import { loadSettings } from "./settings.store.ts";

type Deps = Pick<RulesDeps, "campaigns">;
type Input = { campaignId: string; act: Act; conditions: SeenCondition[]; facts: Facts };
/** `skipped`: the rule, the campaign or what rules may do has changed since it was decided. */
type Result = "done" | "recorded" | "refused" | "skipped";

/**
 * Carries out what a rule decided, in one transaction with its record: both are there, or neither. The rule acts in its
 * own name, so every change log says so. On trial only the record is written. What the wallet or the platform's limits
 * refuse is kept as refused.
 */
export const actOnCampaign =
  (deps: Deps) =>
  (ctx: ReadContext, rule: RuleRecord, input: Input): Promise<Result> =>
    transact({ ...ctx, actor: toActor(ctx.actor, rule) }, async (ctx) => {
      await lockMerchantRules(ctx);
      if (!(await isStillWanted(ctx, rule, input.act))) return "skipped";
      const id = newId("act");
      const isLive = rule.mode === "live";
      const isNew = await insertAct(ctx, {
        id,
        rule_id: rule.id,
        ...toRecord(ctx, rule, input),
        outcome: isLive ? "done" : "recorded",
      });
      if (!isNew) return "skipped";
      const refusal = isLive ? await tryAct(deps)(ctx, input) : null;
      if (refusal !== null) await refuseAct(ctx, { id, refusal });
      const outcome = refusal !== null ? "refused" : isLive ? "done" : "recorded";
      await ctx.tx.publish({
        name: "rules.acted",
        merchant_id: ctx.actor.merchantId,
        rule_id: rule.id,
        act_id: id,
        campaign_id: input.campaignId,
        outcome,
      });
      return outcome;
    });

const toActor = ({ merchantId }: Actor, { id }: RuleRecord): Actor => ({
  merchantId,
  by: { kind: "rule", id },
});

/** Read again under the lock: switched off, stopped or changed meanwhile, or others have used the ceiling up. */
async function isStillWanted(ctx: Context, decided: RuleRecord, act: Act): Promise<boolean> {
  const { stopped_at, raise_ceiling_halalas } = await loadSettings(ctx);
  const rule = await lockRule(ctx, decided.id);
  if (stopped_at || rule?.status !== "active" || rule.mode !== decided.mode) return false;
  if (rule.updated_at.getTime() !== decided.updated_at.getTime()) return false;
  const raise = act.kind === "set_budget" ? act.to_halalas - act.from_halalas : 0;
  if (rule.mode === "shadow" || raise <= 0) return true;
  return (await sumRaisedToday(ctx)) + raise <= raise_ceiling_halalas;
}

function toRecord(ctx: Context, rule: RuleRecord, { campaignId, act, conditions, facts }: Input) {
  const window = toWindow(rule.window_days, ctx.now);
  return {
    campaign_id: campaignId,
    run_at: rule.next_run_at ?? ctx.now,
    mode: rule.mode,
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
    refusal: null,
    acted_at: ctx.now,
    resume_at:
      act.kind === "pause" && rule.mode === "live"
        ? startOfRiyadhDay(addDays(toRiyadhDay(ctx.now), 1))
        : null,
  };
}

/** The code of the refusal; null when it was done. A campaign that was changed meanwhile is left alone. */
const tryAct =
  ({ campaigns }: Deps) =>
  async (ctx: Context, { campaignId, act }: Input): Promise<string | null> => {
    try {
      if (act.kind !== "set_budget") await campaigns.pauseByRule(ctx, { campaignId });
      else await campaigns.changeBudgetFrom(ctx, { campaignId, ...act });
      return null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return error.code;
    }
  };
