import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { computeRetrySeconds } from "../domain/plan-purchase.ts";

export type ListRow = Row<"conversions.lists"> & { platform: Platform };
export type MemberRow = Row<"conversions.list_members", "person_key" | "sealed">;
export type ListWithMembers = ListRow & { members: number };
type Account = { adAccountId: string };

/** Each merchant's lists, with how many people are on them. */
export function listLists({ db, actor }: ReadContext): Promise<ListWithMembers[]> {
  return db.many(sql`
    select *, (select count(*)::int from conversions.list_members
      where list_members.merchant_id = lists.merchant_id and list_members.ad_account_id = lists.ad_account_id
        and added_at is not null) as members
    from conversions.lists where merchant_id = ${actor.merchantId} order by ad_account_id`);
}

export async function findList(
  { db, actor }: ReadContext,
  { adAccountId }: Account,
): Promise<ListRow | null> {
  const row = await db.maybeOne<ListRow>(sql`
    select * from conversions.lists where ad_account_id = ${adAccountId} and merchant_id = ${actor.merchantId}`);
  return row ?? null;
}

/** Returns whether it changed; it is worked on at once. */
export async function switchList(
  { tx, actor }: Context,
  {
    adAccountId,
    platform,
    isOn,
    systemNow,
  }: Account & { platform: Platform; isOn: boolean; systemNow: Date },
): Promise<boolean> {
  const changed = await tx.run(sql`
    insert into conversions.lists as stored (ad_account_id, merchant_id, platform, is_on, next_run_at)
    values (${adAccountId}, ${actor.merchantId}, ${platform}, ${isOn}, ${systemNow})
    on conflict (ad_account_id) do update set is_on = excluded.is_on, next_run_at = excluded.next_run_at, cursor = '',
      failures = 0, fault_reason = null, fault_key = null, failing_since = null
    where stored.is_on <> excluded.is_on`);
  return changed > 0;
}

/** Contacts are not shared any more: every list goes. */
export async function switchListsOff({ tx, actor }: Context, systemNow: Date): Promise<void> {
  await tx.run(sql`
    update conversions.lists set is_on = false, cursor = '', next_run_at = ${systemNow}
    where merchant_id = ${actor.merchantId} and is_on`);
}

export async function setPlatformList(
  { tx, actor }: Context,
  { adAccountId, listId }: Account & { listId: string },
): Promise<void> {
  await tx.run(sql`
    update conversions.lists set platform_list_id = ${listId}
    where ad_account_id = ${adAccountId} and merchant_id = ${actor.merchantId}`);
}

/** The list is gone from the platform; one that was switched on again meanwhile begins anew. */
export async function forgetList({ tx, actor }: Context, { adAccountId }: Account): Promise<void> {
  await deleteAllMembers(tx, actor.merchantId, adAccountId);
  await tx.run(sql`
    delete from conversions.lists
    where ad_account_id = ${adAccountId} and merchant_id = ${actor.merchantId} and not is_on`);
  await tx.run(sql`
    update conversions.lists set platform_list_id = null, cursor = ''
    where ad_account_id = ${adAccountId} and merchant_id = ${actor.merchantId}`);
}

/** The account was unlinked: its list cannot be reached any more. */
export async function dropList({ tx, actor }: Context, { adAccountId }: Account): Promise<void> {
  await deleteAllMembers(tx, actor.merchantId, adAccountId);
  await tx.run(sql`
    delete from conversions.lists where ad_account_id = ${adAccountId} and merchant_id = ${actor.merchantId}`);
}

async function deleteAllMembers(tx: Context["tx"], merchantId: string, adAccountId: string): Promise<void> {
  await tx.run(sql`
    delete from conversions.list_members where merchant_id = ${merchantId} and ad_account_id = ${adAccountId}`);
}

/** The account was linked again: what failed is tried at once. */
export async function resumeList(
  { tx, actor }: Context,
  { adAccountId, systemNow }: Account & { systemNow: Date },
): Promise<void> {
  await tx.run(sql`
    update conversions.lists set next_run_at = least(next_run_at, ${systemNow})
    where ad_account_id = ${adAccountId} and merchant_id = ${actor.merchantId}`);
}

/** One step of a refresh is done: on to the next page now, or to the next refresh. */
export async function recordListStep(
  { tx, actor, now }: Context,
  { adAccountId, cursor, nextRunAt }: Account & { cursor: string; nextRunAt: Date },
): Promise<void> {
  await tx.run(sql`
    update conversions.lists set cursor = ${cursor}, next_run_at = ${nextRunAt}, failures = 0, fault_reason = null,
      fault_key = null, failing_since = null,
      refreshed_at = case when ${cursor} = '' then ${now} else refreshed_at end
    where ad_account_id = ${adAccountId} and merchant_id = ${actor.merchantId} and is_on`);
}

export async function recordListFault(
  { tx, actor, now }: Context,
  { adAccountId, fault, systemNow }: Account & { fault: AdapterFault; systemNow: Date },
): Promise<void> {
  const { reason, messageKey = null, retryAfterSeconds = 0 } = fault;
  const { failures } = await tx.one<Pick<ListRow, "failures">>(sql`
    update conversions.lists set failures = failures + 1, fault_reason = ${reason}, fault_key = ${messageKey},
      failing_since = coalesce(failing_since, ${now})
    where ad_account_id = ${adAccountId} and merchant_id = ${actor.merchantId} returning failures`);
  const nextRunAt = new Date(systemNow.getTime() + computeRetrySeconds(failures, retryAfterSeconds) * 1_000);
  await tx.run(sql`
    update conversions.lists set next_run_at = ${nextRunAt}
    where ad_account_id = ${adAccountId} and merchant_id = ${actor.merchantId}`);
}

export type DueList = Pick<ListRow, "merchant_id" | "ad_account_id" | "platform">;

/** Lists of all merchants that are due. */
export function listDueLists(db: Db, systemNow: Date): Promise<DueList[]> {
  return db.many<DueList>(sql`
    select merchant_id, ad_account_id, platform from conversions.lists where next_run_at <= ${systemNow}
    order by next_run_at, ad_account_id`);
}

/** Which of these people are on the list, and were added after `since`. */
export async function findMemberKeys(
  { db, actor }: ReadContext,
  { adAccountId, keys, since }: Account & { keys: readonly string[]; since: Date },
): Promise<Set<string>> {
  const rows = await db.many<Pick<MemberRow, "person_key">>(sql`
    select person_key from conversions.list_members
    where merchant_id = ${actor.merchantId} and ad_account_id = ${adAccountId}
      and person_key = any(${[...keys]}::text[]) and added_at > ${since} and not is_leaving`);
  return new Set(rows.map(({ person_key }) => person_key));
}

export async function insertMembers(
  { tx, actor }: Context,
  { adAccountId, members }: Account & { members: readonly MemberRow[] },
): Promise<void> {
  await tx.run(sql`
    insert into conversions.list_members (merchant_id, ad_account_id, person_key, sealed)
    select ${actor.merchantId}, ${adAccountId}, person_key, sealed
    from json_to_recordset(${JSON.stringify(members)}::json) as given (person_key text, sealed text)
    on conflict (merchant_id, ad_account_id, person_key) do update set sealed = excluded.sealed, is_leaving = false`);
}

/** The platform has taken these people; one who was erased meanwhile still leaves. */
export async function markAdded(
  { tx, actor, now }: Context,
  { adAccountId, keys }: Account & { keys: readonly string[] },
): Promise<void> {
  await tx.run(sql`
    update conversions.list_members set added_at = ${now}
    where merchant_id = ${actor.merchantId} and ad_account_id = ${adAccountId}
      and person_key = any(${[...keys]}::text[])`);
}

/** People after `after`, up to `last` (null: to the end), who are not among these buyers leave the list. */
export async function markGone(
  { tx, actor }: Context,
  {
    adAccountId,
    after,
    last,
    keys,
  }: Account & { after: string; last: string | null; keys: readonly string[] },
): Promise<void> {
  await tx.run(sql`
    update conversions.list_members set is_leaving = true
    where merchant_id = ${actor.merchantId} and ad_account_id = ${adAccountId} and person_key > ${after}
      and (${last}::text is null or person_key <= ${last}) and person_key <> all(${[...keys]}::text[])`);
}

/** These people were erased: they leave every list, which is worked on at once. */
export async function markErased(
  { tx, actor }: Context,
  { keys, systemNow }: { keys: readonly string[]; systemNow: Date },
): Promise<void> {
  await tx.run(sql`
    with leaving as (
      update conversions.list_members set is_leaving = true
      where merchant_id = ${actor.merchantId} and person_key = any(${[...keys]}::text[]) returning ad_account_id
    )
    update conversions.lists set next_run_at = least(next_run_at, ${systemNow})
    where merchant_id = ${actor.merchantId} and ad_account_id in (select ad_account_id from leaving)`);
}

export function listLeaving(
  { db, actor }: ReadContext,
  { adAccountId, limit }: Account & { limit: number },
): Promise<MemberRow[]> {
  return db.many<MemberRow>(sql`
    select person_key, sealed from conversions.list_members
    where merchant_id = ${actor.merchantId} and ad_account_id = ${adAccountId} and is_leaving
    order by person_key limit ${limit}`);
}

export async function deleteMembers(
  { tx, actor }: Context,
  { adAccountId, keys }: Account & { keys: readonly string[] },
): Promise<void> {
  await tx.run(sql`
    delete from conversions.list_members
    where merchant_id = ${actor.merchantId} and ad_account_id = ${adAccountId}
      and person_key = any(${[...keys]}::text[]) and is_leaving`);
}

/** The ad account's list, once it holds so many people that its platform uses it. */
export async function findUsableList(
  { db, actor }: ReadContext,
  { adAccountId, minimum }: Account & { minimum: number },
): Promise<string | null> {
  const row = await db.maybeOne<Pick<ListRow, "platform_list_id">>(sql`
    select platform_list_id from conversions.lists
    where ad_account_id = ${adAccountId} and merchant_id = ${actor.merchantId} and is_on
      and (select count(*) from conversions.list_members
        where list_members.merchant_id = lists.merchant_id and list_members.ad_account_id = lists.ad_account_id
          and added_at is not null) >= ${minimum}`);
  return row?.platform_list_id ?? null;
}
