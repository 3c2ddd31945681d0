import { type Db, sql } from "#base/server/db/db.ts";
import { platformAccounts } from "../domain/accounts.ts";

/** Sums of the ledger's entries, all merchants', for whoever compares them with other books. Amounts in halalas. */

export type PaymentKey = { merchant_id: string; payment_id: string };

/** What the ledger holds of a payment of a deposit; null while it was not credited. */
export type PaymentEntries = PaymentKey & {
  credited_halalas: number | null;
  /** What went back to its card: refunds, and card parts of withdrawals. */
  returned_halalas: number;
  /** Less what came back of chargebacks that were won. */
  charged_back_halalas: number;
  /** The Riyadh day that its credit belongs to. */
  credited_on: string | null;
};

/**
 * What the ledger holds of these payments, read by the keys of its entries. Refunds are followed from the last sum that
 * was debited to the first: each key names the sum after its entry.
 */
export function sumPaymentEntries(db: Db, payments: readonly PaymentKey[]): Promise<PaymentEntries[]> {
  return db.many<PaymentEntries>(sql`
    with recursive input as (
      select * from unnest(${payments.map(({ merchant_id }) => merchant_id)}::text[],
        ${payments.map(({ payment_id }) => payment_id)}::text[]) as input (merchant_id, payment_id)
    ), refunds as (
      select merchant_id, payment_id, refunded_halalas as total, 0::bigint as taken
      from input join wallet.credited_payments using (merchant_id, payment_id)
      union all
      select merchant_id, payment_id, total - step.halalas, step.halalas
      from refunds cross join lateral (
        select coalesce(sum(amount_halalas), 0)::bigint as halalas from wallet.entries
        where entries.merchant_id = refunds.merchant_id and key in ('refund:' || payment_id || ':' || total || ':refund',
          'refund:' || payment_id || ':' || total || ':shortage')) step
      where step.halalas > 0
    )
    select input.merchant_id, input.payment_id, credit.amount_halalas as credited_halalas,
      (refunded.halalas + withdrawn.halalas)::bigint as returned_halalas, back.halalas as charged_back_halalas,
      credit.business_day as credited_on
    from input
    left join wallet.entries credit on credit.merchant_id = input.merchant_id and credit.key = 'deposit:' || payment_id
    cross join lateral (
      select coalesce(sum(taken), 0)::bigint as halalas from refunds
      where refunds.merchant_id = input.merchant_id and refunds.payment_id = input.payment_id) refunded
    cross join lateral (
      select coalesce(sum(entry.amount_halalas), 0)::bigint as halalas
      from wallet.withdrawal_parts part join wallet.entries entry on entry.merchant_id = part.merchant_id
        and entry.key = 'withdrawal:' || withdrawal_id || ':' || number
      where part.merchant_id = input.merchant_id and part.kind = 'card' and part.payment_id = input.payment_id) withdrawn
    cross join lateral (
      select coalesce(sum(case when entry.kind = 'chargeback_won' then -entry.amount_halalas
        else entry.amount_halalas end), 0)::bigint as halalas
      from wallet.chargebacks known join wallet.entries entry on entry.merchant_id = known.merchant_id
        and entry.key in ('chargeback:' || known.id || ':chargeback', 'chargeback:' || known.id || ':shortage',
          'chargeback_won:' || known.id)
      where known.merchant_id = input.merchant_id and known.payment_id = input.payment_id) back`);
}

export type GatewayEntriesInput = { after: number; until: number; size: number };

/**
 * The payments that the ledger's entries with the gateways name, in the order of their entries in (after, until]; null
 * where an entry names none that is known.
 */
export function listGatewayEntries(
  db: Db,
  { after, until, size }: GatewayEntriesInput,
): Promise<{ entry_id: number; merchant_id: string; payment_id: string | null }[]> {
  return db.many(sql`
    select entry.id as entry_id, entry.merchant_id,
      case split_part(key, ':', 1) when 'withdrawal' then part.payment_id
        when 'chargeback' then known.payment_id when 'chargeback_won' then known.payment_id
        else split_part(key, ':', 2) end as payment_id
    from (
      select id, merchant_id, key from unnest(${platformAccounts("gateway")}::text[]) as shard (name)
      cross join lateral (
        (select id, merchant_id, key from wallet.entries
          where from_account = shard.name and from_account like 'rawaj:%' and id > ${after} and id <= ${until}
          order by id limit ${size})
        union all
        (select id, merchant_id, key from wallet.entries
          where to_account = shard.name and to_account like 'rawaj:%' and id > ${after} and id <= ${until}
          order by id limit ${size})) side
      order by id limit ${size}
    ) entry
    left join wallet.chargebacks known on known.merchant_id = entry.merchant_id and known.id in (
      substring(key from '^chargeback:(.*):[a-z]+$'), substring(key from '^chargeback_won:(.*)$'))
    left join wallet.withdrawal_parts part on part.merchant_id = entry.merchant_id and part.kind = 'card'
      and key = 'withdrawal:' || part.withdrawal_id || ':' || part.number
      and part.withdrawal_id = split_part(key, ':', 2)
    order by entry.id`);
}

/** The number of the ledger's last entry; 0 before the first. */
export async function findLastEntryId(db: Db): Promise<number> {
  const { last } = await db.one<{ last: number }>(sql`
    select coalesce(max(greatest(
      (select max(id) from wallet.entries where from_account = shard.name and from_account like 'rawaj:%'),
      (select max(id) from wallet.entries where to_account = shard.name and to_account like 'rawaj:%'))), 0) as last
    from unnest(${platformAccounts("gateway")}::text[]) as shard (name)`);
  return last;
}

type CapturedInput = { merchantId: string; campaignIds: readonly string[]; from: string; to: string };

/**
 * The ad spend that the ledger captured of these campaigns by Riyadh day, both ends included: what went to the ad
 * platforms' account, less what came back, whether the balance paid it or it is owed.
 */
export function sumCapturedSpend(
  db: Db,
  { merchantId, campaignIds, from, to }: CapturedInput,
): Promise<{ campaign_id: string; day: string; captured_halalas: number }[]> {
  return db.many(sql`
    select campaign_id, day, entries.halalas as captured_halalas
    from wallet.settled_days cross join lateral (
      select coalesce(sum(case when to_account like 'rawaj:ad_spend:%' then amount_halalas else -amount_halalas end), 0)::bigint
        as halalas
      from generate_series(0, revision - 1) as earlier cross join unnest(array['reserve', 'free', 'owed']) as part
      join wallet.entries on entries.merchant_id = ${merchantId}
        and key = 'spend:' || campaign_id || ':' || day || ':' || earlier || ':' || part) entries
    where merchant_id = ${merchantId} and campaign_id = any(${[...campaignIds]}::text[])
      and day between ${from}::date and ${to}::date
    order by day, campaign_id`);
}
