import { type ReadContext, transact } from "#base/server/context.ts";
import type { AdFields, AdGroupFields } from "../contract/shapes.ts";
import type { CampaignChange } from "../domain/edit.ts";
import { lockCampaign } from "./campaigns.store.ts";
import { setBudget } from "./change-budget.ts";
import type { CampaignsDeps } from "./deps.ts";
import { editAd } from "./edit-ad.ts";
import { editAdGroup } from "./edit-ad-group.ts";
import { editCampaign } from "./edit-campaign.ts";
import { lockAd, lockAdGroup } from "./lock-children.ts";
import { toAdFields, toAdGroupFields, toCampaignChange } from "./to-fields.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "stores" | "tracking" | "wallet">;

/**
 * Changes some of a campaign's fields, under its lock: what another window changed meanwhile stays. A budget alone is
 * checked alone.
 */
export const adjustCampaign =
  (deps: Deps) =>
  (
    ctx: ReadContext,
    { campaignId, fields }: { campaignId: string; fields: Partial<CampaignChange> },
  ): Promise<void> =>
    transact(ctx, async (ctx) => {
      const campaign = await lockCampaign(ctx, campaignId);
      const { daily_budget_halalas: budget, ...others } = fields;
      if (budget !== undefined && Object.keys(others).length === 0) {
        await setBudget(deps)(ctx, campaign, budget);
        return;
      }
      await editCampaign(deps)(ctx, { campaignId, fields: { ...toCampaignChange(campaign), ...fields } });
    });

/** The same for an ad group. */
export const adjustAdGroup =
  (deps: Pick<Deps, "adAccounts">) =>
  (
    ctx: ReadContext,
    { adGroupId, fields }: { adGroupId: string; fields: Partial<AdGroupFields> },
  ): Promise<void> =>
    transact(ctx, async (ctx) => {
      const { adGroup } = await lockAdGroup(ctx, adGroupId);
      await editAdGroup(deps)(ctx, { adGroupId, fields: { ...toAdGroupFields(adGroup), ...fields } });
    });

/** The same for an ad. */
export const adjustAd =
  (deps: Pick<CampaignsDeps, "adAccounts" | "stores" | "tracking" | "media">) =>
  (ctx: ReadContext, { adId, fields }: { adId: string; fields: Partial<AdFields> }): Promise<void> =>
    transact(ctx, async (ctx) => {
      const { ad } = await lockAd(ctx, adId);
      await editAd(deps)(ctx, { adId, fields: { ...toAdFields(ad), ...fields } });
    });
