import type { Context, ReadContext } from "#base/server/context.ts";
import { formatShortRiyals, halalas } from "#base/shared/money.ts";
import type { RuledCampaign } from "#modules/campaigns/server/campaigns.facade.ts";
import { rulesRefusals } from "../contract/rules.refusals.ts";
import { canRaise, type Finding, prove } from "../domain/prove.ts";
import { listRules, type RuleRecord } from "./control-rules.store.ts";
import type { RulesDeps } from "./deps.ts";
import { loadBudgetsBefore } from "./load-budgets-before.ts";
import { loadReach } from "./load-reach.ts";
import { loadSettings, type RuleSettings } from "./settings.store.ts";

type Deps = Pick<RulesDeps, "campaigns" | "stores">;
type Proof = { findings: Finding[]; campaigns: RuledCampaign[] };

/** What the merchant's rules that are on could do together to the campaigns that run now. */
export const proveRules =
  (deps: Deps) =>
  async (ctx: ReadContext, rules: readonly RuleRecord[], settings: RuleSettings): Promise<Proof> => {
    const active = rules.filter(({ status }) => status === "active");
    if (active.length === 0) return { findings: [], campaigns: [] };
    const running = await deps.campaigns.listRuledCampaigns(ctx);
    const reaches = await loadReach(deps)(ctx, active);
    const budgetsBefore = await loadBudgetsBefore(ctx, active, running);
    const findings = prove(
      active.map((rule) => ({
        ...rule,
        reached: running.filter((campaign) => reaches(rule, campaign)).map(({ id }) => id),
      })),
      running.map(({ id, daily_budget_halalas, minimum_budget_halalas }) => ({
        id,
        dailyBudgetHalalas: daily_budget_halalas,
        minimumBudgetHalalas: minimum_budget_halalas,
        restoreToHalalas: budgetsBefore.get(id) ?? null,
      })),
      { raiseHalalas: settings.raise_ceiling_halalas, budgetHalalas: settings.budget_ceiling_halalas },
    );
    return { findings, campaigns: running };
  };

/**
 * Refuses a rule that is on but can never act, and one with which the rules could lead a daily budget past the
 * merchant's ceiling, with the numbers.
 */
export const refuseUnsafe =
  (deps: Deps) =>
  async (ctx: Context, rule: RuleRecord): Promise<void> => {
    const settings = await loadSettings(ctx);
    const { findings, campaigns } = await proveRules(deps)(ctx, await listRules(ctx), settings);
    if (findings.some((one) => one.kind === "never" && one.rule === rule.id))
      rulesRefusals.refuse("rules.never_acts", {}, "value");
    if (rule.mode === "live" && canRaise(rule)) refuseOverCeiling(findings, campaigns);
  };

/** Refuses when a campaign's daily budget could pass the merchant's ceiling. */
export function refuseOverCeiling(findings: readonly Finding[], campaigns: readonly RuledCampaign[]): void {
  const over = findings.find((one) => one.kind === "over_ceiling");
  if (!over) return;
  const campaign = campaigns.find(({ id }) => id === over.campaign);
  rulesRefusals.refuse("rules.over_ceiling", {
    campaign: campaign?.name ?? "",
    from: formatShortRiyals(halalas(campaign?.daily_budget_halalas ?? 0)),
    to: formatShortRiyals(halalas(over.to_halalas)),
    ceiling: formatShortRiyals(halalas(over.ceiling_halalas)),
  });
}
