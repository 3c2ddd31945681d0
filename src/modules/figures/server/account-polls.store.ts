import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { secondsToNextTry } from "../domain/next-try.ts";
import type { PollState } from "../domain/poll-window.ts";

/** A merchant's ad account as the polling store knows it. */
export type PolledAccount = {
  adAccountId: string;
  platform: Platform;
  name: string;
  /** ISO 4217: the currency its platform reports in, before conversion to riyals. */
  currency: string;
};

/** How far each of the campaigns has been polled; those never polled are left out. */
export async function loadPollStates(
  { db, actor }: ReadContext,
  campaignIds: readonly string[],
): Promise<Map<string, PollState>> {
  const rows = await db.many<
    Row<"figures.polls", "campaign_id" | "read_until" | "corrected_at" | "settled_at">
  >(sql`
    select campaign_id, read_until, corrected_at, settled_at from figures.polls
    where merchant_id = ${actor.merchantId} and campaign_id = any(${[...campaignIds]}::text[])`);
  return new Map(
    rows.map((row) => [
      row.campaign_id,
      { readUntil: row.read_until, correctedAt: row.corrected_at, settledAt: row.settled_at },
    ]),
  );
}

/** The result of one poll for a campaign. */
export type PolledCampaign = { campaignId: string; corrects: boolean; settles: boolean };

export async function recordPolls(
  { tx, actor, now }: Context,
  campaigns: readonly PolledCampaign[],
): Promise<void> {
  await tx.run(sql`
    insert into figures.polls as stored (campaign_id, merchant_id, read_until, corrected_at, settled_at, read_at)
    select id, ${actor.merchantId}, ${now}, case when corrects then ${now} else '-infinity'::timestamptz end,
      case when settles then ${now} else '-infinity'::timestamptz end, ${now}
    from unnest(${campaigns.map(({ campaignId }) => campaignId)}::text[],
      ${campaigns.map(({ corrects }) => corrects)}::boolean[],
      ${campaigns.map(({ settles }) => settles)}::boolean[]) as read (id, corrects, settles)
    order by id
    on conflict (campaign_id) do update set
      read_until = greatest(stored.read_until, excluded.read_until),
      corrected_at = greatest(stored.corrected_at, excluded.corrected_at),
      settled_at = greatest(stored.settled_at, excluded.settled_at),
      read_at = excluded.read_at`);
}

/** Records that the platform returned everything requested. */
export async function recordSuccess(
  { db, actor, now }: ReadContext,
  { adAccountId, platform, name, currency }: PolledAccount,
): Promise<void> {
  await db.run(sql`
    insert into figures.account_polls (ad_account_id, merchant_id, platform, name, currency, read_at)
    values (${adAccountId}, ${actor.merchantId}, ${platform}, ${name}, ${currency}, ${now})
    on conflict (ad_account_id) do update set name = excluded.name, currency = excluded.currency,
      read_at = excluded.read_at, failures = 0, failing_since = null, fault = null, next_try_at = null`);
}

/** Records a failed poll; returns the seconds to the next try, which double with each failure in a row. */
export function recordFault(
  ctx: ReadContext,
  { adAccountId, platform, name, currency }: PolledAccount,
  { fault, systemNow }: { fault: AdapterFault; systemNow: Date },
): Promise<number> {
  return transact(ctx, async ({ tx, actor, now }) => {
    const { failures } = await tx.one<Row<"figures.account_polls", "failures">>(sql`
      insert into figures.account_polls as stored (ad_account_id, merchant_id, platform, name, currency, failures,
        failing_since, fault)
      values (${adAccountId}, ${actor.merchantId}, ${platform}, ${name}, ${currency}, 1, ${now}, ${fault.kind})
      on conflict (ad_account_id) do update set failures = stored.failures + 1, fault = excluded.fault,
        failing_since = coalesce(stored.failing_since, excluded.failing_since)
      returning failures`);
    const seconds = secondsToNextTry(failures, fault.retryAfterSeconds ?? 0);
    await tx.run(sql`
      update figures.account_polls set next_try_at = ${new Date(systemNow.getTime() + seconds * 1_000)}
      where merchant_id = ${actor.merchantId} and ad_account_id = ${adAccountId}`);
    return seconds;
  });
}

/** The account was linked (again): it may be polled at once. */
export async function resumePolling({ tx, actor }: Context, adAccountId: string): Promise<void> {
  const account = sql`merchant_id = ${actor.merchantId} and ad_account_id = ${adAccountId}`;
  await tx.run(sql`update figures.account_polls set next_try_at = null where ${account}`);
  await tx.run(sql`
    update figures.account_polls set failures = 0, failing_since = null, fault = null
    where ${account} and fault = 'reconnect'`);
}

/** Access was lost at `lostAt`, whoever found out. The platform is not at fault, and the account is not polled. */
export async function recordDisconnected(
  { tx, actor }: Context,
  adAccountId: string,
  lostAt: Date,
): Promise<void> {
  await tx.run(sql`
    update figures.account_polls set failures = greatest(failures, 1), fault = 'reconnect', next_try_at = null,
      failing_since = coalesce(failing_since, read_at, ${lostAt})
    where merchant_id = ${actor.merchantId} and ad_account_id = ${adAccountId}`);
}

/** The account was unlinked: its figures remain, its polling ends. */
export async function deleteAccountPoll({ tx, actor }: Context, adAccountId: string): Promise<void> {
  await tx.run(sql`
    delete from figures.account_polls
    where merchant_id = ${actor.merchantId} and ad_account_id = ${adAccountId}`);
}
