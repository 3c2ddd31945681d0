import { baseRefusals } from "../../shared/base.refusals.ts";
import type { OperationItemStatus } from "../../shared/operation-statuses.ts";
import type { MessageParams } from "../../shared/refusals.ts";
import { systemClock } from "../clock.ts";
import type { Context, ReadContext } from "../context.ts";
import { type Db, empty, sql, type Tx } from "../db/db.ts";
import type { Row } from "../db/row.ts";
import type { ItemChange } from "./define-operation.ts";

export type OperationRecord = Row<"base.operations">;
export type ItemRecord = Omit<Row<"base.operation_items">, "before" | "after" | "refusal_params"> & {
  before: object | null;
  after: object | null;
  refusal_params: MessageParams | null;
};

export type OperationRef = { operationId: string };

export function findOperation(
  { db, actor }: ReadContext,
  { operationId }: OperationRef,
): Promise<OperationRecord | undefined> {
  return db.maybeOne(sql`
    select * from base.operations where merchant_id = ${actor.merchantId} and id = ${operationId}`);
}

/** The merchant's operation; another merchant's is not found. */
export async function loadOperation(ctx: ReadContext, ref: OperationRef): Promise<OperationRecord> {
  return (await findOperation(ctx, ref)) ?? baseRefusals.refuse("base.not_found");
}

/**
 * The same, locked until the transaction ends. Who holds this lock never waits for an item's: items are locked first,
 * and their counters last.
 */
export async function lockOperation(
  { tx, actor }: Context,
  { operationId }: OperationRef,
): Promise<OperationRecord> {
  const row = await tx.maybeOne<OperationRecord>(sql`
    select * from base.operations where merchant_id = ${actor.merchantId} and id = ${operationId} for update`);
  return row ?? baseRefusals.refuse("base.not_found");
}

/** Writes the fields of an operation that steps change. */
export async function saveOperation(
  { tx }: Context,
  { merchant_id, id, status, started_at, finished_at }: OperationRecord,
): Promise<void> {
  await tx.run(sql`
    update base.operations
    set status = ${status}, started_at = ${started_at}, finished_at = ${finished_at},
      progressed_at = ${systemClock.now()}
    where merchant_id = ${merchant_id} and id = ${id}`);
}

export type NewOperation = Pick<OperationRecord, "id" | "kind" | "input" | "total" | "undo_of">;

/** The operation itself; who acts, and by which request, is stored with it. */
export function insertOperation(
  { tx, actor, now, requestId }: Context,
  { id, kind, input, total, undo_of }: NewOperation,
): Promise<OperationRecord> {
  return tx.one(sql`
    insert into base.operations
      (merchant_id, id, kind, actor_kind, actor_id, request_id, input, total, undo_of, created_at, progressed_at)
    values (${actor.merchantId}, ${id}, ${kind}, ${actor.by.kind}, ${actor.by.id}, ${requestId},
      ${JSON.stringify(input)}, ${total}, ${undo_of}, ${now}, ${systemClock.now()})
    returning *`);
}

/** Its items, in one statement however many they are. */
export async function insertItems(
  { tx, actor }: Context,
  { operationId }: OperationRef,
  subjects: readonly string[],
): Promise<void> {
  await tx.run(sql`
    insert into base.operation_items (merchant_id, operation_id, number, subject)
    select ${actor.merchantId}, ${operationId}, nth::int, subject
    from unnest(${[...subjects]}::text[]) with ordinality listed (subject, nth)`);
}

/** What an operation changed, in reverse, as the items of the one that undoes it: from `after` back to `before`. */
export async function insertUndoItems(
  { tx, actor }: Context,
  { operationId, undoOf }: OperationRef & { undoOf: string },
): Promise<void> {
  await tx.run(sql`
    insert into base.operation_items (merchant_id, operation_id, number, subject, before, after)
    select merchant_id, ${operationId}, row_number() over (order by number desc)::int, subject, after, before
    from base.operation_items
    where merchant_id = ${actor.merchantId} and operation_id = ${undoOf} and status = 'succeeded' and after is not null`);
}

/** How many items changed something, and whether another operation undoes this one. */
export function loadUndoFacts(
  { db, actor }: ReadContext,
  { operationId }: OperationRef,
): Promise<{ changed: number; is_undone: boolean }> {
  return db.one(sql`
    select
      (select count(*)::int from base.operation_items
       where merchant_id = ${actor.merchantId} and operation_id = ${operationId}
         and status = 'succeeded' and after is not null) as changed,
      exists (select 1 from base.operations
       where merchant_id = ${actor.merchantId} and undo_of = ${operationId}) as is_undone`);
}

/**
 * Takes the next item that may run now and counts the attempt before it begins, so that one which kills the process
 * counts too. Until `leaseUntil` (system time) no other runner takes it. None of an operation that is being cancelled.
 */
export function claimNextItem(
  { tx, actor }: Context,
  { operationId, systemNow, leaseUntil }: OperationRef & { systemNow: Date; leaseUntil: Date },
): Promise<ItemRecord | undefined> {
  return tx.maybeOne(sql`
    with next as materialized (
      select i.number from base.operation_items i
      where i.merchant_id = ${actor.merchantId} and i.operation_id = ${operationId} and i.status = 'pending'
        and (i.retry_at is null or i.retry_at <= ${systemNow})
        and exists (select 1 from base.operations o
          where o.merchant_id = i.merchant_id and o.id = i.operation_id and o.status = 'running')
      order by i.number limit 1 for update of i skip locked
    )
    update base.operation_items item set attempts = item.attempts + 1, retry_at = ${leaseUntil}
    from next
    where item.merchant_id = ${actor.merchantId} and item.operation_id = ${operationId} and item.number = next.number
    returning item.*`);
}

/** Locks a claimed item for its work; false when it has ended, was skipped or was claimed by another runner meanwhile. */
export async function lockClaimedItem(
  { tx, actor }: Context,
  { operation_id, number, attempts }: Pick<ItemRecord, "operation_id" | "number" | "attempts">,
): Promise<boolean> {
  const item = await tx.maybeOne(sql`
    select 1 from base.operation_items
    where merchant_id = ${actor.merchantId} and operation_id = ${operation_id} and number = ${number}
      and status = 'pending' and attempts = ${attempts} for update skip locked`);
  return item !== undefined;
}

type ItemRef = OperationRef & { number: number };

/** `change` null: there was nothing to do. */
export async function recordSuccess(
  ctx: Context,
  { operationId, number }: ItemRef,
  change: ItemChange | null,
): Promise<void> {
  const toJson = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value));
  await ctx.tx.run(sql`
    update base.operation_items
    set status = 'succeeded', before = ${toJson(change?.before)}, after = ${toJson(change?.after)},
      retry_at = null, finished_at = ${ctx.now}
    where merchant_id = ${ctx.actor.merchantId} and operation_id = ${operationId} and number = ${number}`);
  await count(ctx, { operationId, done: 1, failed: 0 });
}

/** The item has failed for good. Nothing changes when another runner has ended it meanwhile. */
export async function recordFailure(
  ctx: Context,
  { operationId, number }: ItemRef,
  { code, params }: { code: string; params: MessageParams },
): Promise<void> {
  const hasEnded = await ctx.tx.run(sql`
    update base.operation_items
    set status = 'failed', refusal_code = ${code}, refusal_params = ${JSON.stringify(params)},
      retry_at = null, finished_at = ${ctx.now}
    where merchant_id = ${ctx.actor.merchantId} and operation_id = ${operationId} and number = ${number}
      and status = 'pending'`);
  if (hasEnded) await count(ctx, { operationId, done: 0, failed: 1 });
}

/** An attempt broke: the item waits. The others go on meanwhile. */
export async function postponeItem(
  { tx, actor }: Context,
  { operationId, number, retryAt }: ItemRef & { retryAt: Date },
): Promise<void> {
  await tx.run(sql`
    update base.operation_items set retry_at = ${retryAt}
    where merchant_id = ${actor.merchantId} and operation_id = ${operationId} and number = ${number}
      and status = 'pending'`);
}

/** Counted in the item's transaction, so that the counts always equal what the items say. */
async function count(
  { tx, actor }: Context,
  { operationId, done, failed }: OperationRef & { done: number; failed: number },
): Promise<void> {
  await tx.run(sql`
    update base.operations
    set done = done + ${done}, failed = failed + ${failed}, progressed_at = ${systemClock.now()}
    where merchant_id = ${actor.merchantId} and id = ${operationId}`);
}

/** Skips what waits, except an item that a runner holds at this moment: that one still ends. */
export async function skipPendingItems(ctx: Context, { operationId }: OperationRef): Promise<void> {
  const isOwn = sql`merchant_id = ${ctx.actor.merchantId} and operation_id = ${operationId}`;
  await ctx.tx.run(sql`
    update base.operation_items set status = 'skipped', retry_at = null, finished_at = ${ctx.now}
    where ${isOwn} and number in (
      select number from base.operation_items where ${isOwn} and status = 'pending' for update skip locked)`);
}

/** When the next item may run (system time, as `retry_at` is); null when none is left. */
export async function findNextTime(
  { tx, actor }: Context,
  { operationId, systemNow }: OperationRef & { systemNow: Date },
): Promise<Date | null> {
  const isPending = sql`
    merchant_id = ${actor.merchantId} and operation_id = ${operationId} and status = 'pending'`;
  const { is_ready } = await tx.one<{ is_ready: boolean }>(sql`
    select exists (select 1 from base.operation_items
      where ${isPending} and (retry_at is null or retry_at <= ${systemNow})) as is_ready`);
  if (is_ready) return systemNow;
  const { next } = await tx.one<{ next: Date | null }>(
    sql`select min(retry_at) as next from base.operation_items where ${isPending}`,
  );
  return next;
}

/** One page of the items, in order. */
export function listItems(
  { db, actor }: ReadContext,
  {
    operationId,
    status,
    after,
    limit,
  }: OperationRef & { status?: OperationItemStatus | undefined; after: number; limit: number },
): Promise<ItemRecord[]> {
  return db.many(sql`
    select * from base.operation_items
    where merchant_id = ${actor.merchantId} and operation_id = ${operationId} and number > ${after}
      ${status === undefined ? empty : sql`and status = ${status}`}
    order by number limit ${limit}`);
}

/** Unfinished operations of all merchants that nothing has moved since then, locked. */
export function lockStalled(
  tx: Tx,
  { before, limit }: { before: Date; limit: number },
): Promise<Row<"base.operations", "merchant_id" | "id">[]> {
  return tx.many(sql`
    select merchant_id, id from base.operations
    where finished_at is null and progressed_at < ${before}
    order by progressed_at limit ${limit} for update skip locked`);
}

/** Deletes some of the operations of all merchants that finished before then (business time), with their items. */
export function deleteFinished(db: Db, { before, limit }: { before: Date; limit: number }): Promise<number> {
  return db.run(sql`
    delete from base.operations
    where (merchant_id, id) in (
      select merchant_id, id from base.operations where finished_at < ${before}
      order by finished_at limit ${limit})`);
}
