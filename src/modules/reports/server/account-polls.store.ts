import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import type { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { secondsToNextTry } from "../domain/next-try.ts";
import type { PollState } from "../domain/poll-window.ts";

/** An ad account as the polling store knows it. */
export type PolledAccount = {
  merchantId: string;
  adAccountId: string;
  platform: Platform;
  name: string;
  /** ISO 4217: the currency its platform reports in, before conversion to riyals. */
  currency: string;
};

/** How far each of the campaigns has been polled; those never polled are left out. */
export async function loadPollStates(
  db: Db,
  campaignIds: readonly string[],
): Promise<Map<string, PollState>> {
  const rows = await db.many<{
    campaign_id: string;
    read_until: Date;
    corrected_at: Date;
    settled_at: Date;
  }>(sql`
    select campaign_id, read_until, corrected_at, settled_at from reports.polls
    where campaign_id = any(${[...campaignIds]}::text[])`);
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
  tx: Tx,
  merchantId: string,
  campaigns: readonly PolledCampaign[],
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into reports.polls as stored (campaign_id, merchant_id, read_until, corrected_at, settled_at, read_at)
    select id, ${merchantId}, ${now}, case when corrects then ${now} else '-infinity'::timestamptz end,
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

/** Records that the platform returned everything requested. `now` is business time. */
export async function recordSuccess(db: Db, account: PolledAccount, now: Date): Promise<void> {
  await db.run(sql`
    insert into reports.account_polls (ad_account_id, merchant_id, platform, name, currency, read_at)
    values (${account.adAccountId}, ${account.merchantId}, ${account.platform}, ${account.name}, ${account.currency},
      ${now})
    on conflict (ad_account_id) do update set name = excluded.name, currency = excluded.currency,
      read_at = excluded.read_at, failures = 0, failing_since = null, fault = null, next_try_at = null`);
}

/** Records a failed poll; returns the seconds to the next try, which double with each failure in a row. */
export async function recordFault(
  db: Db,
  account: PolledAccount,
  fault: AdapterFault,
  { now, systemNow }: { now: Date; systemNow: Date },
): Promise<number> {
  return db.transaction(async (tx) => {
    const { failures } = await tx.one<{ failures: number }>(sql`
      insert into reports.account_polls as stored (ad_account_id, merchant_id, platform, name, currency, failures,
        failing_since, fault)
      values (${account.adAccountId}, ${account.merchantId}, ${account.platform}, ${account.name}, ${account.currency}, 1,
        ${now}, ${fault.kind})
      on conflict (ad_account_id) do update set failures = stored.failures + 1, fault = excluded.fault,
        failing_since = coalesce(stored.failing_since, excluded.failing_since)
      returning failures`);
    const seconds = secondsToNextTry(failures, fault.retryAfterSeconds ?? 0);
    await tx.run(sql`
      update reports.account_polls set next_try_at = ${new Date(systemNow.getTime() + seconds * 1_000)}
      where ad_account_id = ${account.adAccountId}`);
    return seconds;
  });
}

/** Accounts whose next try is in the future. */
export async function listDeferredAccounts(db: Db, systemNow: Date): Promise<Set<string>> {
  const rows = await db.many<{ ad_account_id: string }>(sql`
    select ad_account_id from reports.account_polls where next_try_at > ${systemNow}`);
  return new Set(rows.map(({ ad_account_id }) => ad_account_id));
}

/** The account was linked (again): it may be polled at once. */
export async function resumePolling(tx: Tx, adAccountId: string): Promise<void> {
  await tx.run(sql`
    update reports.account_polls set next_try_at = null where ad_account_id = ${adAccountId}`);
  await tx.run(sql`
    update reports.account_polls set failures = 0, failing_since = null, fault = null
    where ad_account_id = ${adAccountId} and fault = 'reconnect'`);
}

/** Access is lost, whoever found out. The platform is not at fault, and the account is not polled. */
export async function recordDisconnected(tx: Tx, adAccountId: string, now: Date): Promise<void> {
  await tx.run(sql`
    update reports.account_polls set failures = greatest(failures, 1), fault = 'reconnect', next_try_at = null,
      failing_since = coalesce(failing_since, read_at, ${now})
    where ad_account_id = ${adAccountId}`);
}

/** The account was unlinked: its figures remain, its polling ends. */
export async function deleteAccountPoll(tx: Tx, adAccountId: string): Promise<void> {
  await tx.run(sql`delete from reports.account_polls where ad_account_id = ${adAccountId}`);
}
