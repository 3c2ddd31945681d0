import { type Context, type ReadContext, systemContext, transact } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import type { RuledCampaign } from "#modules/campaigns/server/campaigns.facade.ts";
import { reaches } from "../domain/check-rule.ts";
import { type Decision, decide, type Facts, type History } from "../domain/decide.ts";
import { computeNextRun, computeOffset } from "../domain/next-run.ts";
import { actOnCampaign } from "./act-on-campaign.ts";
import { loadHistories, loadShadowHistories, sumRaisedToday } from "./acts.store.ts";
import { listDueRules, type RuleRecord, saveNextRun } from "./control-rules.store.ts";
import type { RulesDeps } from "./deps.ts";
import { type NewEvaluation, recordEvaluations } from "./evaluations.store.ts";
import { loadFacts } from "./load-facts.ts";
import { loadSettings } from "./settings.store.ts";
import { stopFailingRule } from "./stop-failing-rule.ts";

type Deps = Pick<RulesDeps, "campaigns" | "figures">;

/**
 * Evaluates the merchant's rules that are due: every campaign they reach, on figures read once. Each act is a
 * transaction of its own, so that one that fails holds up no other, and one that was made is never repeated. While all
 * rules are stopped, nothing is evaluated.
 */
export const evaluateMerchant =
  (deps: Deps) =>
  async (db: Db, { merchantId, now }: { merchantId: string; now: Date }): Promise<void> => {
    const ctx = systemContext(db, merchantId, now);
    const rules = await listDueRules(ctx);
    if (rules.length === 0) return;
    const { stopped_at } = await loadSettings(ctx);
    const evaluations = stopped_at ? [] : await evaluateRules(deps)(ctx, rules);
    await transact(ctx, async (ctx) => {
      await recordEvaluations(ctx, evaluations);
      for (const rule of rules) await scheduleNext(ctx, rule);
    });
  };

const evaluateRules =
  (deps: Deps) =>
  async (ctx: ReadContext, rules: readonly RuleRecord[]): Promise<NewEvaluation[]> => {
    const running = await deps.campaigns.listRuledCampaigns(ctx);
    const reached = running.filter((campaign) => rules.some((rule) => reaches(rule, campaign)));
    if (reached.length === 0) return [];
    const findFacts = await loadFacts(deps)(ctx, {
      windows: rules.map(({ window_days }) => window_days),
      campaignIds: reached.map(({ id }) => id),
    });
    const known = await loadKnown(ctx);
    /** What a rule of this run has stopped or changed already: the next run sees it as it is then. */
    const changed = new Set<string>();
    const evaluations: NewEvaluation[] = [];
    for (const rule of rules) {
      for (const campaign of reached) {
        if (!reaches(rule, campaign) || changed.has(campaign.id)) continue;
        const facts = findFacts(campaign, rule);
        const decision = decide(rule, {
          facts,
          subject: toSubject(campaign),
          history: known.findHistory(rule, campaign.id),
          allowance: { raiseHalalas: known.ceiling - known.raised },
          now: ctx.now,
        });
        evaluations.push(toEvaluation(rule, campaign, { facts, decision }));
        if (decision.kind !== "act") continue;
        const { act, seen } = decision;
        const outcome = await actOnCampaign(deps)(ctx, rule, { campaignId: campaign.id, act, seen, facts });
        if (outcome !== "done") continue;
        changed.add(campaign.id);
        if (act.kind === "set_budget") known.raised += Math.max(0, act.to_halalas - act.from_halalas);
      }
      if (rule.mode === "live") await stopFailingRule(ctx, rule.id);
    }
    return evaluations;
  };

const toSubject = (campaign: RuledCampaign) => ({
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
  seen: decision.seen,
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
