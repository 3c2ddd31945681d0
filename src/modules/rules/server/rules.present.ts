import type { ReadContext } from "#base/server/context.ts";
import type { Language } from "#base/shared/language.ts";
import { controlRuleFields } from "../contract/control-rule.ts";
import type { LeaveReason } from "../contract/enums.ts";
import type {
  ControlRule,
  RuleAct,
  RuleEvaluation,
  RuleFinding,
  RuleQuestion,
} from "../contract/rules.calls.ts";
import { isMet, type SeenCondition } from "../domain/conditions.ts";
import type { Finding } from "../domain/prove.ts";
import { computeStake, isDoneWithoutAnswer } from "../domain/question.ts";
import { isUndoable, toUndoUntil } from "../domain/undo.ts";
import { type ActRecord, countActs } from "./acts.store.ts";
import type { RuleRecord } from "./control-rules.store.ts";
import type { RulesDeps } from "./deps.ts";
import { type EvaluationRecord, listLastEvaluations } from "./evaluations.store.ts";
import { type QuestionRecord, toAct } from "./questions.store.ts";

type Deps = Pick<RulesDeps, "campaigns" | "messages" | "stores">;
type Named = { id: string; name: string };
const weekMs = 7 * 86_400_000;

/** Rules on the wire, with what they did lately and the campaigns they name. */
export const presentRules =
  ({ campaigns, stores }: Pick<Deps, "campaigns" | "stores">) =>
  async (ctx: ReadContext, rules: readonly RuleRecord[]): Promise<ControlRule[]> => {
    const names = await findNames(
      { campaigns },
      ctx,
      rules.flatMap(({ campaign_ids }) => campaign_ids),
    );
    const products = new Map(
      (
        await stores.findProducts(
          ctx,
          rules.flatMap(({ product_id }) => product_id ?? []),
        )
      ).map(({ id, name }) => [id, { id, name }]),
    );
    const acts = new Map(
      (await countActs(ctx, new Date(ctx.now.getTime() - weekMs))).map(({ rule_id, acts }) => [
        rule_id,
        acts,
      ]),
    );
    const last = new Map((await listLastEvaluations(ctx)).map(({ rule_id, last_at }) => [rule_id, last_at]));
    return rules.map((rule) => ({
      ...controlRuleFields.parse(rule),
      id: rule.id,
      status: rule.status,
      mode: rule.mode,
      mode_since: rule.mode_since?.toISOString() ?? null,
      stop_reason: rule.stop_reason,
      campaigns: rule.campaign_ids.flatMap((id) => names.get(id) ?? []),
      product: products.get(rule.product_id ?? "") ?? null,
      last_evaluated_at: last.get(rule.id)?.toISOString() ?? null,
      acts_7_days: acts.get(rule.id) ?? 0,
      updated_at: rule.updated_at.toISOString(),
    }));
  };

/** Acts on the wire; `rules` name them, a deleted rule has no name any more. */
export const presentActs =
  ({ campaigns, messages }: Pick<Deps, "campaigns" | "messages">) =>
  async (
    ctx: ReadContext,
    acts: readonly ActRecord[],
    { rules, language }: { rules: readonly RuleRecord[]; language: Language },
  ): Promise<RuleAct[]> => {
    const names = await findNames(
      { campaigns },
      ctx,
      acts.map(({ campaign_id }) => campaign_id),
    );
    const ruleNames = new Map(rules.map(({ id, name }) => [id, name]));
    return acts.map((act) => {
      const undoUntil = toUndoUntil(act);
      return {
        id: act.id,
        rule: { id: act.rule_id, name: ruleNames.get(act.rule_id) ?? "" },
        campaign: names.get(act.campaign_id) ?? { id: act.campaign_id, name: "" },
        mode: act.mode,
        kind: act.kind,
        from_halalas: act.from_halalas,
        to_halalas: act.to_halalas,
        resume_at: act.resume_at?.toISOString() ?? null,
        conditions: presentConditions(act.conditions),
        spend_halalas: act.spend_halalas,
        sales_halalas: act.sales_halalas,
        clicks: act.clicks,
        read_at: act.read_at.toISOString(),
        window_from: act.window_from,
        window_to: act.window_to,
        outcome: act.outcome,
        refusal: act.refusal === null ? null : toRefusalText(messages, language, act.refusal),
        acted_at: act.acted_at.toISOString(),
        undone_at: act.undone_at?.toISOString() ?? null,
        undo_until: isUndoable(act) && undoUntil > ctx.now ? undoUntil.toISOString() : null,
      };
    });
  };

export const presentEvaluations =
  ({ campaigns }: Pick<Deps, "campaigns">) =>
  async (ctx: ReadContext, evaluations: readonly EvaluationRecord[]): Promise<RuleEvaluation[]> => {
    const names = await findNames(
      { campaigns },
      ctx,
      evaluations.map(({ campaign_id }) => campaign_id),
    );
    return evaluations.map((one) => ({
      campaign: names.get(one.campaign_id) ?? { id: one.campaign_id, name: "" },
      first_at: one.first_at.toISOString(),
      last_at: one.last_at.toISOString(),
      times: one.times,
      decision: one.decision as LeaveReason | "acted" | "asked",
      conditions: presentConditions(one.conditions),
      spend_halalas: one.spend_halalas,
      sales_halalas: one.sales_halalas,
      clicks: one.clicks,
      read_at: one.read_at?.toISOString() ?? null,
    }));
  };

export const presentQuestions =
  ({ campaigns }: Pick<Deps, "campaigns">) =>
  async (
    ctx: ReadContext,
    questions: readonly QuestionRecord[],
    rules: readonly RuleRecord[],
  ): Promise<RuleQuestion[]> => {
    const names = await findNames(
      { campaigns },
      ctx,
      questions.map(({ campaign_id }) => campaign_id),
    );
    const ruleNames = new Map(rules.map(({ id, name }) => [id, name]));
    return questions.map((one) => ({
      id: one.id,
      rule: { id: one.rule_id, name: ruleNames.get(one.rule_id) ?? "" },
      campaign: names.get(one.campaign_id) ?? { id: one.campaign_id, name: "" },
      kind: one.kind,
      from_halalas: one.from_halalas,
      to_halalas: one.to_halalas,
      conditions: presentConditions(one.conditions),
      spend_halalas: one.spend_halalas,
      sales_halalas: one.sales_halalas,
      clicks: one.clicks,
      read_at: one.read_at.toISOString(),
      window_from: one.window_from,
      window_to: one.window_to,
      stake_halalas: computeStake(toAct(one)),
      text_outcome: one.text_outcome,
      is_done_without_answer: isDoneWithoutAnswer(toAct(one)),
      created_at: one.created_at.toISOString(),
      expires_at: one.expires_at.toISOString(),
    }));
  };

export const presentConditions = (conditions: readonly SeenCondition[]) =>
  conditions.map((one) => ({ ...one, is_met: one.seen !== null && isMet(one, one.seen) }));

/** Findings with the names of their rules and campaigns. */
export function presentFinding(
  finding: Finding,
  rules: readonly Named[],
  campaigns: readonly Named[],
): RuleFinding {
  const pick = (named: readonly Named[], ids: readonly string[]) =>
    ids.map((id) => ({ id, name: named.find((one) => one.id === id)?.name ?? "" }));
  const none = { from_halalas: null, to_halalas: null, ceiling_halalas: null };
  switch (finding.kind) {
    case "never":
      return { ...none, kind: finding.kind, rules: pick(rules, [finding.rule]), campaigns: [] };
    case "opposite":
    case "loop":
      return {
        ...none,
        kind: finding.kind,
        rules: pick(rules, finding.rules),
        campaigns: pick(campaigns, finding.campaigns),
      };
    case "reach":
    case "over_ceiling": {
      const { kind, campaign, ...amounts } = finding;
      return { ...none, ...amounts, kind, rules: [], campaigns: pick(campaigns, [campaign]) };
    }
  }
}

async function findNames({ campaigns }: Pick<Deps, "campaigns">, ctx: ReadContext, ids: readonly string[]) {
  const found = await campaigns.findCampaigns(ctx, [...new Set(ids)]);
  return new Map(found.map(({ id, name }): [string, Named] => [id, { id, name }]));
}

/** Why something was refused, without the numbers of then. */
export function toRefusalText(messages: Deps["messages"], language: Language, code: string): string {
  const key = `rules:refused.${code.replace(".", "_")}`;
  return messages.translate(language, messages.has(key) ? key : "rules:refused.other");
}
