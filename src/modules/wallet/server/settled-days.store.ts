import type { Context } from "#base/server/context.ts";
import { prepared, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Save } from "./ledger.ts";

/** What a campaign spent on a Riyadh day, as reported last. */
export type SpendReport = Row<"wallet.settled_days", "campaign_id" | "total_halalas"> & { day: RiyadhDay };
/** What is settled for a day, how often it changed, and what is still owed for it. */
export type SettledDay = SpendReport & Row<"wallet.settled_days", "revision"> & { owed_halalas: number };

/** The days of these reports that were settled before. */
export function loadSettledDays(
  { tx, actor: { merchantId } }: Context,
  reports: readonly SpendReport[],
): Promise<SettledDay[]> {
  const days = sql`
    select campaign_id, day, total_halalas, revision, coalesce((
      select sum(owed_halalas) from wallet.receivables
      where merchant_id = ${merchantId} and kind = 'ad_spend' and reference = campaign_id
        and receivables.day = settled_days.day and owed_halalas > 0), 0)::bigint as owed_halalas
    from unnest(${reports.map(({ campaign_id }) => campaign_id)}::text[], ${reports.map(({ day }) => day)}::date[])
      as input (campaign_id, day)
    join wallet.settled_days using (campaign_id, day) where merchant_id = ${merchantId}`;
  return tx.many<SettledDay>(prepared("wallet.settled_days", days));
}

/** These totals are settled now, with the transfers that settle them. The caller holds the wallet's lock. */
export function toSaveSettledDays({ actor }: Context, reports: readonly SpendReport[]): Save {
  const statement = sql`
    insert into wallet.settled_days (merchant_id, campaign_id, day, total_halalas, revision)
    select ${actor.merchantId}, campaign_id, day, total, 1
    from unnest(${reports.map(({ campaign_id }) => campaign_id)}::text[], ${reports.map(({ day }) => day)}::date[],
      ${reports.map(({ total_halalas }) => total_halalas)}::bigint[]) as input (campaign_id, day, total)
    on conflict (merchant_id, campaign_id, day) do update
    set total_halalas = excluded.total_halalas, revision = settled_days.revision + 1`;
  return { name: "settled_days", statement };
}
