import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";

const decompress = promisify(gunzip);

export type CampaignDay = { campaign_id: string; day: string };
/** What a platform answered about a campaign's day. */
export type KeptAnswer = CampaignDay & {
  sha256: string;
  platform: Platform;
  bytes: number;
  /** When it was received first. */
  received_at: Date;
  /** Whether its body is still kept, beside its hash. */
  has_body: boolean;
};

/** What the platforms answered about these days of campaigns, each day's oldest first. */
export function listAnswers(
  { db, actor: { merchantId } }: ReadContext,
  days: readonly CampaignDay[],
): Promise<KeptAnswer[]> {
  return db.many<KeptAnswer>(sql`
    select input.campaign_id, input.day, answer.sha256, answer.platform, answer.bytes, kept.received_at,
      answer.body is not null as has_body
    from unnest(${days.map(({ campaign_id }) => campaign_id)}::text[], ${days.map(({ day }) => day)}::date[])
      as input (campaign_id, day)
    join figures.campaigns campaign on campaign.campaign_id = input.campaign_id
      and campaign.merchant_id = ${merchantId}
    join figures.answer_days kept on kept.merchant_id = ${merchantId}
      and kept.ad_account_id = campaign.ad_account_id and kept.day = input.day
    join figures.answers answer on answer.merchant_id = kept.merchant_id and answer.sha256 = kept.sha256
    order by input.campaign_id, input.day, kept.received_at, answer.sha256`);
}

/** The body of an answer as it was received; null when the merchant has no such answer, or its body is not kept. */
export async function loadAnswerBody(
  { db, actor }: ReadContext,
  { sha256 }: { sha256: string },
): Promise<Buffer | null> {
  const row = await db.maybeOne<Pick<Row<"figures.answers">, "body">>(sql`
    select body from figures.answers where merchant_id = ${actor.merchantId} and sha256 = ${sha256}`);
  return row?.body ? decompress(row.body) : null;
}

/** An order that a campaign brought on a day, as the store's figures count it. */
export type DayOrder = { order_id: string; sales_placed_halalas: number; is_delivered: boolean };

const ordersShown = 50;

/** A campaign's orders of a day; those that count for nothing (cancelled) are left out. */
export function listDayOrders(
  { db, actor }: ReadContext,
  { campaignId, day }: { campaignId: string; day: string },
): Promise<DayOrder[]> {
  return db.many<DayOrder>(sql`
    select order_id, sales_placed_halalas, orders_delivered > 0 as is_delivered from figures.attributed_orders
    where merchant_id = ${actor.merchantId} and campaign_id = ${campaignId} and day = ${day}::date and orders_placed > 0
    order by sales_placed_halalas desc, order_id limit ${ordersShown}`);
}
