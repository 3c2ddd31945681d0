import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import { changeStatus } from "../domain/desired-state.ts";
import { isClosed } from "../domain/status.ts";
import { isStoreOpen } from "../domain/store-open.ts";
import { auditCampaign } from "./campaigns.audit.ts";
import { loadCampaignTree, lockCampaign, saveCampaign } from "./campaigns.store.ts";
import { changeAdGroups, changeAds } from "./change-children.ts";
import type { CampaignsDeps } from "./deps.ts";
import type { CampaignRecord } from "./records.ts";
import { holdReserve } from "./reserve.ts";
import { clearDifferences, noDrift } from "./sync/differences.store.ts";
import { clearNextPoll } from "./sync/schedule.store.ts";
import { enqueueSync } from "./sync-jobs.ts";

type Deps = Pick<CampaignsDeps, "wallet" | "adAccounts" | "stores">;
type Input = { campaignId: string };

/**
 * Starts a campaign with all its ad groups and ads. Requires an ad, a linked ad account, an open store, a schedule
 * that is not over, a card on file, and available balance for the reserve (the maximum cost at its platform).
 */
export const startCampaign =
  (deps: Deps) =>
  (ctx: ReadContext, { campaignId }: Input): Promise<void> =>
    transact(ctx, async (ctx) => {
      const campaign = await lockCampaign(ctx, campaignId);
      await run(deps)(ctx, campaign, "start");

      const move = { from: campaign.status, to: "active" } as const;
      await changeAdGroups(ctx, { campaign_id: campaignId }, move);
      await changeAds(ctx, { campaign_id: campaignId }, move);
    });

/** Starts a paused campaign again, under the same conditions. */
export const relaunchCampaign =
  (deps: Deps) =>
  (ctx: ReadContext, { campaignId }: Input): Promise<void> =>
    transact(ctx, async (ctx) => {
      await run(deps)(ctx, await lockCampaign(ctx, campaignId), "relaunch");
    });

/** Reserves the money and lets the locked campaign run. */
const run =
  (deps: Deps) =>
  async (ctx: Context, campaign: CampaignRecord, action: "start" | "relaunch"): Promise<void> => {
    const { campaign: changed, events } = changeStatus(campaign, { action, at: ctx.now, reason: null });
    await refuseIfNotReady(deps)(ctx, campaign);
    // Held as for one that does not run yet, so that the whole reserve must be there.
    const held = await holdReserve(deps)(ctx, { ...changed, ...noDrift, status: campaign.status });
    const running = { ...held, status: changed.status };
    await saveCampaign(ctx, running);
    await clearDifferences(ctx, "campaign", [campaign.id]);
    await clearNextPoll(ctx, campaign.id);
    await enqueueSync(ctx, running);
    for (const event of events) {
      const name = `campaign.${event}` as const;
      await ctx.tx.publish({ name, merchant_id: ctx.actor.merchantId, campaign_id: campaign.id });
      await auditCampaign(ctx, name, { before: campaign, after: running });
    }
  };

const refuseIfNotReady =
  ({ adAccounts, stores }: Deps) =>
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
    if (!isStoreOpen(campaign.store_id, await stores.listOpenStores(ctx)))
      campaignsRefusals.refuse("campaigns.store_closed");
  };
