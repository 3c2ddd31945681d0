import type { Context, ReadContext } from "#base/server/context.ts";
import { prepared, sql } from "#base/server/db/db.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import { findMinimumBudget } from "../contract/check-campaign.ts";
import { campaignsWithSync, lockCampaign } from "./campaigns.store.ts";
import { setBudget } from "./change-budget.ts";
import type { CampaignsDeps } from "./deps.ts";
import type { CampaignRecord } from "./records.ts";
import { requireCapabilities } from "./refuse-problems.ts";
import { relaunchCampaign } from "./start-campaign.ts";
import { stop } from "./stop-campaign.ts";

/** A running campaign as rules see it. */
export type RuledCampaign = {
  id: string;
  name: string;
  platform: Platform;
  ad_account_id: string;
  daily_budget_halalas: number;
  minimum_budget_halalas: number;
  /** The platform runs it with another budget or status than ours. */
  has_drift: boolean;
};

type AccountDeps = Pick<CampaignsDeps, "adAccounts">;

/** The merchant's running campaigns; one read of each ad account. */
export const listRuledCampaigns =
  ({ adAccounts }: AccountDeps) =>
  async (ctx: ReadContext): Promise<RuledCampaign[]> => {
    const ruled = sql`
      select * from ${campaignsWithSync} where merchant_id = ${ctx.actor.merchantId} and status = 'active' order by id`;
    const running = await ctx.db.many<CampaignRecord>(prepared("campaigns.ruled", ruled));
    const currencies = new Map<string, string | undefined>();
    for (const { ad_account_id: id } of running)
      if (!currencies.has(id)) currencies.set(id, (await adAccounts.findLinkedAdAccount(ctx, id))?.currency);
    return running.map((campaign) => ({
      id: campaign.id,
      name: campaign.name,
      platform: campaign.platform,
      ad_account_id: campaign.ad_account_id,
      daily_budget_halalas: campaign.daily_budget_halalas,
      minimum_budget_halalas: findMinimumBudget(
        requireCapabilities(adAccounts, campaign),
        currencies.get(campaign.ad_account_id),
      ),
      has_drift: hasDrift(campaign),
    }));
  };

const hasDrift = ({ drift_daily_budget_halalas, drift_status }: CampaignRecord): boolean =>
  drift_daily_budget_halalas !== null || drift_status !== null;

type BudgetChange = { campaignId: string; from_halalas: number; to_halalas: number };

/**
 * Changes the daily budget of a campaign from one value to another, the way of any budget change. Refuses
 * `campaigns.changed_since` when it has another one by now, or the platform does.
 */
export const changeBudgetFrom =
  (deps: Pick<CampaignsDeps, "adAccounts" | "wallet">) =>
  async (ctx: Context, { campaignId, from_halalas, to_halalas }: BudgetChange): Promise<void> => {
    const campaign = await lockCampaign(ctx, campaignId);
    if (campaign.daily_budget_halalas !== from_halalas || hasDrift(campaign))
      campaignsRefusals.refuse("campaigns.changed_since");
    await setBudget(deps)(ctx, campaign, to_halalas);
  };

/** Pauses a running campaign because a rule says so; refuses `campaigns.changed_since` when it does not run any more. */
export const pauseByRule =
  (deps: Pick<CampaignsDeps, "wallet">) =>
  async (ctx: Context, { campaignId }: { campaignId: string }): Promise<void> => {
    const campaign = await lockCampaign(ctx, campaignId);
    if (campaign.status !== "active") campaignsRefusals.refuse("campaigns.changed_since");
    await stop(deps)(ctx, campaign, { action: "pause", reason: "rule" });
  };

/** Runs a campaign again that a rule paused, and that nobody has changed since. */
export const relaunchAfterRule =
  (deps: Pick<CampaignsDeps, "adAccounts" | "wallet" | "stores">) =>
  async (ctx: Context, { campaignId }: { campaignId: string }): Promise<void> => {
    const { status, status_reason } = await lockCampaign(ctx, campaignId);
    if (status !== "paused" || status_reason !== "rule") campaignsRefusals.refuse("campaigns.changed_since");
    await relaunchCampaign(deps)(ctx, { campaignId });
  };
