import type { Clock } from "#base/server/clock.ts";
import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { getCurrency } from "#modules/ad-accounts/contract/currencies.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { AccountPoll } from "../contract/account-polls.ts";

type PollRow = Omit<Row<"figures.account_polls">, "merchant_id" | "failures"> & { platform: Platform };

/** How current the figures of each of the merchant's ad accounts are; those that do not respond come first. */
export const listAccountPolls =
  ({ systemClock }: { systemClock: Clock }) =>
  async ({ db, actor }: ReadContext): Promise<{ items: AccountPoll[] }> => {
    const rows = await db.many<PollRow>(sql`
      select ad_account_id, platform, name, currency, read_at, failing_since, fault, next_try_at
      from figures.account_polls where merchant_id = ${actor.merchantId}
      order by failing_since nulls last, platform, ad_account_id`);
    const systemNow = systemClock.now();
    const items = rows.map(({ read_at, failing_since, fault, next_try_at, ...account }) => ({
      ...account,
      as_of: read_at?.toISOString() ?? null,
      failing_since: failing_since?.toISOString() ?? null,
      is_disconnected: fault === "reconnect",
      next_try_in_seconds: next_try_at && secondsUntil(next_try_at, systemNow),
      rate: toRate(account.currency),
    }));
    return { items };
  };

function secondsUntil(at: Date, now: Date): number | null {
  const seconds = Math.ceil((at.getTime() - now.getTime()) / 1_000);
  return seconds > 0 ? seconds : null;
}

function toRate(code: string): AccountPoll["rate"] {
  const currency = code === "SAR" ? null : getCurrency(code);
  return currency && { sar_micros: currency.sarMicros, since: currency.since };
}

/** Platforms have short outages; the merchant is informed only of one this long. */
const longMs = 3 * 3_600_000;

/** Accounts whose platform has not responded for hours. Accounts with lost access are reported elsewhere. */
export function listSilentAccounts({
  db,
  actor,
  now,
}: ReadContext): Promise<{ id: string; platform: Platform; since: Date }[]> {
  return db.many(sql`
    select ad_account_id as id, platform, coalesce(read_at, failing_since) as since from figures.account_polls
    where merchant_id = ${actor.merchantId} and failing_since <= ${new Date(now.getTime() - longMs)} and fault <> 'reconnect'
    order by failing_since`);
}
