import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { type Halalas, halalas } from "#base/shared/money.ts";
import { Refusal } from "#base/shared/refusals.ts";
import type { PlatformState } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { isBehindOurWrite, isNewBudget, isUntouched, observeBudget, toStatusDrift } from "../domain/drift.ts";
import { levels, type Node } from "../domain/sync-plan.ts";
import { auditChange } from "./campaigns.audit.ts";
import { saveReserve, takeCampaignLock } from "./campaigns.store.ts";
import type { CampaignsDeps } from "./deps.ts";
import type { AdRecord, CampaignRecord } from "./records.ts";
import { resendBudget } from "./resend.ts";
import { holdReserve } from "./reserve.ts";
import { recordReverted } from "./sync/differences.store.ts";
import { recordBudget, recordDrift, recordObserved, recordReview } from "./sync/sync-state.store.ts";
import { loadSyncTree, nodesOnPlatform, type SyncTree } from "./sync/sync-tree.ts";
import { enqueueSync } from "./sync-jobs.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "wallet">;

export type StatusSnapshot = {
  /** The campaign as it was before the request to the platform. */
  tree: SyncTree;
  requestedAt: Date;
  /** Keyed by level and platform id. */
  states: ReadonlyMap<string, PlatformState<Halalas>>;
};

/** Whether the platform's states differ from these rows. Only then a lock is taken. */
export function hasChanges({ records, root }: SyncTree, states: StatusSnapshot["states"]): boolean {
  const { observed_daily_budget_halalas: known } = records.campaign;
  return levels.some((level) =>
    nodesOnPlatform(root, level).some((node) => {
      const state = states.get(`${level} ${node.platformId}`);
      const reported = level === "campaign" ? state?.dailyBudget : undefined;
      if ((state?.status ?? "deleted") !== node.observedStatus) return true;
      if (isNewBudget({ known, reported })) return true;
      return (
        level === "ad" &&
        hasNewReview(
          records.ads.find(({ id }) => id === node.id),
          state,
        )
      );
    }),
  );
}

function hasNewReview(ad: AdRecord | undefined, state: PlatformState<Halalas> | undefined): boolean {
  if (!ad || !state?.review) return false;
  const { outcome, reasons } = state.review;
  return outcome !== ad.review_outcome || JSON.stringify(reasons) !== JSON.stringify(ad.review_reasons);
}

/**
 * Applies a status snapshot. A value counts only when no write of ours was in progress: the row is unchanged since the
 * request, and the last confirmed write is older than the platform's read delay. What runs there against the merchant's
 * status is stopped again at once; any other change waits for the merchant's decision.
 */
export const applySnapshot =
  (deps: Deps) =>
  (ctx: ReadContext, snapshot: StatusSnapshot): Promise<void> =>
    transact(ctx, async (ctx) => {
      const { id } = snapshot.tree.records.campaign;
      await takeCampaignLock(ctx, id);
      const fresh = await loadSyncTree(ctx, id);
      if (!fresh || fresh.records.campaign.lease_owner !== null) return;
      const changes = await compare(deps)(ctx, snapshot, fresh);
      if (changes.isChanged) await enqueueSync(ctx, fresh.records.campaign);
      if (changes.isChanged || changes.isReviewed)
        await ctx.tx.publish({
          name: "campaign.snapshot_applied",
          merchant_id: ctx.actor.merchantId,
          campaign_id: id,
        });
    });

const compare =
  (deps: Deps) =>
  async (ctx: Context, { tree, requestedAt, states }: StatusSnapshot, fresh: SyncTree) => {
    const { campaign } = fresh.records;
    const { settleSeconds: lagSeconds = 60 } =
      deps.adAccounts.getCapabilities(campaign.platform, campaign.placements) ?? {};
    let isChanged = false;
    let isReviewed = false;
    for (const level of levels) {
      const before = nodesOnPlatform(tree.root, level);
      for (const node of nodesOnPlatform(fresh.root, level)) {
        const state = states.get(`${level} ${node.platformId}`);
        const known = before.find(({ id }) => id === node.id);
        if (!known || !isUntouched(known, node)) continue;
        if (level === "ad" && state?.review)
          isReviewed = (await recordReview(ctx, node.id, state.review)) || isReviewed;
        if (isBehindOurWrite(node, requestedAt, lagSeconds)) continue;
        isChanged = (await recordStatus(ctx, node, state)) || isChanged;
        if (level === "campaign")
          isChanged = (await recordBudgetDrift(deps)(ctx, campaign, node, state)) || isChanged;
      }
    }
    return { isChanged, isReviewed };
  };

/** True when the platform's status differs from the observed one. */
async function recordStatus(
  ctx: Context,
  node: Node,
  state: PlatformState<Halalas> | undefined,
): Promise<boolean> {
  const platformStatus = state?.status ?? "deleted";
  if (platformStatus === node.observedStatus) return false;
  await recordObserved(ctx, node, { status: platformStatus });
  const drift = toStatusDrift(node, platformStatus);
  await recordDrift(ctx, node, drift);
  if (drift !== null)
    await auditChange(ctx, `${node.level}.drift_seen`, node.id, {
      before: { status: node.status },
      after: { status: drift },
    });
  return true;
}

/**
 * True when the platform's daily budget differs from the observed one. A raised budget may cost more from now on, so
 * the campaign reserves the money for it until the merchant decides. When the wallet cannot cover it, our budget is
 * sent again at once.
 */
const recordBudgetDrift =
  (deps: Deps) =>
  async (
    ctx: Context,
    campaign: CampaignRecord,
    node: Node,
    state: PlatformState<Halalas> | undefined,
  ): Promise<boolean> => {
    const budget = observeBudget(node, {
      desired: campaign.daily_budget_halalas,
      known: campaign.observed_daily_budget_halalas,
      reported: state?.dailyBudget,
    });
    if (!budget) return false;
    await recordBudget(ctx, campaign.id, budget);
    if (budget.drift === null) return true;
    await auditChange(ctx, "campaign.drift_seen", campaign.id, {
      before: { daily_budget_halalas: campaign.daily_budget_halalas },
      after: { daily_budget_halalas: budget.drift },
    });
    const drifted = { ...campaign, drift_daily_budget_halalas: budget.drift };
    if (!(await tryHoldReserve(deps)(ctx, drifted))) await revertBudget(ctx, campaign, halalas(budget.drift));
    return true;
  };

/** The wallet cannot cover the platform's budget: ours is sent again, and the merchant is told. */
async function revertBudget(ctx: Context, campaign: CampaignRecord, platformBudget: Halalas): Promise<void> {
  const { id, daily_budget_halalas } = campaign;
  await recordBudget(ctx, id, { observed: platformBudget, drift: null });
  await recordReverted(ctx, id, platformBudget);
  await resendBudget(ctx, id);
  await ctx.tx.publish({
    name: "campaign.budget_reverted",
    merchant_id: ctx.actor.merchantId,
    campaign_id: id,
    daily_budget_halalas: platformBudget,
  });
  await auditChange(ctx, "campaign.budget_reverted", id, {
    before: { observed_daily_budget_halalas: platformBudget },
    after: { daily_budget_halalas },
  });
}

const tryHoldReserve =
  (deps: Deps) =>
  async (ctx: Context, campaign: CampaignRecord): Promise<boolean> => {
    if (campaign.status !== "active") return true;
    try {
      await saveReserve(ctx, await holdReserve(deps)(ctx, campaign));
      return true;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  };
