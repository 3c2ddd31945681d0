import type { Context } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { ControlRuleFields } from "#modules/rules/contract/control-rule.ts";
import { guardrailDefaults } from "#modules/rules/contract/guardrails.ts";
import type { AdvisedRule } from "../contract/advised.ts";
import type { Acceptance, AdviceRecord } from "./advice.store.ts";
import type { ConsultationsDeps } from "./consultations.deps.ts";

type Deps = Pick<ConsultationsDeps, "campaigns" | "rules">;

/**
 * What accepting a proposal does, in the caller's transaction. A budget changes the way of any budget change. A rule is
 * saved switched off and an ad becomes the draft of a new campaign: neither does anything by itself.
 */
export async function carryOutAdvice(deps: Deps, ctx: Context, advice: AdviceRecord): Promise<Acceptance> {
  const on = toRiyadhDay(ctx.now);
  const { campaign_id: campaignId, rule, ad, to_halalas } = advice;
  if (rule !== null) {
    const madeId = await deps.rules.createDraftRule(ctx, toControlRule(rule, campaignId));
    return { on, fromHalalas: null, madeId };
  }
  if (ad !== null) {
    const { id: madeId } = await deps.campaigns.createWrittenDraft(ctx, { ...ad, product: null });
    return { on, fromHalalas: null, madeId };
  }
  if (to_halalas === null) throw new Error(`advice ${advice.id} proposes nothing`);
  const [campaign] = await deps.campaigns.findCampaigns(ctx, [campaignId]);
  if (!campaign) return baseRefusals.refuse("base.not_found");
  const from_halalas = campaign.daily_budget_halalas;
  await deps.campaigns.changeBudgetFrom(ctx, { campaignId, from_halalas, to_halalas });
  return { on, fromHalalas: from_halalas, madeId: null };
}

/** Every morning, on what was delivered, within the guardrails that every rule begins with. */
const toControlRule = (
  { change_percent, ...advised }: AdvisedRule,
  campaignId: string,
): ControlRuleFields => ({
  ...advised,
  ...guardrailDefaults,
  basis: "value",
  more_conditions: [],
  change_unit: change_percent === null ? null : "percent",
  change_value: change_percent as ControlRuleFields["change_value"],
  value: advised.value as ControlRuleFields["value"],
  stage: "delivered",
  reach: "campaigns",
  platform: null,
  product_id: null,
  campaign_ids: [campaignId],
  schedule: "daily",
  at_hour: 9,
  hours_from: null,
  hours_to: null,
  season: null,
  ask_channel: null,
});
