import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import type { Status } from "../contract/enums.ts";
import { toAcceptedAction } from "../domain/drift.ts";
import { transition } from "../domain/status.ts";
import { moveAdGroups } from "./ad-groups.store.ts";
import { moveAds } from "./ads.store.ts";
import { auditCampaign, auditChange } from "./campaigns.audit.ts";
import { lockCampaign, saveCampaign } from "./campaigns.store.ts";
import type { CampaignsDeps } from "./deps.ts";
import { publishEdited } from "./publish-edited.ts";
import type { CampaignRecord } from "./records.ts";
import { holdReserve } from "./reserve.ts";
import { type FaultyRow, loadFaultyRows } from "./retry-sync.ts";
import { stop } from "./stop-campaign.ts";
import { clearBudgetDrift, clearDrift, noDrift } from "./sync/differences.store.ts";

type Deps = Pick<CampaignsDeps, "wallet" | "adAccounts">;

/**
 * Accepts the changes made on the platform itself: paused there becomes paused here, deleted there becomes archived
 * here, and a budget set there becomes ours. A higher budget of a running campaign needs the money for its reserve, as
 * any raise does.
 */
export const acceptDrift =
  (deps: Deps) =>
  (ctx: ReadContext, { campaignId }: { campaignId: string }): Promise<void> =>
    transact(ctx, async (ctx) => {
      const campaign = await lockCampaign(ctx, campaignId);
      const drifted = (await loadFaultyRows(ctx, campaign)).filter(({ row }) => row.drift_since !== null);
      if (drifted.length === 0) campaignsRefusals.refuse("campaigns.nothing_to_accept");
      const budgeted = await acceptBudget(deps)(ctx, campaign);
      if (campaign.drift_since !== null)
        await auditCampaign(ctx, "campaign.drift_accepted", {
          before: campaign,
          after: { ...budgeted, ...noDrift },
        });
      for (const { level, row } of drifted) {
        if (row.drift_status === null) continue;
        const action = toAcceptedAction(row.drift_status);
        if (level === "campaign") await stop(deps)(ctx, budgeted, { action, reason: "merchant" });
        else await acceptChildStatus(ctx, { level, row }, transition(row.status, action).status);
      }
      await publishEdited(ctx, campaign);
    });

const move = { ad_group: moveAdGroups, ad: moveAds };

/** Its refusal, if it has one, stays. */
async function acceptChildStatus(
  ctx: Context,
  { level, row }: { level: "ad_group" | "ad"; row: FaultyRow["row"] },
  status: Status,
): Promise<void> {
  await clearDrift(ctx, level, await move[level](ctx, { id: row.id }, { from: row.status, to: status }));
  await auditChange(ctx, `${level}.drift_accepted`, row.id, {
    before: { status: row.status, drift_status: row.drift_status },
    after: { status, drift_status: null },
  });
}

const acceptBudget =
  (deps: Deps) =>
  async (ctx: Context, campaign: CampaignRecord): Promise<CampaignRecord> => {
    const platformBudget = campaign.drift_daily_budget_halalas;
    if (platformBudget === null) return campaign;
    const { drift_status, drift_since } = campaign;
    const accepted = {
      ...campaign,
      ...noDrift,
      ...(drift_status === null ? {} : { drift_status, drift_since }),
      daily_budget_halalas: platformBudget,
      updated_at: ctx.now,
    };
    const held = campaign.status === "active" ? await holdReserve(deps)(ctx, accepted) : accepted;
    await saveCampaign(ctx, held);
    await clearBudgetDrift(ctx, campaign.id);
    return held;
  };
