import type { ReadContext } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { Language } from "#base/shared/language.ts";
import { listActs, sumRaisedToday } from "./acts.store.ts";
import { findRule, listRules } from "./control-rules.store.ts";
import type { RulesDeps } from "./deps.ts";
import { listEvaluations } from "./evaluations.store.ts";
import { decodeAfter, encodeAfter } from "./page-after.ts";
import { proveRules } from "./prove-rules.ts";
import { listOpenQuestions } from "./questions.store.ts";
import {
  presentActs,
  presentEvaluations,
  presentFinding,
  presentQuestions,
  presentRules,
} from "./rules.present.ts";
import { loadSettings } from "./settings.store.ts";

type Deps = Pick<RulesDeps, "campaigns" | "messages" | "stores">;

/** All rules of a merchant, at most a hundred, with what they may do and can lead to together. */
export const showRules = (deps: Deps) => async (ctx: ReadContext) => {
  const rules = await listRules(ctx);
  const settings = await loadSettings(ctx);
  const { findings, campaigns } = await proveRules(deps)(ctx, rules, settings);
  return {
    items: await presentRules(deps)(ctx, rules),
    settings: {
      ...settings,
      stopped_at: settings.stopped_at?.toISOString() ?? null,
      raised_today_halalas: await sumRaisedToday(ctx),
    },
    findings: findings.map((finding) => presentFinding(finding, rules, campaigns)),
  };
};

export const showRule = (deps: Deps) => async (ctx: ReadContext, id: string) => {
  const rule = (await findRule(ctx, id)) ?? baseRefusals.refuse("base.not_found");
  const [presented] = await presentRules(deps)(ctx, [rule]);
  return presented ?? baseRefusals.refuse("base.not_found");
};

/** What rules ask now, at most a hundred. */
export const showQuestions = (deps: Deps) => async (ctx: ReadContext) => ({
  items: await presentQuestions(deps)(ctx, await listOpenQuestions(ctx), await listRules(ctx)),
});

type Page = { after?: string | undefined; size: number };

export const showActs =
  (deps: Deps) =>
  async (
    ctx: ReadContext,
    {
      rule_id: ruleId,
      campaign_id: campaignId,
      after,
      size,
    }: Page & { rule_id?: string; campaign_id?: string },
    language: Language,
  ) => {
    const acts = await listActs(ctx, { ruleId, campaignId, after: decodeAfter(after), size });
    const last = acts.length < size ? undefined : acts.at(-1);
    return {
      items: await presentActs(deps)(ctx, acts, { rules: await listRules(ctx), language }),
      next: last ? encodeAfter({ at: last.acted_at, id: last.id }) : null,
    };
  };

export const showEvaluations =
  (deps: Deps) =>
  async (ctx: ReadContext, ruleId: string, { after, size }: Page) => {
    if (!(await findRule(ctx, ruleId))) baseRefusals.refuse("base.not_found");
    const evaluations = await listEvaluations(ctx, { ruleId, after: decodeAfter(after), size });
    const last = evaluations.length < size ? undefined : evaluations.at(-1);
    return {
      items: await presentEvaluations(deps)(ctx, evaluations),
      next: last ? encodeAfter({ at: last.last_at, id: last.campaign_id }) : null,
    };
  };
