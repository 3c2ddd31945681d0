import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Halalas } from "#base/shared/money.ts";
import { Refusal } from "#base/shared/refusals.ts";
import type { PlatformState } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { isSameBudget } from "../domain/same-budget.ts";
import { isClosed, toPlatformStatus } from "../domain/status.ts";
import type { Node } from "../domain/sync-plan.ts";
import { auditChange } from "./campaigns.audit.ts";
import type { CampaignsDeps } from "./deps.ts";
import type { AdRecord, CampaignRecord } from "./records.ts";
import { holdReserve } from "./reserve.ts";
import { resendBudget } from "./retry-sync.ts";
import { recordBudget, recordDrift, recordObserved } from "./sync/sync-state.store.ts";
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
  return (["campaign", "ad_group", "ad"] as const).some((level) =>
    nodesOnPlatform(root, level).some((node) => {
      const state = states.get(`${level} ${node.platformId}`);
      const budget = level === "campaign" ? state?.dailyBudget : undefined;
      if ((state?.status ?? "deleted") !== node.observedStatus) return true;
      if (budget !== undefined && known !== null && !isSameBudget(budget, known)) return true;
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
      await ctx.tx.run(sql`select 1 from campaigns.campaigns where id = ${id} for update`);
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
    const lagMs =
      (deps.adAccounts.getCapabilities(campaign.platform, campaign.placements)?.settleSeconds ?? 60) * 1_000;
    let isChanged = false;
    let isReviewed = false;
    for (const level of ["campaign", "ad_group", "ad"] as const) {
      const before = nodesOnPlatform(tree.root, level);
      for (const node of nodesOnPlatform(fresh.root, level)) {
        const state = states.get(`${level} ${node.platformId}`);
        const known = before.find(({ id }) => id === node.id);
        if (!known || !isUntouched(known, node)) continue;
        isReviewed = (await recordReview(ctx, node, state)) || isReviewed;
        if (node.acknowledgedAt && requestedAt.getTime() - node.acknowledgedAt.getTime() < lagMs) continue;
        isChanged = (await recordStatus(ctx, node, state)) || isChanged;
        if (level === "campaign")
          isChanged = (await recordBudgetDrift(deps)(ctx, campaign, node, state)) || isChanged;
      }
    }
    return { isChanged, isReviewed };
  };

/** No write of ours was sent, confirmed or marked unknown since the request. */
function isUntouched(before: Node, now: Node): boolean {
  return (
    now.unknownUntil === null &&
    before.platformId === now.platformId &&
    before.observedStatus === now.observedStatus &&
    before.observedGeneration === now.observedGeneration
  );
}

/** True when the platform's status differs from the observed one. */
async function recordStatus(
  ctx: Context,
  node: Node,
  state: PlatformState<Halalas> | undefined,
): Promise<boolean> {
  const platformStatus = state?.status ?? "deleted";
  if (platformStatus === node.observedStatus) return false;
  await recordObserved(ctx, node, { status: platformStatus });
  // The next sync stops what runs against the desired status, so that is no drift. Nor is a closed object.
  const isDrift =
    !isClosed(node.status) && platformStatus !== "active" && platformStatus !== toPlatformStatus(node.status);
  await recordDrift(ctx, node, isDrift ? platformStatus : null);
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
    const platformBudget = state?.dailyBudget;
    const known = campaign.observed_daily_budget_halalas;
    const isOursUnderWay = node.desiredGeneration !== node.observedGeneration || isClosed(node.status);
    if (
      platformBudget === undefined ||
      known === null ||
      isOursUnderWay ||
      isSameBudget(platformBudget, known)
    )
      return false;
    const drift = isSameBudget(platformBudget, campaign.daily_budget_halalas) ? null : platformBudget;
    await recordBudget(ctx, campaign.id, { observed: platformBudget, drift });
    if (
      drift === null ||
      (await tryHoldReserve(deps)(ctx, { ...campaign, drift_daily_budget_halalas: drift }))
    )
      return true;
    await revertBudget(ctx, campaign, platformBudget);
    return true;
  };

/** The wallet cannot cover the platform's budget: ours is sent again, and the merchant is told. */
async function revertBudget(ctx: Context, campaign: CampaignRecord, platformBudget: Halalas): Promise<void> {
  const { id, daily_budget_halalas } = campaign;
  await recordBudget(ctx, id, { observed: platformBudget, drift: null });
  await ctx.tx.run(sql`
    update campaigns.campaigns set reverted_halalas = ${platformBudget}, reverted_at = ${ctx.now} where id = ${id}`);
  await resendBudget(ctx, campaign);
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
      const { reserve_halalas, reserve_review_at } = await holdReserve(deps)(ctx, campaign);
      await ctx.tx.run(sql`
        update campaigns.campaigns set reserve_halalas = ${reserve_halalas}, reserve_review_at = ${reserve_review_at}
        where id = ${campaign.id}`);
      return true;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  };

async function recordReview(
  { tx }: Context,
  node: Node,
  state: PlatformState<Halalas> | undefined,
): Promise<boolean> {
  if (node.level !== "ad" || !state?.review) return false;
  const { outcome, reasons } = state.review;
  const changed = await tx.run(sql`
    update campaigns.ads set review_outcome = ${outcome}, review_reasons = ${JSON.stringify(reasons)}
    where id = ${node.id} and (review_outcome is distinct from ${outcome} or review_reasons <> ${JSON.stringify(reasons)}::jsonb)`);
  return changed > 0;
}
