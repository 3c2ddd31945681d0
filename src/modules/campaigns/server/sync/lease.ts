import type { Clock } from "#base/server/clock.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import { randomToken } from "#base/server/ids.ts";
import { takeCampaignLock } from "../campaigns.store.ts";
import { recordLease, renewLease } from "./lease.store.ts";

/** Well before a lease ends. */
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
    await takeCampaignLock(ctx, campaignId);
    return recordLease(ctx, campaignId, { token, now: clock.now(), settleSeconds });
  });
  return acquired ? makeLease(ctx, clock, campaignId, token) : null;
}

function makeLease(ctx: ReadContext, clock: Clock, campaignId: string, token: string): Lease {
  const renew = (db: Db) => renewLease(db, campaignId, token, clock.now());
  // A failed renewal is found by the next record().
  const timer = setInterval(() => void renew(ctx.db).catch(() => {}), renewMs);
  timer.unref();
  return {
    token,
    record: (work) =>
      transact(ctx, async (ctx) => {
        await takeCampaignLock(ctx, campaignId);
        if (!(await renew(ctx.tx))) throw new LeaseLost();
        return work(ctx);
      }),
    end: () => clearInterval(timer),
  };
}
