import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { TopUpState, TopUpStopReason } from "../contract/enums.ts";

export type TopUpSettings = Omit<Row<"wallet.top_up_settings">, "merchant_id" | "stopped_reason"> & {
  stopped_reason: TopUpStopReason | null;
};
export type TopUp = Omit<Row<"wallet.top_ups">, "merchant_id" | "state"> & { state: TopUpState };

const columns = sql`id, amount_halalas, card_id, state, planned_at, charge_at, intent_id, failure, ended_at`;

/** Undefined until the merchant set it for the first time. */
export function findTopUpSettings({ db, actor }: ReadContext): Promise<TopUpSettings | undefined> {
  return db.maybeOne<TopUpSettings>(sql`
    select is_active, card_id, threshold_halalas, amount_halalas, monthly_ceiling_halalas, stopped_reason, is_armed
    from wallet.top_up_settings where merchant_id = ${actor.merchantId}`);
}

/** The caller holds the wallet's lock, here and below. */
export async function saveTopUpSettings({ tx, actor }: Context, settings: TopUpSettings): Promise<void> {
  await tx.run(sql`
    insert into wallet.top_up_settings (merchant_id, is_active, card_id, threshold_halalas, amount_halalas,
      monthly_ceiling_halalas, stopped_reason, is_armed)
    values (${actor.merchantId}, ${settings.is_active}, ${settings.card_id}, ${settings.threshold_halalas},
      ${settings.amount_halalas}, ${settings.monthly_ceiling_halalas}, ${settings.stopped_reason}, ${settings.is_armed})
    on conflict (merchant_id) do update set is_active = excluded.is_active, card_id = excluded.card_id,
      threshold_halalas = excluded.threshold_halalas, amount_halalas = excluded.amount_halalas,
      monthly_ceiling_halalas = excluded.monthly_ceiling_halalas, stopped_reason = excluded.stopped_reason,
      is_armed = excluded.is_armed`);
}

export async function saveTopUp({ tx, actor }: Context, topUp: TopUp): Promise<void> {
  await tx.run(sql`
    insert into wallet.top_ups
      (id, merchant_id, amount_halalas, card_id, state, planned_at, charge_at, intent_id, failure, ended_at)
    values (${topUp.id}, ${actor.merchantId}, ${topUp.amount_halalas}, ${topUp.card_id}, ${topUp.state},
      ${topUp.planned_at}, ${topUp.charge_at}, ${topUp.intent_id}, ${topUp.failure}, ${topUp.ended_at})
    on conflict (id) do update set state = excluded.state, intent_id = excluded.intent_id,
      card_id = excluded.card_id, failure = excluded.failure, ended_at = excluded.ended_at`);
}

export function findOpenTopUp({ db, actor }: ReadContext): Promise<TopUp | undefined> {
  return db.maybeOne<TopUp>(sql`
    select ${columns} from wallet.top_ups
    where merchant_id = ${actor.merchantId} and state in ('planned', 'charging')`);
}

export function findTopUpOfIntent({ tx, actor }: Context, intentId: string): Promise<TopUp | undefined> {
  return tx.maybeOne<TopUp>(sql`
    select ${columns} from wallet.top_ups where merchant_id = ${actor.merchantId} and intent_id = ${intentId}`);
}

/** Newest first. */
export function listRecentTopUps({ db, actor }: ReadContext, limit: number): Promise<TopUp[]> {
  return db.many<TopUp>(sql`
    select ${columns} from wallet.top_ups
    where merchant_id = ${actor.merchantId} order by planned_at desc, id limit ${limit}`);
}

/** What was charged since then, or is about to be, in halalas. */
export async function sumToppedUpSince({ db, actor }: ReadContext, since: Date): Promise<number> {
  const { sum } = await db.one<{ sum: number }>(sql`
    select coalesce(sum(amount_halalas), 0)::bigint as sum from wallet.top_ups
    where merchant_id = ${actor.merchantId} and planned_at >= ${since}
      and state in ('planned', 'charging', 'charged')`);
  return sum;
}

/**
 * Merchants whose available balance is under the threshold while nothing is under way and nothing was charged for this
 * fall: the month's ceiling had no room.
 */
export async function listMerchantsWithoutTopUp(
  db: Db,
  { after, size }: { after: string; size: number },
): Promise<string[]> {
  const rows = await db.many<{ merchant_id: string }>(sql`
    select settings.merchant_id from wallet.top_up_settings settings
    left join wallet.accounts account on account.name = settings.merchant_id || ':available'
    where settings.is_active and settings.is_armed and settings.merchant_id > ${after}
      and coalesce(account.balance_halalas, 0) < settings.threshold_halalas
      and not exists (select 1 from wallet.top_ups open
        where open.merchant_id = settings.merchant_id and open.state in ('planned', 'charging'))
    order by settings.merchant_id limit ${size}`);
  return rows.map(({ merchant_id }) => merchant_id);
}

/** Merchants with an open top-up whose time has come, the longest waiting first. */
export async function listMerchantsWithDueTopUps(
  db: Db,
  { due, after, size }: { due: Date; after: string; size: number },
): Promise<string[]> {
  const rows = await db.many<{ merchant_id: string }>(sql`
    select merchant_id from wallet.top_ups
    where state in ('planned', 'charging') and charge_at <= ${due} and merchant_id > ${after}
    order by merchant_id limit ${size}`);
  return rows.map(({ merchant_id }) => merchant_id);
}
