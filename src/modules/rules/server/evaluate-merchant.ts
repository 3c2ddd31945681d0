import { type Context, type ReadContext, systemContext, transact } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { RuledCampaign } from "#modules/campaigns/server/campaigns.facade.ts";
import { type Facts, toGroups } from "../domain/conditions.ts";
import { type Decision, decide, type History } from "../domain/decide.ts";
import { computeNextRun, computeOffset, isWithinHours } from "../domain/next-run.ts";
import { canRaise } from "../domain/prove.ts";
import { actOnCampaign } from "./act-on-campaign.ts";
import { listFailing, loadHistories, loadShadowHistories, sumRaisedToday } from "./acts.store.ts";
import { settleDueQuestions } from "./answer-question.ts";
import { askFirst } from "./ask-first.ts";
import { listDueRules, type RuleRecord, saveNextRuns } from "./control-rules.store.ts";
import type { RulesDeps } from "./deps.ts";
import { type NewEvaluation, recordEvaluations } from "./evaluations.store.ts";
import { findSeasonDays } from "./find-season-days.ts";
import { loadBudgetsBefore } from "./load-budgets-before.ts";
import { loadFacts } from "./load-facts.ts";
import { loadReach } from "./load-reach.ts";
import { listHeldBack } from "./questions.store.ts";
import { resumePaused } from "./resume-paused.ts";
import { loadSettings, type RuleSettings } from "./settings.store.ts";
import { stopFailingRule } from "./stop-failing-rule.ts";

type Deps = Pick<
  RulesDeps,
  | "campaigns"
  | "figures"
  | "seasons"
  | "stores"
  | "merchants"
  | "messages"
  | "texts"
  | "questionLinks"
  | "systemClock"
>;

/**
 * Ends the pauses that are over, and evaluates the merchant's rules that are due: every campaign they reach, on figures read once. Each act is a
 * transaction of its own, so that one that fails holds up no other, and one that was made is never repeated. While all
 * rules are stopped, nothing is evaluated.
 */
export const evaluateMerchant =
  (deps: Deps) =>
  async (db: Db, { merchantId, now }: { merchantId: string; now: Date }): Promise<void> => {
    const ctx = systemContext(db, merchantId, now);
    await settleDueQuestions(deps)(ctx);
    await resumePaused(deps)(ctx);
    const rules = await listDueRules(ctx);
    if (rules.length === 0) return;
    const settings = await loadSettings(ctx);
    const inTime = settings.stopped_at ? [] : await pickInTime(deps)(ctx, rules);
    const evaluations = inTime.length > 0 ? await evaluateRules(deps)(ctx, inTime, settings) : [];
    await transact(ctx, async (ctx) => {
      await recordEvaluations(ctx, evaluations);
      await saveNextRuns(
        ctx,
        rules.map((rule) => toNextRun(ctx, rule)),
      );
    });
  };

/** The rules whose hours and season it is: a run that is late may have missed them. */
const pickInTime =
  (deps: Deps) =>
  async (ctx: ReadContext, rules: readonly RuleRecord[]): Promise<RuleRecord[]> => {
    const today = toRiyadhDay(ctx.now);
    const inHours = rules.filter((rule) => isWithinHours(rule, ctx.now));
    if (inHours.every(({ season }) => season === null)) return inHours;
    const hasDay = await findSeasonDays(deps)(ctx, { from: today, to: today });
    return inHours.filter(({ season }) => hasDay(season, today));
  };

const evaluateRules =
  (deps: Deps) =>
  async (
    ctx: ReadContext,
    rules: readonly RuleRecord[],
    settings: RuleSettings,
  ): Promise<NewEvaluation[]> => {
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
    const known = await loadKnown(ctx, rules, settings);
    const findHeldBack = await loadHeldBack(deps)(ctx, rules);
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
        const asks = rule.mode === "live" && rule.ask_channel !== null;
        const heldBack = asks && decision.kind === "act" ? findHeldBack(rule, campaign.id) : null;
        const shown = heldBack ?? (decision.kind === "leave" ? decision.reason : asks ? "asked" : "acted");
        evaluations.push(toEvaluation(rule, campaign, { facts, decision, shown }));
        if (decision.kind !== "act" || heldBack) continue;
        const { act, conditions } = decision;
        const input = { campaignId: campaign.id, act, conditions, facts };
        if (asks) {
          await askFirst(deps)(ctx, rule, input);
          continue;
        }
        const outcome = await actOnCampaign(deps)(ctx, rule, input);
        if (outcome !== "done") continue;
        changed.add(campaign.id);
        if (act.kind === "set_budget") known.raised += Math.max(0, act.to_halalas - act.from_halalas);
      }
    }
    await stopFailing(ctx, rules);
    return evaluations;
  };

const toSubject = (campaign: RuledCampaign, restoreToHalalas: number | null) => ({
  restoreToHalalas,
  dailyBudgetHalalas: campaign.daily_budget_halalas,
  minimumBudgetHalalas: campaign.minimum_budget_halalas,
  hasDrift: campaign.has_drift,
});

/** What rules did so far; one on trial is held back only by what it would have done itself. */
async function loadKnown(
  ctx: ReadContext,
  rules: readonly RuleRecord[],
  { raise_ceiling_halalas }: RuleSettings,
) {
  const has = (mode: RuleRecord["mode"]) => rules.some((rule) => rule.mode === mode);
  const toHistory = (row: { last_act_at: Date; acts_today: number } | undefined): History => ({
    lastActAt: row?.last_act_at ?? null,
    actsToday: row?.acts_today ?? 0,
  });
  const live = new Map((has("live") ? await loadHistories(ctx) : []).map((row) => [row.campaign_id, row]));
  const shadow = new Map(
    (has("shadow") ? await loadShadowHistories(ctx) : []).map((row) => [
      `${row.rule_id}:${row.campaign_id}`,
      row,
    ]),
  );
  return {
    ceiling: raise_ceiling_halalas,
    raised: rules.some(canRaise) ? await sumRaisedToday(ctx) : 0,
    findHistory: ({ id, mode }: RuleRecord, campaignId: string): History =>
      toHistory(mode === "live" ? live.get(campaignId) : shadow.get(`${id}:${campaignId}`)),
  };
}

/**
 * Why a rule that asks does not ask about a campaign now: it waits for an answer, or was told no within its cooldown.
 * Nothing is read unless one of the rules asks.
 */
const loadHeldBack =
  ({ systemClock }: Pick<Deps, "systemClock">) =>
  async (ctx: ReadContext, rules: readonly RuleRecord[]) => {
    const at = systemClock.now().getTime();
    const longest = Math.max(0, ...rules.map((rule) => (rule.ask_channel ? rule.cooldown_hours : 0)));
    const rows = longest > 0 ? await listHeldBack(ctx, new Date(at - longest * 3_600_000)) : [];
    return ({ id, cooldown_hours }: RuleRecord, campaignId: string) => {
      const own = rows.filter(({ rule_id, campaign_id }) => rule_id === id && campaign_id === campaignId);
      if (own.some(({ is_open }) => is_open)) return "waiting_for_answer" as const;
      const since = at - cooldown_hours * 3_600_000;
      return own.some(({ declined_at }) => (declined_at?.getTime() ?? 0) > since)
        ? ("declined_lately" as const)
        : null;
    };
  };

type Decided = { facts: Facts; decision: Decision; shown: string };

const toEvaluation = (
  rule: RuleRecord,
  campaign: RuledCampaign,
  { facts, decision, shown }: Decided,
): NewEvaluation => ({
  rule_id: rule.id,
  campaign_id: campaign.id,
  decision: shown,
  conditions: decision.conditions,
  spend_halalas: facts.spend_halalas,
  sales_halalas: facts.sales_halalas,
  clicks: facts.clicks,
  read_at: facts.readAt,
});

/** Only rules with an act that failed are looked at: most have none. */
async function stopFailing(ctx: ReadContext, rules: readonly RuleRecord[]): Promise<void> {
  const failing = new Set((await listFailing(ctx)).map(({ rule_id }) => rule_id));
  for (const { id, mode } of rules) if (mode === "live" && failing.has(id)) await stopFailingRule(ctx, id);
}

function toNextRun(ctx: Context, rule: RuleRecord) {
  if (!rule.next_run_at) throw new Error("a rule that is due has its time");
  const nextRunAt = computeNextRun(rule, ctx.now, computeOffset(ctx.actor.merchantId));
  return { id: rule.id, ranAt: rule.next_run_at, nextRunAt };
}
