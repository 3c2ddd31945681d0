import { sql, type Tx } from "#base/server/db/db.ts";
import type { Halalas } from "#base/shared/money.ts";
import { Refusal } from "#base/shared/refusals.ts";
import type { PlatformState } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { isSameBudget } from "../domain/same-budget.ts";
import { isClosed, toPlatformStatus } from "../domain/status.ts";
import type { Node } from "../domain/sync-plan.ts";
import type { CampaignsDeps } from "./deps.ts";
import type { AdRecord, CampaignRecord } from "./records.ts";
import { holdReserve } from "./reserve.ts";
import { resendBudget } from "./retry-sync.ts";
import { recordBudget, recordDrift, recordObserved } from "./sync/sync-state.store.ts";
import { loadSyncTree, nodesOnPlatform, type SyncTree } from "./sync/sync-tree.ts";
import { enqueueSync } from "./sync-jobs.ts";

type Deps = Pick<CampaignsDeps, "db" | "adAccounts" | "wallet" | "systemClock" | "worldClock">;

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
export async function applySnapshot(deps: Deps, snapshot: StatusSnapshot): Promise<void> {
  const { id } = snapshot.tree.records.campaign;
  await deps.db.transaction(async (tx) => {
    await tx.run(sql`select 1 from campaigns.campaigns where id = ${id} for update`);
    const fresh = await loadSyncTree(tx, id);
    if (!fresh || fresh.records.campaign.lease_owner !== null) return;
    const { campaign } = fresh.records;
    const changes = await compare(deps, tx, snapshot, fresh);
    if (changes.isChanged) await enqueueSync(tx, campaign);
    if (changes.isChanged || changes.isReviewed)
      await tx.publish({
        name: "campaign.snapshot_applied",
        merchant_id: campaign.merchant_id,
        campaign_id: id,
      });
  });
}

async function compare(deps: Deps, tx: Tx, { tree, requestedAt, states }: StatusSnapshot, fresh: SyncTree) {
  const { campaign } = fresh.records;
  const lagMs =
    (deps.adAccounts.getCapabilities(campaign.platform, campaign.placements)?.settleSeconds ?? 60) * 1_000;
  const since = deps.worldClock.now();
  let isChanged = false;
  let isReviewed = false;
  for (const level of ["campaign", "ad_group", "ad"] as const) {
    const before = nodesOnPlatform(tree.root, level);
    for (const node of nodesOnPlatform(fresh.root, level)) {
      const state = states.get(`${level} ${node.platformId}`);
      const known = before.find(({ id }) => id === node.id);
      if (!known || !isUntouched(known, node)) continue;
      isReviewed = (await recordReview(tx, node, state)) || isReviewed;
      if (node.acknowledgedAt && requestedAt.getTime() - node.acknowledgedAt.getTime() < lagMs) continue;
      isChanged = (await recordStatus(tx, node, state, since)) || isChanged;
      if (level === "campaign")
        isChanged = (await recordBudgetDrift(deps, tx, campaign, node, state)) || isChanged;
    }
  }
  return { isChanged, isReviewed };
}

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
  tx: Tx,
  node: Node,
  state: PlatformState<Halalas> | undefined,
  since: Date,
): Promise<boolean> {
  const platformStatus = state?.status ?? "deleted";
  if (platformStatus === node.observedStatus) return false;
  await recordObserved(tx, node, { status: platformStatus });
  // The next sync stops what runs against the desired status, so that is no drift. Nor is a closed object.
  const isDrift =
    !isClosed(node.status) && platformStatus !== "active" && platformStatus !== toPlatformStatus(node.status);
  await recordDrift(tx, node, isDrift ? platformStatus : null, since);
  return true;
}

/**
 * True when the platform's daily budget differs from the observed one. A raised budget may cost more from now on, so
 * the campaign reserves the money for it until the merchant decides. When the wallet cannot cover it, our budget is
 * sent again at once.
 */
async function recordBudgetDrift(
  deps: Deps,
  tx: Tx,
  campaign: CampaignRecord,
  node: Node,
  state: PlatformState<Halalas> | undefined,
): Promise<boolean> {
  const platformBudget = state?.dailyBudget;
  const known = campaign.observed_daily_budget_halalas;
  const isOursUnderWay = node.desiredGeneration !== node.observedGeneration || isClosed(node.status);
  if (platformBudget === undefined || known === null || isOursUnderWay || isSameBudget(platformBudget, known))
    return false;
  const now = deps.worldClock.now();
  const drift = isSameBudget(platformBudget, campaign.daily_budget_halalas) ? null : platformBudget;
  const { merchant_id, id } = campaign;
  await recordBudget(tx, id, { observed: platformBudget, drift }, now);
  if (
    drift === null ||
    (await tryHoldReserve(deps, tx, { ...campaign, drift_daily_budget_halalas: drift }, now))
  )
    return true;
  await recordBudget(tx, id, { observed: platformBudget, drift: null }, now);
  await tx.run(sql`
    update campaigns.campaigns set reverted_halalas = ${platformBudget}, reverted_at = ${now} where id = ${id}`);
  await resendBudget(tx, campaign);
  await tx.publish({
    name: "campaign.budget_reverted",
    merchant_id,
    campaign_id: id,
    daily_budget_halalas: platformBudget,
  });
  return true;
}

async function tryHoldReserve(deps: Deps, tx: Tx, campaign: CampaignRecord, now: Date): Promise<boolean> {
  if (campaign.status !== "active") return true;
  try {
    const { reserve_halalas, reserve_review_at } = await holdReserve(deps, tx, campaign, now);
    await tx.run(sql`
      update campaigns.campaigns set reserve_halalas = ${reserve_halalas}, reserve_review_at = ${reserve_review_at}
      where id = ${campaign.id}`);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

async function recordReview(tx: Tx, node: Node, state: PlatformState<Halalas> | undefined): Promise<boolean> {
  if (node.level !== "ad" || !state?.review) return false;
  const { outcome, reasons } = state.review;
  const changed = await tx.run(sql`
    update campaigns.ads set review_outcome = ${outcome}, review_reasons = ${JSON.stringify(reasons)}
    where id = ${node.id} and (review_outcome is distinct from ${outcome} or review_reasons <> ${JSON.stringify(reasons)}::jsonb)`);
  return changed > 0;
}
