import type { Context } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import { type Level, levels } from "../../domain/sync-plan.ts";
import { selectIds, syncTable } from "./sync-tables.store.ts";

/** A lease lasts this long unless it is renewed; then another worker takes over a killed worker's campaign. */
const leaseMs = 20_000;

const leaseEnd = (now: Date) => new Date(now.getTime() + leaseMs);

/**
 * Records who syncs the campaign; false while another worker does. After a worker that died, the outcome of its last
 * write stays unknown for as long as the platform may still act on it, and no longer. `now` is the system clock.
 */
export async function recordLease(
  ctx: Context,
  campaignId: string,
  { token, now, settleSeconds }: { token: string; now: Date; settleSeconds: number },
): Promise<boolean> {
  const { tx } = ctx;
  const current = await tx.maybeOne<{ lease_until: Date | null }>(sql`
    select lease_until from campaigns.campaign_sync where id = ${campaignId} for update`);
  if (!current || (current.lease_until !== null && current.lease_until > now)) return false;
  if (current.lease_until !== null) {
    const landed = new Date(current.lease_until.getTime() + settleSeconds * 1_000);
    for (const level of levels) await shortenUnknown(ctx, level, campaignId, landed);
  }
  await tx.run(sql`
    update campaigns.campaign_sync set lease_owner = ${token}, lease_until = ${leaseEnd(now)} where id = ${campaignId}`);
  return true;
}

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

/** False when another worker has taken over. */
export async function renewLease(db: Db, campaignId: string, token: string, now: Date): Promise<boolean> {
  const renewed = await db.run(sql`
    update campaigns.campaign_sync set lease_until = ${leaseEnd(now)}
    where id = ${campaignId} and lease_owner = ${token}`);
  return renewed > 0;
}

/** Releases the lease, inside the transaction that found nothing more to do. */
export async function releaseLease({ tx }: Context, campaignId: string, token: string): Promise<void> {
  await tx.run(sql`
    update campaigns.campaign_sync set lease_owner = null, lease_until = null
    where id = ${campaignId} and lease_owner = ${token}`);
}
