import type { ActorKind } from "../shared/actor.ts";
import { systemClock } from "./clock.ts";
import type { Context, ReadContext } from "./context.ts";
import { empty, type Journal, sql } from "./db/db.ts";
import type { Row } from "./db/row.ts";

/** What was done to what. `before` and `after` hold only what changed, as JSON without secrets. */
export type AuditInput = {
  /** The module that owns the subject: `campaigns`. */
  module: string;
  /** Past tense with its noun, as the event of the same change: `campaign.paused`. */
  action: string;
  /** The subject's id: `cmp_…`. */
  subject: string;
  before?: unknown;
  after?: unknown;
};

/** `recorded_at` is the system clock, `happened_at` the business's, which merchants read. */
export type AuditEntry = Omit<Row<"base.audit_log">, "happened_at"> & { happened_at: Date };

const auditLog: Journal<Omit<AuditEntry, "id">> = {
  name: "audit",
  insert: (entries) => sql`
    insert into base.audit_log
      (merchant_id, module, action, subject, actor_kind, actor_id, before, after, request_id, recorded_at, happened_at)
    select merchant_id, module, action, subject, actor_kind, actor_id, before, after, request_id, recorded_at, happened_at
    from json_populate_recordset(null::base.audit_log, ${entries}::json)`,
};

/** Writes who changed what, in the transaction that changed it. Entries are never edited. */
export async function recordAudit(ctx: Context, { before = null, after = null, ...what }: AuditInput) {
  const { merchantId, by } = ctx.actor;
  ctx.tx.record(auditLog, {
    ...what,
    merchant_id: merchantId,
    actor_kind: by.kind,
    actor_id: by.id,
    before,
    after,
    request_id: ctx.requestId,
    recorded_at: systemClock.now(),
    happened_at: ctx.now,
  });
}

const columns = sql`id, merchant_id, module, action, subject, actor_kind, actor_id, before, after, request_id,
  recorded_at, coalesce(happened_at, recorded_at) as happened_at`;

/** One of the merchant's entries. */
export function findAuditEntry({ db, actor }: ReadContext, id: number): Promise<AuditEntry | undefined> {
  return db.maybeOne(sql`
    select ${columns} from base.audit_log where merchant_id = ${actor.merchantId} and id = ${id}`);
}

/**
 * A module's entries of several subjects together, newest first: at most `size` rows of each are read, whatever else
 * the merchant's log holds. `before` is the last id of the page before.
 */
export function listAuditOfSubjects(
  { db, actor }: ReadContext,
  {
    module,
    subjects,
    before,
    size,
  }: { module: string; subjects: readonly string[]; before?: number | undefined; size: number },
): Promise<AuditEntry[]> {
  return db.many<AuditEntry>(sql`
    select entries.* from unnest(${[...subjects]}::text[]) as wanted (subject), lateral (
      select ${columns} from base.audit_log
      where merchant_id = ${actor.merchantId} and audit_log.subject = wanted.subject and module = ${module}
        ${before === undefined ? empty : sql`and id < ${before}`}
      order by id desc limit ${size}
    ) entries order by entries.id desc limit ${size}`);
}

type FirstAct = { subject: string; actor_kind: ActorKind; actor_id: string | null };

/** Who acted first on each of these subjects, whichever module they belong to; those without an entry are absent. */
export function listFirstActs({ db, actor }: ReadContext, subjects: readonly string[]): Promise<FirstAct[]> {
  return db.many<FirstAct>(sql`
    select first.* from unnest(${[...subjects]}::text[]) as wanted (subject), lateral (
      select subject, actor_kind, actor_id from base.audit_log
      where merchant_id = ${actor.merchantId} and audit_log.subject = wanted.subject
      order by id limit 1
    ) first`);
}

/** What staff did, newest first: these actions, of one member or of all. `before` is the last id of the page before. */
export function listStaffAudit(
  { db, actor }: ReadContext,
  {
    actions,
    memberId,
    before,
    size,
  }: { actions: readonly string[]; memberId?: string; before?: number | undefined; size: number },
): Promise<AuditEntry[]> {
  return db.many<AuditEntry>(sql`
    select ${columns} from base.audit_log
    where merchant_id = ${actor.merchantId} and actor_kind = 'staff' and action = any(${[...actions]}::text[])
      ${memberId === undefined ? empty : sql`and actor_id = ${memberId}`}
      ${before === undefined ? empty : sql`and id < ${before}`}
    order by id desc limit ${size}`);
}

/** All that staff looked at and did, whatever it was, newest first. `before` is the last id of the page before. */
export function listAllOfStaff(
  { db, actor }: ReadContext,
  { before, size }: { before?: number | undefined; size: number },
): Promise<AuditEntry[]> {
  return db.many<AuditEntry>(sql`
    select ${columns} from base.audit_log
    where merchant_id = ${actor.merchantId} and actor_kind = 'staff'
      ${before === undefined ? empty : sql`and id < ${before}`}
    order by id desc limit ${size}`);
}

/** The first entry of a subject from `id` on that names one of these actions. */
export function findNextAuditEntry(
  { db, actor }: ReadContext,
  { subject, actions, from }: { subject: string; actions: readonly string[]; from: number },
): Promise<AuditEntry | undefined> {
  return db.maybeOne(sql`
    select ${columns} from base.audit_log
    where merchant_id = ${actor.merchantId} and subject = ${subject} and id >= ${from}
      and action = any(${[...actions]}::text[])
    order by id limit 1`);
}

/** The merchant's entries, newest first: all, a module's or a subject's; `before` is the last id of the page before. */
export function listAudit(
  { db, actor }: ReadContext,
  {
    module,
    subject,
    before,
    size = 50,
  }: { module?: string; subject?: string; before?: number; size?: number },
): Promise<AuditEntry[]> {
  return db.many<AuditEntry>(sql`
    select ${columns} from base.audit_log
    where merchant_id = ${actor.merchantId}
      ${module === undefined ? empty : sql`and module = ${module}`}
      ${subject === undefined ? empty : sql`and subject = ${subject}`}
      ${before === undefined ? empty : sql`and id < ${before}`}
    order by id desc limit ${size}`);
}
