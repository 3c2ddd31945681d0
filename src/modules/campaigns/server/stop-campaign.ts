import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { sql, together } from "#base/server/db/db.ts";
import type { StatusReason } from "../contract/enums.ts";
import { changeStatus } from "../domain/desired-state.ts";
import { transition } from "../domain/status.ts";
import { auditCampaign } from "./campaigns.audit.ts";
import { campaignsWithSync, lockCampaign, saveCampaign } from "./campaigns.store.ts";
import type { CampaignsDeps } from "./deps.ts";
import type { CampaignRecord } from "./records.ts";
import { releaseReserve } from "./reserve.ts";
import { clearDifferences, noDrift } from "./sync/differences.store.ts";
import { enqueueSync } from "./sync-jobs.ts";

type Deps = Pick<CampaignsDeps, "wallet">;
export type StopAction = "pause" | "archive" | "delete";

/**
 * Pauses, archives or deletes a campaign; deleting a running one pauses it first, and frees its ads' files. Repeating the
 * action changes nothing.
 */
export const stopCampaign =
  (deps: Deps & Pick<CampaignsDeps, "media">) =>
  (ctx: ReadContext, { campaignId, action }: { campaignId: string; action: StopAction }): Promise<void> =>
    transact(ctx, async (ctx) => {
      const campaign = await lockCampaign(ctx, campaignId);
      const { events } = transition(campaign.status, action);
      if (events.length > 0) await stop(deps)(ctx, campaign, { action, reason: "merchant" });
      if (action === "delete") await deps.media.forgetAdMedia(ctx, { campaign_id: campaignId });
    });

/** Pauses all running campaigns of a merchant whose money ran out. */
export const pauseForMoney =
  (deps: Deps) =>
  (ctx: Context): Promise<void> =>
    pauseAll(deps)(ctx, "money");

/** Pauses all running campaigns of a merchant. */
export const pauseAll =
  (deps: Deps) =>
  async (ctx: Context, reason: StatusReason): Promise<void> => {
    const running = await ctx.tx.many<CampaignRecord>(sql`
      select * from ${campaignsWithSync}
      where merchant_id = ${ctx.actor.merchantId} and status = 'active' order by id for update`);
    for (const campaign of running) await stop(deps)(ctx, campaign, { action: "pause", reason });
  };

/** Stops the locked campaign, and publishes the events of the action in order. */
export const stop =
  ({ wallet }: Deps) =>
  async (
    ctx: Context,
    campaign: CampaignRecord,
    { action, reason }: { action: StopAction; reason: StatusReason },
  ): Promise<void> => {
    const eased = await releaseReserve(wallet)(ctx, campaign);
    const { campaign: changed, events } = changeStatus(eased, { action, at: ctx.now, reason });
    const stopped = { ...changed, ...noDrift };
    await together(
      saveCampaign(ctx, stopped),
      clearDifferences(ctx, "campaign", [campaign.id]),
      enqueueSync(ctx, stopped),
    );
    const merchant_id = ctx.actor.merchantId;
    for (const event of events)
      await ctx.tx.publish({ name: `campaign.${event}`, merchant_id, campaign_id: campaign.id, reason });
    const last = events.at(-1);
    if (last) await auditCampaign(ctx, `campaign.${last}`, { before: campaign, after: stopped });
  };
