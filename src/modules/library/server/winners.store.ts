import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { CallToAction, MediaKind, Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { AdStructure, Hook, Offer, Proof } from "#modules/campaigns/contract/ad-structure.ts";

/** The only file that writes `library.winners` and `library.pending_merchants`. */

export type WinnerRecord = Row<"library.winners"> & {
  platform: Platform;
  media_kind: MediaKind | null;
  call_to_action: CallToAction;
  hook: Hook | null;
  proof: Proof | null;
  offer: Offer | null;
};

export type NewWinner = Omit<
  WinnerRecord,
  "merchant_id" | "hook" | "proof" | "offer" | "entered_at" | "measured_at"
>;

export const findWinner = ({ db, actor }: ReadContext, adId: string): Promise<WinnerRecord | undefined> =>
  db.maybeOne<WinnerRecord>(
    sql`select * from library.winners where merchant_id = ${actor.merchantId} and ad_id = ${adId}`,
  );

export const listWinnerIds = async ({ db, actor }: ReadContext): Promise<string[]> => {
  const rows = await db.many<Pick<WinnerRecord, "ad_id">>(
    sql`select ad_id from library.winners where merchant_id = ${actor.merchantId} order by ad_id`,
  );
  return rows.map(({ ad_id }) => ad_id);
};

/** Enters the ads, or measures them anew; when they entered and how the merchant said they are built stays. */
export async function saveWinners({ tx, actor, now }: Context, winners: readonly NewWinner[]): Promise<void> {
  if (winners.length === 0) return;
  await tx.run(sql`
    insert into library.winners (merchant_id, ad_id, campaign_id, platform, name, search_text, media_id, media_kind,
      call_to_action, days_run, first_day, last_day, spend_halalas, orders_delivered, sales_delivered_halalas, entered_at,
      measured_at)
    select ${actor.merchantId}, ad_id, campaign_id, platform, name, search_text, media_id, media_kind, call_to_action,
      days_run, first_day, last_day, spend_halalas, orders_delivered, sales_delivered_halalas, ${now}, ${now}
    from json_populate_recordset(null::library.winners, ${JSON.stringify(winners)}::json)
    on conflict (merchant_id, ad_id) do update set name = excluded.name, search_text = excluded.search_text,
      media_id = excluded.media_id, media_kind = excluded.media_kind, call_to_action = excluded.call_to_action,
      days_run = excluded.days_run, first_day = excluded.first_day, last_day = excluded.last_day,
      spend_halalas = excluded.spend_halalas, orders_delivered = excluded.orders_delivered,
      sales_delivered_halalas = excluded.sales_delivered_halalas, measured_at = excluded.measured_at`);
}

export async function removeWinners({ tx, actor }: Context, adIds: readonly string[]): Promise<void> {
  if (adIds.length === 0) return;
  await tx.run(sql`
    delete from library.winners
    where merchant_id = ${actor.merchantId} and ad_id = any(${[...adIds]}::text[])`);
}

/** False where the merchant has no such winner. */
export async function setWinnerStructure(
  { tx, actor }: Context,
  adId: string,
  { hook, proof, offer }: AdStructure,
): Promise<boolean> {
  const changed = await tx.run(sql`
    update library.winners set hook = ${hook}, proof = ${proof}, offer = ${offer}
    where merchant_id = ${actor.merchantId} and ad_id = ${adId}`);
  return changed > 0;
}

/** The merchant's figures changed: their winners are looked for in the next round. Once is enough. */
export async function addPendingMerchant({ tx, actor, now }: Context): Promise<void> {
  await tx.run(sql`
    insert into library.pending_merchants (merchant_id, changed_at) values (${actor.merchantId}, ${now})
    on conflict (merchant_id) do nothing`);
}

/** The next merchants in the order of their ids; none that nobody has measured anything of. */
export async function listPendingMerchants(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await db.many<{ merchant_id: string }>(sql`
    select merchant_id from library.pending_merchants where merchant_id > ${after}
    order by merchant_id limit ${limit}`);
  return rows.map(({ merchant_id }) => merchant_id);
}

/** A change after this is a new one. False where another process was first. */
export async function takePendingMerchant({ tx, actor }: Context): Promise<boolean> {
  return (
    (await tx.run(sql`delete from library.pending_merchants where merchant_id = ${actor.merchantId}`)) > 0
  );
}
