import type { Clock } from "#base/server/clock.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import { randomToken } from "#base/server/ids.ts";
import { type Level, levels } from "../../domain/sync-plan.ts";
import { takeCampaignLock } from "../campaigns.store.ts";
import { selectIds, syncTable } from "./sync-tables.ts";

/** A lease lasts this long unless it is renewed; then another worker takes over a killed worker's campaign. */
const leaseMs = 20_000;
const renewMs = 6_000;

export type Lease = {
  token: string;
  /**
   * Writes while the lease is held, under the lock that every change in the campaign takes; throws LeaseLost when
   * another worker has taken over.
   */
  record<T>(work: (ctx: Context) => Promise<T>): Promise<T>;
  end(): void;
};

export class LeaseLost extends Error {
  constructor() {
    super("another worker has taken this campaign over");
    this.name = "LeaseLost";
  }
}

/**
 * Acquires the campaign's lease; null when another worker holds it. After a worker that died, the outcome of its last
 * write stays unknown for as long as the platform may still act on it, and no longer.
 */
export async function acquireLease(
  ctx: ReadContext,
  { clock, campaignId, settleSeconds }: { clock: Clock; campaignId: string; settleSeconds: number },
): Promise<Lease | null> {
  const token = randomToken(12);
  const acquired = await transact(ctx, async (ctx) => {
    const { tx } = ctx;
    await takeCampaignLock(ctx, campaignId);
    const current = await tx.maybeOne<{ lease_until: Date | null }>(sql`
      select lease_until from campaigns.campaign_sync where id = ${campaignId} for update`);
    const now = clock.now();
    if (!current || (current.lease_until !== null && current.lease_until > now)) return false;
    if (current.lease_until !== null) {
      const landed = new Date(current.lease_until.getTime() + settleSeconds * 1_000);
      for (const level of levels) await shortenUnknown(ctx, level, campaignId, landed);
    }
    await tx.run(sql`
      update campaigns.campaign_sync set lease_owner = ${token}, lease_until = ${leaseEnd(now)} where id = ${campaignId}`);
    return true;
  });
  return acquired ? makeLease(ctx, clock, campaignId, token) : null;
}

function makeLease(ctx: ReadContext, clock: Clock, campaignId: string, token: string): Lease {
  const renew = (handle: Db) =>
    handle.run(sql`
      update campaigns.campaign_sync set lease_until = ${leaseEnd(clock.now())}
      where id = ${campaignId} and lease_owner = ${token}`);
  // A failed renewal is found by the next record().
  const timer = setInterval(() => void renew(ctx.db).catch(() => {}), renewMs);
  timer.unref();
  return {
    token,
    record: (work) =>
      transact(ctx, async (ctx) => {
        await takeCampaignLock(ctx, campaignId);
        if ((await renew(ctx.tx)) === 0) throw new LeaseLost();
        return work(ctx);
      }),
    end: () => clearInterval(timer),
  };
}

/** Releases the lease, inside the transaction that found nothing more to do. */
export async function releaseLease({ tx }: Context, campaignId: string, token: string): Promise<void> {
  await tx.run(sql`
    update campaigns.campaign_sync set lease_owner = null, lease_until = null
    where id = ${campaignId} and lease_owner = ${token}`);
}

const leaseEnd = (now: Date) => new Date(now.getTime() + leaseMs);

async function shortenUnknown(
  { tx }: Context,
  level: Level,
  campaignId: string,
  landed: Date,
): Promise<void> {
  await tx.run(sql`
    update ${syncTable(level)} set unknown_until = ${landed}
    where id in (${selectIds(level, campaignId)}) and unknown_until > ${landed}`);
}
