import { type ReadContext, systemContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import type { Halalas } from "#base/shared/money.ts";
import type { Level, PlatformState } from "#modules/ad-accounts/server/ad-platform.port.ts";
import type { BoundAdPlatform } from "#modules/ad-accounts/server/bound-ad-platform.port.ts";
import { applySnapshot, hasChanges, type StatusSnapshot } from "./apply-snapshot.ts";
import { campaignsWithSync } from "./campaigns.store.ts";
import type { CampaignsDeps } from "./deps.ts";
import { scheduleNextPolls } from "./next-poll.ts";
import type { CampaignRecord } from "./records.ts";
import { loadSyncTrees, nodesOnPlatform, type SyncTree } from "./sync/sync-tree.ts";
import { enqueueAccountPoll } from "./sync-jobs.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "wallet" | "systemClock">;

const accountsAtOnce = 500;
/** Campaigns of one account in one run; the rest waits for the next run. */
const campaignsAtOnce = 100;
/** Campaigns due within the next minute are polled too: one request to the platform instead of two. */
const aheadMs = 60_000;

/** Enqueues a poll of every ad account with a due campaign, of all merchants. */
export const enqueueDuePolls =
  ({ systemClock }: Pick<Deps, "systemClock">) =>
  (db: Db): Promise<void> =>
    db.transaction(async (tx) => {
      const due = await tx.many<Pick<CampaignRecord, "platform" | "ad_account_id">>(sql`
        select platform, ad_account_id, min(next_poll_at) as since from ${campaignsWithSync}
        where next_poll_at <= ${systemClock.now()} and platform_id is not null and status in ('active', 'paused')
          and connection_lost_at is null
        group by platform, ad_account_id order by since limit ${accountsAtOnce}`);
      for (const account of due) await enqueueAccountPoll(tx, account);
    });

/**
 * Polls an account's due campaigns with their ad groups and ads, for its merchant: reviews of ads, and changes made on
 * the platform itself. When the platform does not respond, the next poll is scheduled as usual.
 */
export const pollAccountStatus =
  (deps: Deps) =>
  async (db: Db, { adAccountId, now }: { adAccountId: string; now: Date }): Promise<void> => {
    const dueBefore = new Date(deps.systemClock.now().getTime() + aheadMs);
    const due = await db.many<Pick<CampaignRecord, "id" | "merchant_id">>(sql`
      select id, merchant_id from ${campaignsWithSync}
      where ad_account_id = ${adAccountId} and next_poll_at <= ${dueBefore}
        and platform_id is not null and status in ('active', 'paused')
      order by next_poll_at limit ${campaignsAtOnce}`);
    const [first] = due;
    if (!first) return;
    const campaignIds = due.map(({ id }) => id);
    await pollStatus(deps)(systemContext(db, first.merchant_id, now), { campaignIds });
  };

/** The same for the given campaigns of one account. Campaigns without changes cost no transaction of their own. */
export const pollStatus =
  (deps: Deps) =>
  async (ctx: ReadContext, { campaignIds }: { campaignIds: readonly string[] }): Promise<void> => {
    const trees = await loadSyncTrees(ctx, campaignIds);
    const [first] = trees;
    if (!first) return;
    const account = first.records.campaign;
    const requestedAt = deps.systemClock.now();
    const states = await loadPlatformStates(deps, account, trees);
    if (states)
      for (const tree of trees)
        if (hasChanges(tree, states)) await applySnapshot(deps)(ctx, { tree, requestedAt, states });
    await scheduleNextPolls(deps)(ctx, { account, campaignIds });
  };

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
