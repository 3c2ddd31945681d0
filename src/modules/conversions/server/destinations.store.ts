import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { computeRetrySeconds } from "../domain/plan-purchase.ts";

export type DestinationRow = Row<"conversions.destinations"> & { platform: Platform };

export function listDestinations({ db, actor }: ReadContext): Promise<DestinationRow[]> {
  return db.many<DestinationRow>(sql`
    select * from conversions.destinations where merchant_id = ${actor.merchantId} order by ad_account_id`);
}

export async function findDestination(
  { db, actor }: ReadContext,
  adAccountId: string,
): Promise<DestinationRow | null> {
  const row = await db.maybeOne<DestinationRow>(sql`
    select * from conversions.destinations
    where ad_account_id = ${adAccountId} and merchant_id = ${actor.merchantId}`);
  return row ?? null;
}

/** Returns whether it changed; what counts is sent from the moment it is enabled. */
export async function setEnabled(
  { tx, actor, now }: Context,
  { adAccountId, platform, isEnabled }: { adAccountId: string; platform: Platform; isEnabled: boolean },
): Promise<boolean> {
  const changed = await tx.run(sql`
    insert into conversions.destinations as stored (ad_account_id, merchant_id, platform, is_enabled, enabled_at)
    values (${adAccountId}, ${actor.merchantId}, ${platform}, ${isEnabled}, ${now})
    on conflict (ad_account_id) do update set is_enabled = excluded.is_enabled, enabled_at = excluded.enabled_at,
      merchant_id = excluded.merchant_id, failures = 0, fault = null, fault_reason = null, fault_key = null,
      failing_since = null, next_try_at = null
    where stored.is_enabled <> excluded.is_enabled or stored.merchant_id <> excluded.merchant_id`);
  return changed > 0;
}

export async function recordSuccess({ tx, actor }: Context, adAccountId: string): Promise<void> {
  await tx.run(sql`
    update conversions.destinations set failures = 0, fault = null, fault_reason = null, fault_key = null,
      failing_since = null, next_try_at = null
    where ad_account_id = ${adAccountId} and merchant_id = ${actor.merchantId} and failures > 0`);
}

/** Sending failed: when it is tried again, and what the merchant reads about it. */
export async function recordFault(
  { tx, actor, now }: Context,
  { adAccountId, fault, systemNow }: { adAccountId: string; fault: AdapterFault; systemNow: Date },
): Promise<void> {
  const { kind, reason, messageKey = null, retryAfterSeconds = 0 } = fault;
  const { failures } = await tx.one<Pick<DestinationRow, "failures">>(sql`
    update conversions.destinations set failures = failures + 1, fault = ${kind}, fault_reason = ${reason},
      fault_key = ${messageKey}, failing_since = coalesce(failing_since, ${now})
    where ad_account_id = ${adAccountId} and merchant_id = ${actor.merchantId} returning failures`);
  const nextTryAt = new Date(systemNow.getTime() + computeRetrySeconds(failures, retryAfterSeconds) * 1_000);
  await tx.run(sql`
    update conversions.destinations set next_try_at = ${nextTryAt}
    where ad_account_id = ${adAccountId} and merchant_id = ${actor.merchantId}`);
}

/** The account was linked (again): it is tried at once. */
export async function resumeSending({ tx, actor }: Context, adAccountId: string): Promise<void> {
  await tx.run(sql`
    update conversions.destinations set next_try_at = null
    where ad_account_id = ${adAccountId} and merchant_id = ${actor.merchantId}`);
}

/** The account was unlinked: nothing is sent to it any more. */
export async function deleteDestination({ tx, actor }: Context, adAccountId: string): Promise<void> {
  await tx.run(sql`
    delete from conversions.destinations
    where ad_account_id = ${adAccountId} and merchant_id = ${actor.merchantId}`);
}

export async function saveMatchQuality(
  { tx, actor, now }: Context,
  { adAccountId, quality }: { adAccountId: string; quality: number | null },
): Promise<void> {
  await tx.run(sql`
    update conversions.destinations set match_quality = ${quality}, match_quality_at = ${now}
    where ad_account_id = ${adAccountId} and merchant_id = ${actor.merchantId}`);
}

export type DueDestination = Pick<DestinationRow, "merchant_id" | "ad_account_id" | "platform">;

/** Destinations of all merchants with purchases or corrections to send, or with requests whose outcome is due, that may be tried now. */
export function listDueDestinations(db: Db, systemNow: Date): Promise<DueDestination[]> {
  return db.many<DueDestination>(sql`
    select merchant_id, ad_account_id, platform from conversions.destinations
    where (next_try_at is null or next_try_at <= ${systemNow}) and (
      (is_enabled and exists (
        select 1 from conversions.purchases
        where purchases.merchant_id = destinations.merchant_id and status = 'waiting'
          and purchases.ad_account_id = destinations.ad_account_id))
      or (is_enabled and exists (
        select 1 from conversions.purchases
        where purchases.merchant_id = destinations.merchant_id and status = 'accepted'
          and restate_to_halalas is not null and purchases.ad_account_id = destinations.ad_account_id))
      or exists (
        select 1 from conversions.requests
        where requests.merchant_id = destinations.merchant_id
          and requests.ad_account_id = destinations.ad_account_id and check_at <= ${systemNow}))
    order by ad_account_id`);
}
