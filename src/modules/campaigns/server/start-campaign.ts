import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { together } from "#base/server/db/db.ts";
import { changeStatus } from "../domain/desired-state.ts";
import { auditCampaign } from "./campaigns.audit.ts";
import { lockCampaign, saveCampaign } from "./campaigns.store.ts";
import { changeAdGroups, changeAds } from "./change-children.ts";
import type { CampaignsDeps } from "./deps.ts";
import { loadReadiness, refuseIfNotReady } from "./readiness.ts";
import type { CampaignRecord } from "./records.ts";
import { recordAdLaw } from "./require-licences.ts";
import { holdReserve } from "./reserve.ts";
import { clearDifferences, noDrift } from "./sync/differences.store.ts";
import { clearNextPoll } from "./sync/schedule.store.ts";
import { enqueueSync } from "./sync-jobs.ts";

type Deps = Pick<CampaignsDeps, "wallet" | "adAccounts" | "stores">;
type Input = { campaignId: string };

/**
 * Starts a campaign with all its ad groups and ads. Requires an ad, a linked ad account, an open store, a schedule
 * that is not over, valid licences for words of its ads that need one, a card on file, and available balance for the
 * reserve (the maximum cost at its platform).
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
    const readiness = await loadReadiness(deps)(ctx, [campaign]);
    refuseIfNotReady(campaign, readiness, ctx.now);
    // Held as for one that does not run yet, so that the whole reserve must be there.
    const held = await holdReserve(deps)(ctx, { ...changed, ...noDrift, status: campaign.status });
    const running = { ...held, status: changed.status };
    await together(
      saveCampaign(ctx, running),
      clearDifferences(ctx, "campaign", [campaign.id]),
      clearNextPoll(ctx, campaign.id),
      enqueueSync(ctx, running),
    );
    for (const event of events) {
      const name = `campaign.${event}` as const;
      await ctx.tx.publish({ name, merchant_id: ctx.actor.merchantId, campaign_id: campaign.id });
      await auditCampaign(ctx, name, { before: campaign, after: running });
    }
    const law = readiness.licences.get(campaign.id);
    if (law) await recordAdLaw(ctx, campaign.id, law);
  };
