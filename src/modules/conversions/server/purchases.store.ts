import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { PurchaseStatus, RefusalReason } from "../contract/enums.ts";

export type WaitingPurchase = Row<"conversions.purchases", "order_id" | "order_reference" | "occurred_at">;

export type NewPurchase = {
  orderId: string;
  adAccountId: string;
  platform: Platform;
  orderReference: string;
  valueHalalas: number;
  occurredAt: Date;
};

/** Once for each order and ad account, whatever is published of the order again. */
export async function insertPurchase({ tx, actor, now }: Context, purchase: NewPurchase): Promise<void> {
  const { orderId, adAccountId, platform, orderReference, valueHalalas, occurredAt } = purchase;
  await tx.run(sql`
    insert into conversions.purchases (merchant_id, order_id, ad_account_id, platform, status, order_reference,
      value_halalas, occurred_at, created_at)
    values (${actor.merchantId}, ${orderId}, ${adAccountId}, ${platform}, 'waiting', ${orderReference}, ${valueHalalas},
      ${occurredAt}, ${now})
    on conflict (merchant_id, order_id, ad_account_id) do nothing`);
}

/** The order does not count any more: what was not sent yet is not sent. */
export async function deleteWaiting({ tx, actor }: Context, orderIds: readonly string[]): Promise<void> {
  await tx.run(sql`
    delete from conversions.purchases
    where merchant_id = ${actor.merchantId} and order_id = any(${[...orderIds]}::text[]) and status = 'waiting'`);
}

/** What waits for an ad account that is switched off or unlinked is not sent. */
export async function deleteWaitingFor({ tx, actor }: Context, adAccountId: string): Promise<void> {
  await tx.run(sql`
    delete from conversions.purchases
    where merchant_id = ${actor.merchantId} and ad_account_id = ${adAccountId} and status = 'waiting'`);
}

/** The oldest purchases that wait for an ad account. */
export function listWaiting(
  { db, actor }: ReadContext,
  { adAccountId, limit }: { adAccountId: string; limit: number },
): Promise<WaitingPurchase[]> {
  return db.many<WaitingPurchase>(sql`
    select order_id, order_reference, occurred_at from conversions.purchases
    where merchant_id = ${actor.merchantId} and ad_account_id = ${adAccountId} and status = 'waiting'
    order by created_at, order_id limit ${limit}`);
}

export function countWaiting({
  db,
  actor,
}: ReadContext): Promise<(Row<"conversions.purchases", "ad_account_id"> & { waiting: number })[]> {
  return db.many(sql`
    select ad_account_id, count(*)::int as waiting from conversions.purchases
    where merchant_id = ${actor.merchantId} and status = 'waiting' group by ad_account_id`);
}

/** What became of one purchase. `requestId` with `sent`, `reason` with `refused`. */
export type PurchaseOutcome = {
  orderId: string;
  status: Exclude<PurchaseStatus, "waiting">;
  occurredAt: Date;
  valueHalalas: number;
  hasClick: boolean;
  hasContact: boolean;
  requestId: string | null;
  reasonCode: RefusalReason | null;
  reason: string | null;
};

/** Records outcomes and counts them in the day, in one statement: a purchase that no longer waits is counted once. */
export async function recordOutcomes(
  { tx, actor, now }: Context,
  { adAccountId, platform }: { adAccountId: string; platform: Platform },
  outcomes: readonly PurchaseOutcome[],
): Promise<void> {
  const rows = outcomes.map((one) => ({
    order_id: one.orderId,
    status: one.status,
    occurred_at: one.occurredAt,
    value_halalas: one.valueHalalas,
    has_click: one.hasClick,
    has_contact: one.hasContact,
    request_id: one.requestId,
    reason_code: one.reasonCode,
    reason: one.reason,
  }));
  await tx.run(sql`
    with incoming as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as incoming (order_id text, status text,
        occurred_at timestamptz, value_halalas bigint, has_click boolean, has_contact boolean, request_id text,
        reason_code text, reason text)
    ), changed as (
      update conversions.purchases set status = incoming.status, occurred_at = incoming.occurred_at,
        value_halalas = incoming.value_halalas, has_click = incoming.has_click, has_contact = incoming.has_contact,
        request_id = incoming.request_id, reason_code = incoming.reason_code, reason = incoming.reason, sent_at = ${now}
      from incoming
      where purchases.merchant_id = ${actor.merchantId} and purchases.order_id = incoming.order_id
        and purchases.ad_account_id = ${adAccountId} and purchases.status = 'waiting'
      returning purchases.status
    )
    insert into conversions.days as stored (merchant_id, ad_account_id, platform, day, sent, accepted, refused)
    select ${actor.merchantId}, ${adAccountId}, ${platform}, ${toRiyadhDay(now)}::date, count(*),
      count(*) filter (where status = 'accepted'), count(*) filter (where status = 'refused')
    from changed having count(*) > 0
    on conflict (merchant_id, ad_account_id, day) do update set sent = stored.sent + excluded.sent,
      accepted = stored.accepted + excluded.accepted, refused = stored.refused + excluded.refused`);
}

/**
 * What became of the purchases of one request, `refused` of its `events`. Where a platform refuses only some of them it
 * does not say which: then all stay accepted, and the numbers stand in the day of the request.
 */
export async function settleRequest(
  { tx, actor }: Context,
  destination: { adAccountId: string; platform: Platform },
  request: { requestId: string; sentAt: Date; events: number; refused: number; reason: string },
): Promise<void> {
  const { events, refused } = request;
  const isAll = refused === events;
  await tx.run(sql`
    update conversions.purchases set status = ${isAll ? "refused" : "accepted"},
      reason_code = ${isAll ? "vendor" : null}, reason = ${isAll ? request.reason : null}
    where merchant_id = ${actor.merchantId} and request_id = ${request.requestId} and status = 'sent'`);
  await tx.run(sql`
    insert into conversions.days as stored (merchant_id, ad_account_id, platform, day, accepted, refused)
    values (${actor.merchantId}, ${destination.adAccountId}, ${destination.platform},
      ${toRiyadhDay(request.sentAt)}::date, ${events - refused}, ${refused})
    on conflict (merchant_id, ad_account_id, day) do update set accepted = stored.accepted + excluded.accepted,
      refused = stored.refused + excluded.refused`);
}

/**
 * What these purchases are worth now, where it is not what the platform was told: it is told again. Older purchases than
 * `since` are left as they are.
 */
export async function planRestatements(
  { tx, actor }: Context,
  { adAccountId, since }: { adAccountId: string; since: Date },
  values: readonly { order_id: string; value_halalas: number }[],
): Promise<void> {
  await tx.run(sql`
    update conversions.purchases set restate_to_halalas = nullif(incoming.value_halalas, purchases.value_halalas)
    from json_to_recordset(${JSON.stringify(values)}::json) as incoming (order_id text, value_halalas bigint)
    where purchases.merchant_id = ${actor.merchantId} and purchases.order_id = incoming.order_id
      and purchases.ad_account_id = ${adAccountId} and purchases.status in ('sent', 'accepted')
      and purchases.occurred_at >= ${since}
      and purchases.restate_to_halalas is distinct from nullif(incoming.value_halalas, purchases.value_halalas)`);
}

export type RestatablePurchase = Row<"conversions.purchases", "order_id" | "occurred_at"> & {
  restate_to_halalas: number;
};

/** The oldest purchases that the platform counted with another value. */
export function listRestatable(
  { db, actor }: ReadContext,
  { adAccountId, limit }: { adAccountId: string; limit: number },
): Promise<RestatablePurchase[]> {
  return db.many<RestatablePurchase>(sql`
    select order_id, occurred_at, restate_to_halalas from conversions.purchases
    where merchant_id = ${actor.merchantId} and ad_account_id = ${adAccountId} and status = 'accepted'
      and restate_to_halalas is not null
    order by occurred_at, order_id limit ${limit}`);
}

/** These values were told, and are counted in the day; one that changed meanwhile is told once more. */
export async function recordRestated(
  { tx, actor, now }: Context,
  { adAccountId, platform }: { adAccountId: string; platform: Platform },
  restated: readonly { order_id: string; value_halalas: number }[],
): Promise<void> {
  await tx.run(sql`
    with changed as (
      update conversions.purchases set value_halalas = incoming.value_halalas,
        restate_to_halalas = nullif(restate_to_halalas, incoming.value_halalas)
      from json_to_recordset(${JSON.stringify(restated)}::json) as incoming (order_id text, value_halalas bigint)
      where purchases.merchant_id = ${actor.merchantId} and purchases.order_id = incoming.order_id
        and purchases.ad_account_id = ${adAccountId} and restate_to_halalas is not null
      returning 1
    )
    insert into conversions.days as stored (merchant_id, ad_account_id, platform, day, restated)
    select ${actor.merchantId}, ${adAccountId}, ${platform}, ${toRiyadhDay(now)}::date, count(*)
    from changed having count(*) > 0
    on conflict (merchant_id, ad_account_id, day) do update set restated = stored.restated + excluded.restated`);
}

/** These cannot be told any more: nothing is left to recognise them by, or the platform refused it. */
export async function dropRestatements(
  { tx, actor }: Context,
  { adAccountId, orderIds }: { adAccountId: string; orderIds: readonly string[] },
): Promise<void> {
  await tx.run(sql`
    update conversions.purchases set restate_to_halalas = null
    where merchant_id = ${actor.merchantId} and ad_account_id = ${adAccountId}
      and order_id = any(${[...orderIds]}::text[]) and restate_to_halalas is not null`);
}
