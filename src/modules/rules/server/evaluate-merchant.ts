import { type Context, type ReadContext, systemContext, transact } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { RuledCampaign } from "#modules/campaigns/server/campaigns.facade.ts";
import { type Facts, toGroups } from "../domain/conditions.ts";
import { type Decision, decide, type History } from "../domain/decide.ts";
import { computeNextRun, computeOffset, isWithinHours } from "../domain/next-run.ts";
import { actOnCampaign } from "./act-on-campaign.ts";
import { loadHistories, loadShadowHistories, sumRaisedToday } from "./acts.store.ts";
import { listDueRules, type RuleRecord, saveNextRun } from "./control-rules.store.ts";
import type { RulesDeps } from "./deps.ts";
import { type NewEvaluation, recordEvaluations } from "./evaluations.store.ts";
import { findSeasonDays } from "./find-season-days.ts";
import { loadBudgetsBefore } from "./load-budgets-before.ts";
import { loadFacts } from "./load-facts.ts";
import { loadReach } from "./load-reach.ts";
import { resumePaused } from "./resume-paused.ts";
import { loadSettings } from "./settings.store.ts";
import { stopFailingRule } from "./stop-failing-rule.ts";

type Deps = Pick<RulesDeps, "campaigns" | "figures" | "seasons" | "stores">;

/**
 * Ends the pauses that are over, and evaluates the merchant's rules that are due: every campaign they reach, on figures read once. Each act is a
 * transaction of its own, so that one that fails holds up no other, and one that was made is never repeated. While all
 * rules are stopped, nothing is evaluated.
 */
export const evaluateMerchant =
  (deps: Deps) =>
  async (db: Db, { merchantId, now }: { merchantId: string; now: Date }): Promise<void> => {
    const ctx = systemContext(db, merchantId, now);
    await resumePaused(deps)(ctx);
    const rules = await listDueRules(ctx);
    if (rules.length === 0) return;
    const { stopped_at } = await loadSettings(ctx);
    const evaluations = stopped_at ? [] : await evaluateRules(deps)(ctx, await pickInTime(deps)(ctx, rules));
    await transact(ctx, async (ctx) => {
      await recordEvaluations(ctx, evaluations);
      for (const rule of rules) await scheduleNext(ctx, rule);
    });
  };

/** The rules whose hours and season it is: a run that is late may have missed them. */
const pickInTime =
  (deps: Deps) =>
  async (ctx: ReadContext, rules: readonly RuleRecord[]): Promise<RuleRecord[]> => {
    const today = toRiyadhDay(ctx.now);
    const hasDay = await findSeasonDays(deps)(ctx, { from: today, to: today });
    return rules.filter((rule) => isWithinHours(rule, ctx.now) && hasDay(rule.season, today));
  };

const evaluateRules =
  (deps: Deps) =>
  async (ctx: ReadContext, rules: readonly RuleRecord[]): Promise<NewEvaluation[]> => {
    const running = await deps.campaigns.listRuledCampaigns(ctx);
    const reaches = await loadReach(deps)(ctx, rules);
    const reached = running.filter((campaign) => rules.some((rule) => reaches(rule, campaign)));
    if (reached.length === 0) return [];
    const findFacts = await loadFacts(deps)(ctx, {
      windows: rules.map((rule) => ({
        days: rule.window_days,
        withWeekBefore: toGroups(rule)
          .flat()
          .some(({ basis }) => basis === "own_week"),
      })),
      campaignIds: reached.map(({ id }) => id),
    });
    const known = await loadKnown(ctx);
    const budgetsBefore = await loadBudgetsBefore(ctx, rules, reached);
    /** What a rule of this run has stopped or changed already: the next run sees it as it is then. */
    const changed = new Set<string>();
    const evaluations: NewEvaluation[] = [];
    for (const rule of rules) {
      for (const campaign of reached) {
        if (!reaches(rule, campaign) || changed.has(campaign.id)) continue;
        const facts = findFacts(campaign, rule);
        const decision = decide(rule, {
          facts,
          subject: toSubject(campaign, budgetsBefore.get(campaign.id) ?? null),
          history: known.findHistory(rule, campaign.id),
          allowance: { raiseHalalas: known.ceiling - known.raised },
          now: ctx.now,
        });
        evaluations.push(toEvaluation(rule, campaign, { facts, decision }));
        if (decision.kind !== "act") continue;
        const { act, conditions } = decision;
        const outcome = await actOnCampaign(deps)(ctx, rule, {
          campaignId: campaign.id,
          act,
          conditions,
          facts,
        });
        if (outcome !== "done") continue;
        changed.add(campaign.id);
        if (act.kind === "set_budget") known.raised += Math.max(0, act.to_halalas - act.from_halalas);
      }
      if (rule.mode === "live") await stopFailingRule(ctx, rule.id);
    }
    return evaluations;
  };

const toSubject = (campaign: RuledCampaign, restoreToHalalas: number | null) => ({
  restoreToHalalas,
  dailyBudgetHalalas: campaign.daily_budget_halalas,
  minimumBudgetHalalas: campaign.minimum_budget_halalas,
  hasDrift: campaign.has_drift,
});

/** What rules did so far; one on trial is held back only by what it would have done itself. */
async function loadKnown(ctx: ReadContext) {
  const { raise_ceiling_halalas } = await loadSettings(ctx);
  const toHistory = (row: { last_act_at: Date; acts_today: number } | undefined): History => ({
    lastActAt: row?.last_act_at ?? null,
    actsToday: row?.acts_today ?? 0,
  });
  const live = new Map((await loadHistories(ctx)).map((row) => [row.campaign_id, row]));
  const shadow = new Map(
    (await loadShadowHistories(ctx)).map((row) => [`${row.rule_id}:${row.campaign_id}`, row]),
  );
  return {
    ceiling: raise_ceiling_halalas,
    raised: await sumRaisedToday(ctx),
    findHistory: ({ id, mode }: RuleRecord, campaignId: string): History =>
      toHistory(mode === "live" ? live.get(campaignId) : shadow.get(`${id}:${campaignId}`)),
  };
}

type Decided = { facts: Facts; decision: Decision };

const toEvaluation = (
  rule: RuleRecord,
  campaign: RuledCampaign,
  { facts, decision }: Decided,
): NewEvaluation => ({
  rule_id: rule.id,
  campaign_id: campaign.id,
  decision: decision.kind === "act" ? "acted" : decision.reason,
  conditions: decision.conditions,
  spend_halalas: facts.spend_halalas,
  sales_halalas: facts.sales_halalas,
  clicks: facts.clicks,
  read_at: facts.readAt,
});

function scheduleNext(ctx: Context, rule: RuleRecord): Promise<void> {
  if (!rule.next_run_at) throw new Error("a rule that is due has its time");
  const nextRunAt = computeNextRun(rule, ctx.now, computeOffset(ctx.actor.merchantId));
  return saveNextRun(ctx, { id: rule.id, ranAt: rule.next_run_at, nextRunAt });
}
