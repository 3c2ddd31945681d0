import { type ReadContext, transact } from "#base/server/context.ts";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { checkCampaign } from "../contract/check-campaign.ts";
import { type Problem, wrong } from "../contract/problem.ts";
import { applyEdit, type CampaignChange, isSamePlacements } from "../domain/edit.ts";
import { auditCampaign } from "./campaigns.audit.ts";
import { lockCampaign, saveCampaign } from "./campaigns.store.ts";
import type { CampaignsDeps } from "./deps.ts";
import { findNameProblems } from "./find-problems.ts";
import { publishEdited } from "./publish-edited.ts";
import { refuseIfClosed, refuseProblems, requireCapabilities } from "./refuse-problems.ts";
import { resendAdGroups, resendAds } from "./resend.ts";
import { holdReserve } from "./reserve.ts";
import { clearBudgetDrift, clearFaults } from "./sync/differences.store.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "stores" | "tracking" | "wallet">;

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
      const hasMoved = !isSamePlacements(change.placements, campaign.placements);
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
      // Our desired budget is sent, whatever was set on the platform.
      const edited = {
        ...campaign,
        ...applyEdit(campaign, change, ctx.now),
        drift_daily_budget_halalas: null,
      };
      const held = campaign.status === "active" ? await holdReserve(deps)(ctx, edited) : edited;
      await saveCampaign(ctx, held);
      await clearFaults(ctx, "campaign", [campaignId]);
      await clearBudgetDrift(ctx, campaignId);
      await auditCampaign(ctx, "campaign.edited", { before: campaign, after: held });
      await resendAdGroups(ctx, campaignId);
      if (hasMoved) {
        await resendAds(ctx, campaignId);
        await deps.tracking.setLinkPlacements(ctx, { campaignId, placements: change.placements });
      }
      await publishEdited(ctx, held);
    });

/** Where a campaign has exactly one placement, its audience and ads were made for it, so it cannot change. */
function checkMove({ platform, placements }: Capabilities): Problem[] {
  return wrong(placements?.pick === "one", "campaigns.placement_fixed", "placements", { platform });
}
