import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import { isClosed, type Transition, transition } from "../domain/status.ts";
import { auditCampaign } from "./campaigns.audit.ts";
import {
  changeChildStatuses,
  loadCampaignTree,
  lockCampaign,
  noDrift,
  saveCampaign,
} from "./campaigns.store.ts";
import type { CampaignsDeps } from "./deps.ts";
import type { CampaignRecord } from "./records.ts";
import { holdReserve } from "./reserve.ts";
import { enqueueSync } from "./sync-jobs.ts";

type Deps = Pick<CampaignsDeps, "wallet" | "adAccounts">;
type Input = { campaignId: string };

/**
 * Starts a campaign with all its ad groups and ads. Requires an ad, a linked ad account, a schedule that is not over, a
 * card on file, and available balance for the reserve (the maximum cost at its platform).
 */
export const startCampaign =
  (deps: Deps) =>
  (ctx: ReadContext, { campaignId }: Input): Promise<void> =>
    transact(ctx, async (ctx) => {
      const campaign = await lockCampaign(ctx, campaignId);
      const started = transition(campaign.status, "start");
      const startsAt = campaign.starts_at_once || campaign.starts_at < ctx.now ? ctx.now : campaign.starts_at;
      await run(deps)(ctx, campaign, started, { starts_at: startsAt, starts_at_once: false });

      const change = { from: campaign.status, to: started.status };
      await changeChildStatuses(ctx, "ad_group", { campaign_id: campaignId }, change);
      await changeChildStatuses(ctx, "ad", { campaign_id: campaignId }, change);
    });

/** Starts a paused campaign again, under the same conditions. */
export const relaunchCampaign =
  (deps: Deps) =>
  (ctx: ReadContext, { campaignId }: Input): Promise<void> =>
    transact(ctx, async (ctx) => {
      const campaign = await lockCampaign(ctx, campaignId);
      const relaunched = transition(campaign.status, "relaunch");
      // A paused campaign is polled seldom: send our content again, so that changes made there do not run.
      await run(deps)(ctx, campaign, relaunched, { desired_generation: campaign.desired_generation + 1 });
    });

/** Reserves the money and lets the locked campaign run; `change` is what else becomes different. */
const run =
  (deps: Deps) =>
  async (
    ctx: Context,
    campaign: CampaignRecord,
    { status, events }: Transition<"start" | "relaunch">,
    change: Partial<CampaignRecord>,
  ): Promise<void> => {
    await refuseIfNotReady(deps)(ctx, campaign);
    const held = await holdReserve(deps)(ctx, { ...campaign, ...change, ...noDrift });
    const running: CampaignRecord = {
      ...held,
      status,
      status_reason: null,
      published: true,
      next_poll_at: null,
      fault_key: null,
      fault_text: null,
      updated_at: ctx.now,
    };
    await saveCampaign(ctx, running);
    await enqueueSync(ctx, running);
    for (const event of events) {
      const name = `campaign.${event}` as const;
      await ctx.tx.publish({ name, merchant_id: ctx.actor.merchantId, campaign_id: campaign.id });
      await auditCampaign(ctx, name, { before: campaign, after: running });
    }
  };

const refuseIfNotReady =
  ({ adAccounts }: Deps) =>
  async (ctx: Context, campaign: CampaignRecord): Promise<void> => {
    if (campaign.ends_at !== null && campaign.ends_at <= ctx.now)
      campaignsRefusals.refuse("campaigns.schedule_over", {}, "ends_at");
    const { adGroups, ads } = await loadCampaignTree(ctx, campaign);
    const living = new Set(adGroups.filter((group) => !isClosed(group.status)).map((group) => group.id));
    if (!ads.some((ad) => living.has(ad.ad_group_id) && !isClosed(ad.status)))
      campaignsRefusals.refuse("campaigns.ad_missing");
    const account = await adAccounts.findLinkedAdAccount(ctx, campaign.ad_account_id);
    if (!account)
      campaignsRefusals.refuse("campaigns.ad_account_not_linked", { platform: campaign.platform });
  };
