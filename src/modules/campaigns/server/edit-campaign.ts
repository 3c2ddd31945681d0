import { type ReadContext, transact } from "#base/server/context.ts";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { checkCampaign } from "../contract/check-campaign.ts";
import { missing, type Problem, wrong } from "../contract/problem.ts";
import { applyEdit, type CampaignChange, isSamePlacements } from "../domain/edit.ts";
import { clearAdProfiles } from "./ads.store.ts";
import { auditCampaign } from "./campaigns.audit.ts";
import { lockCampaign, saveCampaign } from "./campaigns.store.ts";
import type { CampaignsDeps } from "./deps.ts";
import { checkAccount, findNameProblems, findStoreProblems, toAccountFacts } from "./find-problems.ts";
import { publishEdited } from "./publish-edited.ts";
import type { CampaignRecord } from "./records.ts";
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
      const { platform } = campaign;
      const { ad_account_id = campaign.ad_account_id, store_id = campaign.store_id } = change;
      const limits = requireCapabilities(deps.adAccounts, { platform, placements: change.placements });
      const account = await deps.adAccounts.findLinkedAdAccount(ctx, ad_account_id);
      const hasMoved = !isSamePlacements(change.placements, campaign.placements);
      refuseProblems([
        ...checkCampaign({ ...change, ad_account_id, platform, store_id }, limits, {
          now: ctx.now,
          places: await deps.stores.listRegisteredHosts(ctx),
          startsBefore: campaign.starts_at,
          ...toAccountFacts(account),
        }),
        ...(ad_account_id === campaign.ad_account_id
          ? []
          : checkAccountMove(campaign, account?.platform, change)),
        ...(store_id === campaign.store_id ? [] : await findStoreMoveProblems(deps)(ctx, campaign, store_id)),
        ...checkObjective(campaign, change),
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
      if (ad_account_id !== campaign.ad_account_id) await clearAdProfiles(ctx, campaignId);
      await resendAdGroups(ctx, campaignId);
      if (hasMoved) await resendAds(ctx, campaignId);
      if (hasMoved || change.name !== campaign.name)
        await deps.tracking.setLinkCampaign(ctx, {
          campaignId,
          name: change.name,
          placements: change.placements,
        });
      await publishEdited(ctx, held);
    });

/** Once started, a campaign exists in its ad account, and stays there. */
function checkAccountMove(
  { published, platform }: CampaignRecord,
  linkedPlatform: Platform | undefined,
  { ad_account_id = "" }: CampaignChange,
): Problem[] {
  if (published) return wrong(true, "campaigns.account_fixed", "ad_account_id", { platform });
  return [
    ...missing(ad_account_id === "", "ad_account_id"),
    ...checkAccount(linkedPlatform, { ad_account_id, platform }),
  ];
}

/** Its orders and links belong to the store it was started for. */
const findStoreMoveProblems =
  (deps: Pick<Deps, "stores">) =>
  async (ctx: ReadContext, { published }: CampaignRecord, storeId: string | null): Promise<Problem[]> =>
    published
      ? wrong(true, "campaigns.store_fixed", "store_id")
      : [
          ...missing(storeId === null, "store_id"),
          ...(await findStoreProblems(deps)(ctx, { store_id: storeId })),
        ];

/** No platform changes the objective of a campaign that exists there: the edit would be confirmed and never happen. */
function checkObjective({ published, platform, ...before }: CampaignRecord, { objective }: CampaignChange) {
  const hasChanged = objective !== before.objective;
  return wrong(published && hasChanged, "campaigns.objective_fixed", "objective", { platform });
}

/** Where a campaign has exactly one placement, its audience and ads were made for it, so it cannot change. */
function checkMove({ platform, placements }: Capabilities): Problem[] {
  return wrong(placements?.pick === "one", "campaigns.placement_fixed", "placements", { platform });
}
