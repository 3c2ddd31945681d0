import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { addDays, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { LinkedAdAccount } from "#modules/ad-accounts/server/ad-accounts.facade.ts";
import type { ConversionDay, DestinationAnswer, HealthAnswer } from "../contract/conversions.calls.ts";
import { healthDays } from "../contract/enums.ts";
import type { ConversionsDeps } from "./conversions.deps.ts";
import { type DestinationRow, listDestinations } from "./destinations.store.ts";
import { type ListWithMembers, listLists } from "./lists.store.ts";
import { countWaiting } from "./purchases.store.ts";
import { loadSettings } from "./settings.store.ts";

type Deps = Pick<ConversionsDeps, "adAccounts">;
type ReasonRow = HealthAnswer["reasons"][number];

/** The whole panel: the settings, every linked ad account, and what the last days brought. */
export const loadHealth =
  ({ adAccounts }: Deps) =>
  async (ctx: ReadContext): Promise<HealthAnswer> => {
    const settings = await loadSettings(ctx);
    const accounts = await adAccounts.listLinkedAdAccounts(ctx);
    const destinations = new Map((await listDestinations(ctx)).map((row) => [row.ad_account_id, row]));
    const lists = new Map((await listLists(ctx)).map((row) => [row.ad_account_id, row]));
    const waiting = new Map((await countWaiting(ctx)).map((row) => [row.ad_account_id, row.waiting]));
    const since = addDays(toRiyadhDay(ctx.now), 1 - healthDays);
    return {
      settings: {
        send_at: settings.sendAt,
        contacts_allowed_at: settings.contactsAllowedAt?.toISOString() ?? null,
      },
      destinations: accounts.map((account) => ({
        ...presentDestination(account, destinations.get(account.id), waiting.get(account.id) ?? 0),
        buyers_list: presentList(lists.get(account.id)),
      })),
      days: await listDays(ctx, since),
      reasons: await listReasons(ctx, since),
    };
  };

function presentDestination(
  account: LinkedAdAccount,
  row: DestinationRow | undefined,
  waiting: number,
): Omit<DestinationAnswer, "buyers_list"> {
  const { id, platform, name, status, has_pixel } = account;
  return {
    ad_account_id: id,
    platform,
    name,
    status,
    has_pixel,
    is_enabled: row?.is_enabled ?? false,
    waiting,
    failure: row?.failing_since
      ? { since: row.failing_since.toISOString(), message: row.fault_key, reason: row.fault_reason ?? "" }
      : null,
    match_quality: row?.match_quality ?? null,
  };
}

function presentList(row: ListWithMembers | undefined): DestinationAnswer["buyers_list"] {
  if (!row) return null;
  return {
    is_ending: !row.is_on,
    members: row.members,
    refreshed_at: row.refreshed_at?.toISOString() ?? null,
    failure: row.failing_since
      ? { since: row.failing_since.toISOString(), message: row.fault_key, reason: row.fault_reason ?? "" }
      : null,
  };
}

function listDays({ db, actor }: ReadContext, since: string): Promise<ConversionDay[]> {
  return db.many<ConversionDay>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, platform, sum(sent)::int as sent, sum(accepted)::int as accepted,
      sum(refused)::int as refused, sum(restated)::int as restated
    from conversions.days where merchant_id = ${actor.merchantId} and day >= ${since}
    group by day, platform order by day, platform`);
}

/** Of single purchases, of requests of which a platform refused a part, and of corrections. */
function listReasons({ db, actor }: ReadContext, since: string): Promise<ReasonRow[]> {
  return db.many<ReasonRow>(sql`
    select platform, reason_code, reason, sum(count)::int as count from (
      select platform, reason_code, coalesce(reason, '') as reason, count(*) as count from conversions.purchases
      where merchant_id = ${actor.merchantId} and status = 'refused' and sent_at >= ${since}::date - interval '3 hours'
      group by platform, reason_code, reason
      union all
      select destinations.platform, 'vendor', part.reason, part.count from conversions.requests
      join conversions.destinations on destinations.ad_account_id = requests.ad_account_id
      cross join lateral jsonb_to_recordset(reasons) as part (reason text, count int)
      where requests.merchant_id = ${actor.merchantId} and requests.refused > 0
        and (requests.refused < requests.events or requests.is_restatement)
        and sent_at >= ${since}::date - interval '3 hours'
    ) as reasons group by platform, reason_code, reason order by count desc, platform, reason limit 20`);
}
