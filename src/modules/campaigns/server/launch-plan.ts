import { z } from "zod";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import {
  defineOperation,
  type ItemChange,
  type OperationDefinition,
} from "#base/server/operations/define-operation.ts";
import { startOperation } from "#base/server/operations/start-operation.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { OperationRow } from "#base/shared/operations.calls.ts";
import { changeStatus } from "../domain/desired-state.ts";
import { isClosed, toSingleAction } from "../domain/status.ts";
import { listNames, listPlanCampaigns, lockCampaign } from "./campaigns.store.ts";
import type { CampaignsDeps } from "./deps.ts";
import { findPlan } from "./plans.store.ts";
import type { CampaignRecord } from "./records.ts";
import { computeReserveGrowth } from "./reserve.ts";
import { loadFaultyRows, retrySync } from "./retry-sync.ts";
import { relaunchCampaign, startCampaign } from "./start-campaign.ts";
import { stopCampaign } from "./stop-campaign.ts";

type Deps = Pick<CampaignsDeps, "wallet" | "adAccounts" | "stores">;

const input = z.object({ planId: z.string() });
type PlanInput = z.infer<typeof input>;

/** What both operations share: the plan's campaigns, and their names. */
const common = {
  ability: { subject: "campaign", action: "manage" } as const,
  input,
  listItems: async (ctx: Context, { planId }: PlanInput) =>
    (await listPlanCampaigns(ctx, planId)).map(({ id }) => id),
  loadTitles: (ctx: ReadContext, ids: readonly string[]) => listNames(ctx, ids),
};

/**
 * Launching a plan, and taking a launch back. Each campaign is an item with its own result. A repeated launch goes on
 * where the one before stopped: what runs is left alone, so that nothing is made twice on a platform.
 */
export function planOperations(deps: Deps): OperationDefinition[] {
  return Object.values(defineBoth(deps));
}

function defineBoth(deps: Deps) {
  const run = runCampaign(deps);
  const pause = pauseCampaign(deps);
  return {
    launch: defineOperation({ ...common, kind: "campaigns.launch_plan", runItem: run, undoItem: pause }),
    stop: defineOperation({ ...common, kind: "campaigns.stop_plan", runItem: pause, undoItem: run }),
  };
}

/** Starts a campaign, sets a paused one running, or sends again what its platform refused; null where it runs. */
const runCampaign =
  (deps: Deps) =>
  async (ctx: Context, campaignId: string): Promise<ItemChange | null> => {
    const campaign = await lockCampaign(ctx, campaignId);
    const { status, sync } = campaign;
    if (isClosed(status)) return null;
    const action = toSingleAction("start", status);
    if (action !== null) {
      await (action === "start" ? startCampaign : relaunchCampaign)(deps)(ctx, { campaignId });
      return { before: { status }, after: { status: "active" } };
    }
    const faulty = await loadFaultyRows(ctx, campaign);
    if (!faulty.some(({ row }) => row.fault_key !== null)) return null;
    await retrySync(ctx, { campaignId });
    return { before: { sync }, after: { sync: "pending" } };
  };

/** Pauses a campaign; null where it does not run. */
const pauseCampaign =
  (deps: Deps) =>
  async (ctx: Context, campaignId: string): Promise<ItemChange | null> => {
    const { status } = await lockCampaign(ctx, campaignId);
    if (status !== "active") return null;
    await stopCampaign(deps)(ctx, { campaignId, action: "pause" });
    return { before: { status }, after: { status: "paused" } };
  };

/**
 * Starts the launch. The wallet must be able to hold what all its campaigns need together: a launch is never half-done
 * for want of money.
 */
export const launchPlan =
  (deps: Deps) =>
  (ctx: ReadContext, { planId }: PlanInput): Promise<OperationRow> =>
    transact(ctx, async (ctx) => {
      await refuseUnknownPlan(ctx, planId);
      const campaigns = await listPlanCampaigns(ctx, planId);
      const growths = campaigns.map((campaign) => computeGrowth(deps, campaign, ctx.now));
      const amount = growths.reduce((sum, one) => sum + one, 0);
      if (amount > 0) await deps.wallet.requireFunds(ctx, { amount_halalas: amount });
      return startOperation(ctx, defineBoth(deps).launch, { planId });
    });

export const stopPlan =
  (deps: Deps) =>
  (ctx: ReadContext, { planId }: PlanInput): Promise<OperationRow> =>
    transact(ctx, async (ctx) => {
      await refuseUnknownPlan(ctx, planId);
      return startOperation(ctx, defineBoth(deps).stop, { planId });
    });

async function refuseUnknownPlan(ctx: Context, planId: string): Promise<void> {
  if (!(await findPlan(ctx, planId))) baseRefusals.refuse("base.not_found");
}

/** In halalas: what the reserve of a campaign grows by when it starts to run. */
function computeGrowth(
  { adAccounts }: Pick<Deps, "adAccounts">,
  campaign: CampaignRecord,
  now: Date,
): number {
  if (isClosed(campaign.status)) return 0;
  const action = toSingleAction("start", campaign.status);
  if (action === null) return 0;
  const { campaign: running } = changeStatus(campaign, { action, at: now, reason: null });
  return computeReserveGrowth(running, adAccounts, now);
}
