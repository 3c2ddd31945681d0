import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import { transition } from "../domain/status.ts";
import { auditCampaign, auditChange } from "./campaigns.audit.ts";
import { lockCampaign, noDrift, saveCampaign, tableFor } from "./campaigns.store.ts";
import type { CampaignsDeps } from "./deps.ts";
import { publishEdited } from "./publish-edited.ts";
import { recordMeasured } from "./record-measured.ts";
import type { CampaignRecord, PlatformStatus } from "./records.ts";
import { holdReserve } from "./reserve.ts";
import { type FaultyRow, loadFaultyRows } from "./retry-sync.ts";
import { stop } from "./stop-campaign.ts";

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
        const accepted = transition(row.status, toAction(row.drift_status));
        if (level === "campaign") await stop(deps)(ctx, budgeted, accepted, "merchant");
        else await acceptChildStatus(ctx, { level, row }, accepted.status);
      }
      await publishEdited(ctx, campaign);
    });

const toAction = (drift: PlatformStatus) => (drift === "deleted" ? "archive" : "pause");

async function acceptChildStatus(
  ctx: Context,
  { level, row }: FaultyRow,
  status: FaultyRow["row"]["status"],
): Promise<void> {
  await ctx.tx.run(sql`
    update ${tableFor(level)} set status = ${status}, drift_status = null, drift_since = null, updated_at = ${ctx.now}
    where id = ${row.id}`);
  await recordMeasured(ctx, level, row.id);
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
    return held;
  };
