import type { ReadContext } from "#base/server/context.ts";
import { addDays, type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { ControlRuleFields } from "../contract/control-rule.ts";
import type { BackTestAnswer } from "../contract/rules.calls.ts";
import { type BackTest, backTest, type CampaignHistory } from "../domain/back-test.ts";
import { weekDays } from "../domain/conditions.ts";
import type { RulesDeps } from "./deps.ts";
import { findSeasonDays } from "./find-season-days.ts";
import { loadReach } from "./load-reach.ts";
import { presentConditions } from "./rules.present.ts";
import { checkProduct, toSaved } from "./save-rule.ts";
import { loadSettings } from "./settings.store.ts";

type Deps = Pick<RulesDeps, "campaigns" | "figures" | "seasons" | "stores">;

const testedDays = 30;
const shownActs = 200;
/** The same rule at four fifths and six fifths of its value. */
const nearby = [0.8, 1.2] as const;

/**
 * What a rule would have done in the last 30 days, on the figures as they were known each morning. It is tried on every
 * campaign that it reaches and that had figures, whatever became of it since.
 */
export const backTestRule =
  (deps: Deps) =>
  async (ctx: ReadContext, fields: ControlRuleFields): Promise<BackTestAnswer> => {
    const rule = toSaved(fields);
    await checkProduct(deps)(ctx, rule);
    const today = toRiyadhDay(ctx.now);
    const period = { from: addDays(today, -testedDays), to: addDays(today, -1) };
    const { histories, names } = await loadHistories(deps)(ctx, rule, period);
    const { raise_ceiling_halalas: raiseCeilingHalalas } = await loadSettings(ctx);
    const hasDay = await findSeasonDays(deps)(ctx, period);
    const isEvaluated = (day: RiyadhDay) => hasDay(rule.season, day);
    const test = (value: number) =>
      backTest({ ...rule, value }, histories, { ...period, raiseCeilingHalalas, isEvaluated });
    const result = test(rule.value);
    return {
      ...period,
      tested_days: result.days,
      tested_campaigns: histories.length,
      result: toResult(rule.value, result),
      nearby: nearby.map((share) => {
        const value = Math.max(1, Math.round(rule.value * share));
        return toResult(value, test(value));
      }),
      acts: result.acts.slice(0, shownActs).map(({ campaign_id, act, conditions, ...others }) => ({
        ...others,
        conditions: presentConditions(conditions),
        campaign: { id: campaign_id, name: names.get(campaign_id) ?? "" },
        kind: act.kind,
        from_halalas: act.from_halalas,
        to_halalas: act.kind === "set_budget" ? act.to_halalas : null,
      })),
    };
  };

const toResult = (value: number, { days: _days, acts, ...consequences }: BackTest) => ({
  value,
  acts: acts.length,
  campaigns: new Set(acts.map(({ campaign_id }) => campaign_id)).size,
  ...consequences,
});

/** The campaigns with figures in the period or in the windows before it. */
const loadHistories =
  ({ campaigns, figures, stores }: Pick<Deps, "campaigns" | "figures" | "stores">) =>
  async (ctx: ReadContext, rule: ControlRuleFields, { from, to }: { from: RiyadhDay; to: RiyadhDay }) => {
    const reaches = await loadReach({ campaigns, stores })(ctx, [rule]);
    const reached = (await campaigns.findCampaigns(ctx)).filter((campaign) => reaches(rule, campaign));
    const minimums = new Map(
      (await campaigns.listRuledCampaigns(ctx)).map(({ id, minimum_budget_halalas }) => [
        id,
        minimum_budget_halalas,
      ]),
    );
    const changes = await figures.listKnownChanges(ctx, {
      campaignIds: reached.map(({ id }) => id),
      from: addDays(from, -rule.window_days - weekDays),
      to,
    });
    const byCampaign = Map.groupBy(changes, ({ campaign_id }) => campaign_id);
    const histories: CampaignHistory[] = reached.flatMap(({ id, daily_budget_halalas }) => {
      const known = byCampaign.get(id);
      return known
        ? [
            {
              id,
              dailyBudgetHalalas: daily_budget_halalas,
              minimumBudgetHalalas: minimums.get(id) ?? 0,
              changes: known,
            },
          ]
        : [];
    });
    return { histories, names: new Map(reached.map(({ id, name }) => [id, name])) };
  };
