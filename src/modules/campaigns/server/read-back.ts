import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import type { Halalas } from "#base/shared/money.ts";
import type { PlatformState } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { isClosed } from "../domain/status.ts";
import type { Node } from "../domain/sync-plan.ts";
import type { CampaignsDeps } from "./deps.ts";
import { noteDrift, noteOutcome } from "./sync/standing.store.ts";
import { loadTree, type Tree } from "./sync/tree.ts";
import { askForSync, readBackJob } from "./wishes.ts";

type Deps = Pick<CampaignsDeps, "db" | "adAccounts" | "systemClock">;

const batchSize = 200;

/** Asks for a reading of every running campaign each quarter of an hour, and each minute while an ad is under review. */
export async function askDueReadings({ db, systemClock }: Deps): Promise<void> {
  const now = systemClock.now();
  await db.transaction(async (tx) => {
    const due = await tx.many<{ id: string }>(sql`
      update campaigns.campaigns set read_back_at = ${now}
      where id in (
        select c.id from campaigns.campaigns c
        where c.status = 'active' and c.platform_id is not null and (
          c.read_back_at is null or c.read_back_at < ${minutesBefore(now, 15)}
          or (c.read_back_at < ${minutesBefore(now, 0.75)}
              and exists (select 1 from campaigns.ads a where a.campaign_id = c.id and a.review_outcome = 'pending')))
        order by c.read_back_at nulls first limit ${batchSize})
      returning id`);
    for (const { id } of due) await tx.later(readBackJob, { campaign_id: id }, { key: id });
  });
}

/**
 * Reads what the platform says of a campaign and all below it: ads' reviews, and changes made there behind our back.
 * What runs there against the merchant's wish is stopped again at once; any other change waits for their decision.
 */
export async function readBack({ db, adAccounts }: Deps, campaignId: string): Promise<void> {
  const tree = await loadTree(db, campaignId);
  if (!tree) return;
  const { campaign } = tree.family;
  try {
    const platform = await adAccounts.workWith(campaign.merchant_id, campaign.ad_account_id);
    for (const level of ["campaign", "ad_group", "ad"] as const) {
      const nodes = standingNodes(tree.root, level);
      if (nodes.length === 0) continue;
      const states = await platform.states(
        level,
        nodes.map((node) => node.platformId ?? ""),
      );
      await noteStates(db, tree, nodes, states);
    }
  } catch (error) {
    // The next reading asks again; a lost permission is told by the module that owns it.
    if (!isFault(error)) throw error;
  }
}

function standingNodes(root: Node, level: Node["level"]): Node[] {
  const groups = root.children;
  const all =
    level === "campaign" ? [root] : level === "ad_group" ? groups : groups.flatMap((g) => g.children);
  return all.filter((node) => node.platformId !== null && node.status !== "deleted");
}

/** Believes only what was read while nothing of ours was under way: the row must still be as it was before the reading. */
async function noteStates(
  db: Db,
  { family: { campaign } }: Tree,
  nodes: readonly Node[],
  states: readonly PlatformState<Halalas>[],
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.run(sql`select 1 from campaigns.campaigns where id = ${campaign.id} for update`);
    const fresh = await loadTree(tx, campaign.id);
    if (!fresh || fresh.family.campaign.turn_of !== null) return;
    let isChanged = false;
    for (const node of nodes) {
      const state = states.find((one) => one.platformId === node.platformId);
      const now = find(fresh.root, node.id);
      if (!now || now.doubtUntil || now.confirmedStatus !== node.confirmedStatus) continue;
      isChanged = (await noteState(tx, now, state)) || isChanged;
    }
    if (!isChanged) return;
    await askForSync(tx, fresh.family.campaign);
    const { id, merchant_id } = fresh.family.campaign;
    await tx.announce({ name: "campaign.read_back", merchant_id, campaign_id: id });
  });
}

/** True when something is other than we knew. */
async function noteState(tx: Tx, node: Node, state: PlatformState<Halalas> | undefined): Promise<boolean> {
  const isReviewed = await noteReview(tx, node, state);
  const says = state?.status ?? "deleted";
  if (says === node.confirmedStatus) return isReviewed;
  await noteOutcome(tx, node, { status: says });
  if (!isClosed(node.status) && says !== "active") await noteDrift(tx, node, says);
  return true;
}

async function noteReview(tx: Tx, node: Node, state: PlatformState<Halalas> | undefined): Promise<boolean> {
  if (node.level !== "ad" || !state?.review) return false;
  const { outcome, reasons } = state.review;
  const changed = await tx.run(sql`
    update campaigns.ads set review_outcome = ${outcome}, review_reasons = ${JSON.stringify(reasons)}
    where id = ${node.id} and (review_outcome is distinct from ${outcome} or review_reasons <> ${JSON.stringify(reasons)}::jsonb)`);
  return changed > 0;
}

function find(root: Node, id: string): Node | undefined {
  if (root.id === id) return root;
  for (const child of root.children) {
    const found = find(child, id);
    if (found) return found;
  }
  return undefined;
}

const minutesBefore = (now: Date, minutes: number) => new Date(now.getTime() - minutes * 60_000);
