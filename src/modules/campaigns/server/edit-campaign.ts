import { type ReadContext, transact } from "#base/server/context.ts";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { checkCampaign } from "../contract/check-campaign.ts";
import { type Problem, wrong } from "../contract/problem.ts";
import type { CampaignFields } from "../contract/shapes.ts";
import { auditCampaign } from "./campaigns.audit.ts";
import { bumpChildGenerations, lockCampaign, saveCampaign } from "./campaigns.store.ts";
import { toTargets } from "./create-campaign.ts";
import type { CampaignsDeps } from "./deps.ts";
import { findNameProblems } from "./find-problems.ts";
import { publishEdited } from "./publish-edited.ts";
import type { CampaignRecord } from "./records.ts";
import { refuseIfClosed, refuseProblems, requireCapabilities } from "./refuse-problems.ts";
import { holdReserve } from "./reserve.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "stores" | "tracking" | "wallet">;
export type CampaignChange = Omit<CampaignFields, "ad_account_id" | "platform" | "store_id">;

/** Changes a campaign. A running one reserves its new maximum cost; without the money nothing changes. */
export const editCampaign =
  (deps: Deps) =>
  (
    ctx: ReadContext,
    { campaignId, fields: change }: { campaignId: string; fields: CampaignChange },
  ): Promise<void> =>
    transact(ctx, async (ctx) => {
      const campaign = await lockCampaign(ctx, campaignId);
      refuseIfClosed(campaign);
      const { ad_account_id, platform, store_id } = campaign;
      const limits = requireCapabilities(deps.adAccounts, { platform, placements: change.placements });
      const account = await deps.adAccounts.findLinkedAdAccount(ctx, ad_account_id);
      const hasMoved = isMoved(campaign, change);
      refuseProblems([
        ...checkCampaign({ ...change, ad_account_id, platform, store_id }, limits, {
          now: ctx.now,
          places: await deps.stores.listRegisteredHosts(ctx),
          startsBefore: campaign.starts_at,
          ...(account ? { hasPixel: account.has_pixel } : {}),
        }),
        ...(hasMoved ? checkMove(limits) : []),
        ...(await findNameProblems(ctx, change.name, campaignId)),
      ]);
      const edited = withChange(campaign, change, ctx.now);
      const held = campaign.status === "active" ? await holdReserve(deps)(ctx, edited) : edited;
      await saveCampaign(ctx, held);
      await auditCampaign(ctx, "campaign.edited", { before: campaign, after: held });
      await bumpChildGenerations(ctx, "ad_group", campaignId);
      if (hasMoved) {
        await bumpChildGenerations(ctx, "ad", campaignId);
        await deps.tracking.setLinkPlacements(ctx, { campaignId, placements: change.placements });
      }
      await publishEdited(ctx, held);
    });

/** Whether the placements change. */
function isMoved(campaign: CampaignRecord, { placements }: CampaignChange): boolean {
  const isSame =
    placements.length === campaign.placements.length &&
    placements.every((one) => campaign.placements.includes(one));
  return !isSame;
}

/** Where a campaign has exactly one placement, its audience and ads were made for it, so it cannot change. */
function checkMove({ platform, placements }: Capabilities): Problem[] {
  return wrong(placements?.pick === "one", "campaigns.placement_fixed", "placements", { platform });
}

function withChange(campaign: CampaignRecord, change: CampaignChange, now: Date): CampaignRecord {
  return {
    ...campaign,
    ...change,
    ...toTargets(change),
    // Our desired budget is sent, whatever was set on the platform.
    drift_daily_budget_halalas: null,
    drift_since: campaign.drift_status === null ? null : campaign.drift_since,
    starts_at: change.starts_at === null ? campaign.starts_at : new Date(change.starts_at),
    starts_at_once: campaign.status === "created" && change.starts_at === null,
    ends_at: change.ends_at === null ? null : new Date(change.ends_at),
    desired_generation: campaign.desired_generation + 1,
    fault_key: null,
    fault_text: null,
    updated_at: now,
  };
}
