import { sql } from "#base/server/db/db.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import type { Halalas } from "#base/shared/money.ts";
import type { BoundAdPlatform, Level, PlatformState } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { applySnapshot, hasChanges, type StatusSnapshot } from "./apply-snapshot.ts";
import type { CampaignsDeps } from "./deps.ts";
import { scheduleNextPolls } from "./next-poll.ts";
import type { CampaignRecord } from "./records.ts";
import { loadSyncTrees, nodesOnPlatform, type SyncTree } from "./sync/sync-tree.ts";
import { enqueueAccountPoll } from "./sync-jobs.ts";

type Deps = Pick<CampaignsDeps, "db" | "adAccounts" | "wallet" | "systemClock" | "worldClock">;

const accountsAtOnce = 500;
/** Campaigns of one account in one run; the rest waits for the next run. */
const campaignsAtOnce = 100;
/** Campaigns due within the next minute are polled too: one request to the platform instead of two. */
const aheadMs = 60_000;

/** Enqueues a poll of every ad account with a due campaign. */
export async function enqueueDuePolls({ db, systemClock }: Deps): Promise<void> {
  await db.transaction(async (tx) => {
    const due = await tx.many<Pick<CampaignRecord, "platform" | "ad_account_id">>(sql`
      select platform, ad_account_id, min(next_poll_at) as since from campaigns.campaigns
      where next_poll_at <= ${systemClock.now()} and platform_id is not null and status in ('active', 'paused')
        and connection_lost_at is null
      group by platform, ad_account_id order by since limit ${accountsAtOnce}`);
    for (const account of due) await enqueueAccountPoll(tx, account);
  });
}

/**
 * Polls an account's due campaigns with their ad groups and ads: reviews of ads, and changes made on the platform
 * itself. When the platform does not respond, the next poll is scheduled as usual.
 */
export async function pollAccountStatus(deps: Deps, adAccountId: string): Promise<void> {
  const due = new Date(deps.systemClock.now().getTime() + aheadMs);
  const ids = await deps.db.many<{ id: string }>(sql`
    select id from campaigns.campaigns
    where ad_account_id = ${adAccountId} and next_poll_at <= ${due}
      and platform_id is not null and status in ('active', 'paused')
    order by next_poll_at limit ${campaignsAtOnce}`);
  await pollStatus(
    deps,
    ids.map(({ id }) => id),
  );
}

/** The same for the given campaigns of one account. Campaigns without changes cost no transaction of their own. */
export async function pollStatus(deps: Deps, campaignIds: readonly string[]): Promise<void> {
  const trees = await loadSyncTrees(deps.db, campaignIds);
  const [first] = trees;
  if (!first) return;
  const requestedAt = deps.systemClock.now();
  const states = await loadPlatformStates(deps, first.records.campaign, trees);
  if (states)
    for (const tree of trees)
      if (hasChanges(tree, states)) await applySnapshot(deps, { tree, requestedAt, states });
  await scheduleNextPolls(deps, first.records.campaign, campaignIds);
}

/** Level by level, all campaigns in one request; null when the platform did not respond. */
async function loadPlatformStates(
  { adAccounts }: Deps,
  { merchant_id, ad_account_id }: CampaignRecord,
  trees: readonly SyncTree[],
): Promise<StatusSnapshot["states"] | null> {
  const states = new Map<string, PlatformState<Halalas>>();
  try {
    const platform = await adAccounts.bindAdPlatform(merchant_id, ad_account_id);
    for (const level of ["campaign", "ad_group", "ad"] as const)
      for (const state of await loadLevelStates(platform, level, trees))
        states.set(`${level} ${state.platformId}`, state);
    return states;
  } catch (error) {
    // The ad-accounts module reports lost access.
    if (isFault(error)) return null;
    throw error;
  }
}

async function loadLevelStates(platform: BoundAdPlatform, level: Level, trees: readonly SyncTree[]) {
  const ids = trees
    .flatMap(({ root }) => nodesOnPlatform(root, level))
    .flatMap(({ platformId }) => platformId ?? []);
  return ids.length === 0 ? [] : platform.states(level, ids);
}
