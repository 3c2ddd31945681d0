import { type ReadContext, systemContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import { limitRun } from "#base/server/run-limit.ts";
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
import { enqueueDuePoll } from "./sync-jobs.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "wallet" | "systemClock">;

/** Due campaigns that are read at once: memory does not grow with how many are due. */
const usualPageSize = 500;
/** What a run did not reach in this time stays due for the next. */
const runMs = 50_000;
/**
 * Polls since the last write after which a campaign counts as unchanged: the waits of a review double up to then, to ten
 * minutes.
 */
const recentPolls = 8;
/** Campaigns of one account in one run; the rest waits for the next run. */
const campaignsAtOnce = 100;
/** Campaigns due within the next minute are polled too: one request to the platform instead of two. */
const aheadMs = 60_000;

/**
 * Enqueues a poll of every ad account with a due campaign, of all merchants. Needed first: where the merchant or the
 * product has just changed something, where a review is open, and where the platform differs from what the merchant wants.
 */
export const enqueueDuePolls =
  ({ systemClock, pageSize = usualPageSize }: Pick<Deps, "systemClock"> & { pageSize?: number }) =>
  async (db: Db): Promise<void> => {
    const isOver = limitRun(systemClock, runMs);
    const now = systemClock.now();
    for (const isNeeded of [true, false])
      for (let after: DueCampaign | undefined, isLast = false; !isLast && !isOver(); ) {
        const page = await listDue(db, { now, isNeeded, after, size: pageSize });
        const accounts = new Map(page.map((campaign) => [campaign.ad_account_id, campaign]));
        await db.transaction(async (tx) => {
          for (const account of accounts.values()) await enqueueDuePoll(tx, account, { isNeeded });
        });
        after = page.at(-1);
        isLast = page.length < pageSize;
      }
  };

type DueCampaign = Pick<CampaignRecord, "id" | "platform" | "ad_account_id"> & { due: string };
type DuePage = { now: Date; isNeeded: boolean; after: DueCampaign | undefined; size: number };

/** Due campaigns after one of them, in the order in which they became due. */
function listDue(db: Db, { now, isNeeded, after, size }: DuePage): Promise<DueCampaign[]> {
  return db.many(sql`
    select id, platform, ad_account_id, next_poll_at::text as due from ${campaignsWithSync}
    where next_poll_at <= ${now} and platform_id is not null and status in ('active', 'paused')
      and connection_lost_at is null
      and (poll_count <= ${recentPolls} or drift_status is not null or drift_daily_budget_halalas is not null) = ${isNeeded}
      and (next_poll_at, id) > (${after?.due ?? "-infinity"}::timestamptz, ${after?.id ?? ""}::text)
    order by next_poll_at, id limit ${size}`);
}

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
