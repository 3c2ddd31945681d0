import type { Context, ReadContext } from "#base/server/context.ts";
import { checkBudget } from "../contract/check-campaign.ts";
import type { Problem } from "../contract/problem.ts";
import { auditCampaign, type CampaignAction } from "./campaigns.audit.ts";
import { saveCampaign } from "./campaigns.store.ts";
import type { CampaignsDeps } from "./deps.ts";
import { publishEdited } from "./publish-edited.ts";
import type { CampaignRecord } from "./records.ts";
import { refuseIfClosed, refuseProblems, requireCapabilities } from "./refuse-problems.ts";
import { resendAdGroups } from "./resend.ts";
import { holdReserve } from "./reserve.ts";
import { clearBudgetDrift, clearFaults } from "./sync/differences.store.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "wallet">;

/**
 * Changes the daily budget of a locked campaign alone: only the budget is checked, so that a campaign whose link or
 * dates are no longer valid can still cost less. A running one reserves its new maximum cost; without the money nothing
 * changes. `action` names it in the change log. False when it has this budget, and the platform no other one.
 */
export const setBudget =
  (deps: Deps) =>
  async (
    ctx: Context,
    campaign: CampaignRecord,
    dailyBudget: number,
    action: CampaignAction = "campaign.edited",
  ): Promise<boolean> => {
    refuseIfClosed(campaign);
    refuseProblems(await findBudgetProblems(deps)(ctx, campaign, dailyBudget));
    const { daily_budget_halalas, drift_daily_budget_halalas } = campaign;
    if (dailyBudget === daily_budget_halalas && drift_daily_budget_halalas === null) return false;
    const edited = {
      ...campaign,
      daily_budget_halalas: dailyBudget,
      drift_daily_budget_halalas: null,
      desired_generation: campaign.desired_generation + 1,
      updated_at: ctx.now,
    };
    const held = campaign.status === "active" ? await holdReserve(deps)(ctx, edited) : edited;
    await saveCampaign(ctx, held);
    await clearFaults(ctx, "campaign", [campaign.id]);
    await clearBudgetDrift(ctx, campaign.id);
    await auditCampaign(ctx, action, { before: campaign, after: held });
    // Some platforms keep the budget with the ad group.
    await resendAdGroups(ctx, campaign.id);
    await publishEdited(ctx, held);
    return true;
  };

/** What speaks against a daily budget; some platforms name their minimum in the ad account's own currency. */
export const findBudgetProblems =
  ({ adAccounts }: Pick<Deps, "adAccounts">) =>
  async (ctx: ReadContext, campaign: CampaignRecord, dailyBudget: number): Promise<Problem[]> => {
    const account = await adAccounts.findLinkedAdAccount(ctx, campaign.ad_account_id);
    return checkBudget(dailyBudget, requireCapabilities(adAccounts, campaign), account?.currency);
  };
