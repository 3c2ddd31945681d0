import { sql, type Tx } from "#base/server/db/db.ts";
import type { Halalas } from "#base/shared/money.ts";
import { Refusal } from "#base/shared/refusals.ts";
import type { PlatformState } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { isSameBudget } from "../domain/same-budget.ts";
import { isClosed, platformStatusOf } from "../domain/status.ts";
import type { Node } from "../domain/sync-plan.ts";
import type { CampaignsDeps } from "./deps.ts";
import type { AdRecord, CampaignRecord } from "./records.ts";
import { holdReserve } from "./reserve.ts";
import { tellBudgetAgain } from "./retry-sync.ts";
import { noteBudget, noteDrift, noteOutcome } from "./sync/standing.store.ts";
import { loadTree, standingNodes, type Tree } from "./sync/tree.ts";
import { askForSync } from "./wishes.ts";

type Deps = Pick<CampaignsDeps, "db" | "adAccounts" | "wallet" | "systemClock" | "worldClock">;

export type Reading = {
  /** The campaign as it was before the platform was asked. */
  tree: Tree;
  askedAt: Date;
  /** By level and platform id. */
  states: ReadonlyMap<string, PlatformState<Halalas>>;
};

/** Whether anything there is other than these rows say: only then is it worth a lock. */
export function tellsNews({ family, root }: Tree, states: Reading["states"]): boolean {
  const { confirmed_daily_budget_halalas: known } = family.campaign;
  return (["campaign", "ad_group", "ad"] as const).some((level) =>
    standingNodes(root, level).some((node) => {
      const state = states.get(`${level} ${node.platformId}`);
      const budget = level === "campaign" ? state?.dailyBudget : undefined;
      if ((state?.status ?? "deleted") !== node.confirmedStatus) return true;
      if (budget !== undefined && known !== null && !isSameBudget(budget, known)) return true;
      return (
        level === "ad" &&
        isReviewedAnew(
          family.ads.find(({ id }) => id === node.id),
          state,
        )
      );
    }),
  );
}

function isReviewedAnew(ad: AdRecord | undefined, state: PlatformState<Halalas> | undefined): boolean {
  if (!ad || !state?.review) return false;
  const { outcome, reasons } = state.review;
  return outcome !== ad.review_outcome || JSON.stringify(reasons) !== JSON.stringify(ad.review_reasons);
}

/**
 * Takes a reading in. Believes only what was read while nothing of ours was under way: the row must still be as it was
 * before the reading, and what the platform confirmed must be older than it may lag behind. What runs there against the
 * merchant's wish is stopped again at once; any other change waits for their decision.
 */
export async function takeIn(deps: Deps, reading: Reading): Promise<void> {
  const { id } = reading.tree.family.campaign;
  await deps.db.transaction(async (tx) => {
    await tx.run(sql`select 1 from campaigns.campaigns where id = ${id} for update`);
    const fresh = await loadTree(tx, id);
    if (!fresh || fresh.family.campaign.turn_of !== null) return;
    const { campaign } = fresh.family;
    const news = await compare(deps, tx, reading, fresh);
    if (news.isOther) await askForSync(tx, campaign);
    if (news.isOther || news.isReviewed)
      await tx.publish({ name: "campaign.read_back", merchant_id: campaign.merchant_id, campaign_id: id });
  });
}

async function compare(deps: Deps, tx: Tx, { tree, askedAt, states }: Reading, fresh: Tree) {
  const { campaign } = fresh.family;
  const lagMs =
    (deps.adAccounts.capabilitiesOf(campaign.platform, campaign.channels)?.settleSeconds ?? 60) * 1_000;
  const since = deps.worldClock.now();
  let isOther = false;
  let isReviewed = false;
  for (const level of ["campaign", "ad_group", "ad"] as const) {
    const before = standingNodes(tree.root, level);
    for (const node of standingNodes(fresh.root, level)) {
      const state = states.get(`${level} ${node.platformId}`);
      const known = before.find(({ id }) => id === node.id);
      if (!known || !isUntouched(known, node)) continue;
      isReviewed = (await noteReview(tx, node, state)) || isReviewed;
      if (node.confirmedAt && askedAt.getTime() - node.confirmedAt.getTime() < lagMs) continue;
      isOther = (await noteStatus(tx, node, state, since)) || isOther;
      if (level === "campaign") isOther = (await judgeBudget(deps, tx, campaign, node, state)) || isOther;
    }
  }
  return { isOther, isReviewed };
}

/** Nothing of ours was sent, confirmed or put in doubt since the reading began. */
function isUntouched(before: Node, now: Node): boolean {
  return (
    now.doubtUntil === null &&
    before.platformId === now.platformId &&
    before.confirmedStatus === now.confirmedStatus &&
    before.confirmedVersion === now.confirmedVersion
  );
}

/** True when its status there is other than we knew. */
async function noteStatus(
  tx: Tx,
  node: Node,
  state: PlatformState<Halalas> | undefined,
  since: Date,
): Promise<boolean> {
  const says = state?.status ?? "deleted";
  if (says === node.confirmedStatus) return false;
  await noteOutcome(tx, node, { status: says });
  // What runs against the wish is stopped by the next sync, unasked; what has ended with us asks nothing any more.
  const asks = !isClosed(node.status) && says !== "active" && says !== platformStatusOf(node.status);
  await noteDrift(tx, node, asks ? says : null, since);
  return true;
}

/**
 * True when the daily budget there is other than we knew. A raised one may cost more from now on, so the campaign holds
 * the money for it until the merchant has decided; where the wallet cannot, ours is put back at once.
 */
async function judgeBudget(
  deps: Deps,
  tx: Tx,
  campaign: CampaignRecord,
  node: Node,
  state: PlatformState<Halalas> | undefined,
): Promise<boolean> {
  const told = state?.dailyBudget;
  const known = campaign.confirmed_daily_budget_halalas;
  const isOursUnderWay = node.wantedVersion !== node.confirmedVersion || isClosed(node.status);
  if (told === undefined || known === null || isOursUnderWay || isSameBudget(told, known)) return false;
  const now = deps.worldClock.now();
  const drift = isSameBudget(told, campaign.daily_budget_halalas) ? null : told;
  const { merchant_id, id } = campaign;
  await noteBudget(tx, id, { confirmed: told, drift }, now);
  if (drift === null || (await isHeld(deps, tx, { ...campaign, drift_daily_budget_halalas: drift }, now)))
    return true;
  await noteBudget(tx, id, { confirmed: told, drift: null }, now);
  await tx.run(sql`
    update campaigns.campaigns set put_back_halalas = ${told}, put_back_at = ${now} where id = ${id}`);
  await tellBudgetAgain(tx, campaign);
  await tx.publish({
    name: "campaign.budget_put_back",
    merchant_id,
    campaign_id: id,
    daily_budget_halalas: told,
  });
  return true;
}

async function isHeld(deps: Deps, tx: Tx, campaign: CampaignRecord, now: Date): Promise<boolean> {
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

async function noteReview(tx: Tx, node: Node, state: PlatformState<Halalas> | undefined): Promise<boolean> {
  if (node.level !== "ad" || !state?.review) return false;
  const { outcome, reasons } = state.review;
  const changed = await tx.run(sql`
    update campaigns.ads set review_outcome = ${outcome}, review_reasons = ${JSON.stringify(reasons)}
    where id = ${node.id} and (review_outcome is distinct from ${outcome} or review_reasons <> ${JSON.stringify(reasons)}::jsonb)`);
  return changed > 0;
}
