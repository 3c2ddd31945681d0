import type { Context } from "#base/server/context.ts";
import { type Db, prepared, sql } from "#base/server/db/db.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";

/** When each ad account is polled next. All times are the database's own, which is the system clock. */

export type DueAccount = { merchant_id: string; ad_account_id: string; platform: Platform };

/** A worker that has not ended a poll after so long is gone. Longer than the slowest first poll. */
const claimSeconds = 900;

/** A campaign of the account was started or changed: its figures are polled at once. */
export async function schedulePoll(
  { tx, actor }: Context,
  { ad_account_id, platform }: Pick<DueAccount, "ad_account_id" | "platform">,
): Promise<void> {
  await tx.run(sql`
    insert into figures.poll_schedule as known (ad_account_id, merchant_id, platform, due_at)
    values (${ad_account_id}, ${actor.merchantId}, ${platform}, now())
    on conflict (ad_account_id) do update set due_at = now() where known.due_at > now()`);
}

/** The account was linked (again): what it had is polled at once. */
export async function scheduleLinked({ tx, actor }: Context, adAccountId: string): Promise<void> {
  await tx.run(sql`
    insert into figures.poll_schedule as known (ad_account_id, merchant_id, platform, due_at)
    select ad_account_id, merchant_id, platform, now() from figures.campaigns
    where merchant_id = ${actor.merchantId} and ad_account_id = ${adAccountId}
      and platform_id is not null and may_spend_since is not null limit 1
    on conflict (ad_account_id) do update set due_at = now() where known.due_at > now()`);
}

export async function unschedule({ tx, actor }: Context, adAccountId: string): Promise<void> {
  await tx.run(sql`
    delete from figures.poll_schedule where merchant_id = ${actor.merchantId} and ad_account_id = ${adAccountId}`);
}

/** `free`: how many accounts of a platform may be taken; `busy`: whose share of its slots is taken. */
export type Claim = {
  free: readonly { platform: Platform; count: number }[];
  busy: readonly { platform: Platform; merchantId: string }[];
};

/** Takes the accounts that have been due for longest, of each platform its own. */
export function claimDue(db: Db, { free, busy }: Claim): Promise<DueAccount[]> {
  return db.many(
    prepared(
      "figures.claim_polls",
      sql`
        update figures.poll_schedule claimed
        set due_at = 'infinity', claimed_until = now() + make_interval(secs => ${claimSeconds})
        from (
          select due.ad_account_id
          from unnest(${free.map(({ platform }) => platform)}::text[], ${free.map(({ count }) => count)}::int[])
            as free (platform, slots), lateral (
              select ad_account_id from figures.poll_schedule
              where poll_schedule.platform = free.platform and due_at <= now() and claimed_until is null
                and free.platform || ' ' || merchant_id <> all(${busy.map((one) => `${one.platform} ${one.merchantId}`)}::text[])
              order by due_at limit free.slots for update skip locked
            ) due
        ) due
        where claimed.ad_account_id = due.ad_account_id
        returning claimed.ad_account_id, claimed.merchant_id, claimed.platform`,
    ),
  );
}

/** The poll has ended; the next is due after so many seconds, or at once when a campaign was changed meanwhile. */
export async function scheduleNext(db: Db, { ad_account_id }: DueAccount, seconds: number): Promise<void> {
  await db.run(
    prepared(
      "figures.schedule_next_poll",
      sql`
        update figures.poll_schedule
        set due_at = least(due_at, now() + make_interval(secs => ${seconds})), claimed_until = null, polled_at = now()
        where ad_account_id = ${ad_account_id}`,
    ),
  );
}

/** Nothing of the account can change any more. A campaign that was changed meanwhile makes it due at once. */
export async function endSchedule(db: Db, account: DueAccount): Promise<void> {
  const ended = await db.run(sql`
    delete from figures.poll_schedule where ad_account_id = ${account.ad_account_id} and due_at = 'infinity'`);
  if (ended === 0) await scheduleNext(db, account, 0);
}

/** What a killed worker had is due again. */
export async function releaseLost(db: Db): Promise<void> {
  await db.run(sql`
    update figures.poll_schedule set due_at = now(), claimed_until = null where claimed_until <= now()`);
}
