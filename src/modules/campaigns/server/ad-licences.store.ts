import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, sql, violatesConstraint } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { fold } from "#base/shared/fold.ts";
import type { LicenceKind } from "../contract/ad-law-rules.ts";
import type { AdLicenceFields } from "../contract/ad-licences.calls.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";

/** The only file that writes `campaigns.ad_licences`, and when its licences are checked (`campaigns.licence_checks`). */

export type AdLicenceRecord = Row<"campaigns.ad_licences", "id" | "number"> & {
  kind: LicenceKind;
  starts_on: string;
  ends_on: string;
};

const columns = sql`id, kind, number, starts_on::text as starts_on, ends_on::text as ends_on`;

/** The one that ends last first. */
export function listLicences(ctx: ReadContext): Promise<AdLicenceRecord[]> {
  return ctx.db.many(sql`
    select ${columns} from campaigns.ad_licences
    where merchant_id = ${ctx.actor.merchantId} order by ends_on desc, id desc`);
}

/** How many the merchant has; another transaction that counts them waits until this one ends. */
export async function countLicencesLocked({ tx, actor }: Context): Promise<number> {
  const owner = `campaigns.ad_licences:${actor.merchantId}`;
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${owner}, 0))`);
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from campaigns.ad_licences where merchant_id = ${actor.merchantId}`);
  return count;
}

/** The licence, locked; undefined when the merchant has no such licence. */
export function lockLicence({ tx, actor }: Context, id: string): Promise<AdLicenceRecord | undefined> {
  return tx.maybeOne(sql`
    select ${columns} from campaigns.ad_licences
    where merchant_id = ${actor.merchantId} and id = ${id} for update`);
}

export function insertLicence(ctx: Context, id: string, fields: AdLicenceFields): Promise<void> {
  const { kind, number, starts_on, ends_on } = fields;
  return refusingUsedNumber(
    ctx.tx.run(sql`
      insert into campaigns.ad_licences
        (merchant_id, id, kind, number, number_folded, starts_on, ends_on, created_at, updated_at)
      values (${ctx.actor.merchantId}, ${id}, ${kind}, ${number}, ${fold(number)}, ${starts_on}, ${ends_on},
        ${ctx.now}, ${ctx.now})`),
  );
}

export function updateLicence(ctx: Context, id: string, fields: AdLicenceFields): Promise<void> {
  const { kind, number, starts_on, ends_on } = fields;
  return refusingUsedNumber(
    ctx.tx.run(sql`
      update campaigns.ad_licences
      set kind = ${kind}, number = ${number}, number_folded = ${fold(number)}, starts_on = ${starts_on},
        ends_on = ${ends_on}, updated_at = ${ctx.now}
      where merchant_id = ${ctx.actor.merchantId} and id = ${id}`),
  );
}

export async function deleteLicence({ tx, actor }: Context, id: string): Promise<void> {
  await tx.run(sql`
    delete from campaigns.ad_licences where merchant_id = ${actor.merchantId} and id = ${id}`);
}

/** The merchant's licences are checked at this instant at the latest; `isMoved`: at it, whatever was set. */
export async function scheduleCheck(
  { tx, actor }: Context,
  dueAt: Date,
  { isMoved = false }: { isMoved?: boolean } = {},
): Promise<void> {
  await tx.run(sql`
    insert into campaigns.licence_checks as checks (merchant_id, due_at)
    values (${actor.merchantId}, ${dueAt})
    on conflict (merchant_id) do update
    set due_at = case when ${isMoved} then excluded.due_at else least(checks.due_at, excluded.due_at) end`);
}

/** The check of any merchant after this one that is due; undefined when there is none. */
export function findDueCheck(
  db: Db,
  { now, after }: { now: Date; after: string },
): Promise<Row<"campaigns.licence_checks"> | undefined> {
  return db.maybeOne(sql`
    select merchant_id, due_at from campaigns.licence_checks
    where due_at <= ${now} and merchant_id > ${after} order by merchant_id limit 1`);
}

/** Locks the check; false when it is no longer the one that was due then. */
export async function lockCheck({ tx, actor }: Context, dueAt: Date): Promise<boolean> {
  const rows = await tx.many(sql`
    select 1 from campaigns.licence_checks
    where merchant_id = ${actor.merchantId} and due_at = ${dueAt} for update`);
  return rows.length > 0;
}

/** Sets when the locked check is due next; null: never. */
export async function setCheck({ tx, actor }: Context, dueAt: Date | null): Promise<void> {
  const own = sql`merchant_id = ${actor.merchantId}`;
  await tx.run(
    dueAt === null
      ? sql`delete from campaigns.licence_checks where ${own}`
      : sql`update campaigns.licence_checks set due_at = ${dueAt} where ${own}`,
  );
}

/** The index decides between two tabs. */
async function refusingUsedNumber(writing: Promise<unknown>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    if (violatesConstraint(error, "ad_licences_number"))
      campaignsRefusals.refuse("campaigns.licence_number_used", {}, "number");
    throw error;
  }
}
