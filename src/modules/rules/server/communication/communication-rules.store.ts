import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { TextChannel } from "#modules/messages/contract/enums.ts";
import type { CommunicationRuleFields } from "../../contract/communication-rule.ts";
import type { Change, Indicator, RuleStatus } from "../../contract/enums.ts";

/** The only file that writes `rules.communication_rules`. */

export type CommunicationRecord = Omit<
  Row<"rules.communication_rules">,
  "indicator" | "change" | "channel" | "status"
> & { indicator: Indicator; change: Change; channel: TextChannel; status: RuleStatus };

export const communicationRulesMax = 50;

export function listCommunicationRules({ db, actor }: ReadContext): Promise<CommunicationRecord[]> {
  return db.many(sql`
    select * from rules.communication_rules where merchant_id = ${actor.merchantId}
    order by id desc limit ${communicationRulesMax}`);
}

export function findCommunicationRule(
  { db, actor }: ReadContext,
  id: string,
): Promise<CommunicationRecord | undefined> {
  return db.maybeOne(sql`
    select * from rules.communication_rules where merchant_id = ${actor.merchantId} and id = ${id}`);
}

export async function countCommunicationRules({ db, actor }: ReadContext): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*)::int as count from rules.communication_rules where merchant_id = ${actor.merchantId}`);
  return count;
}

export function insertCommunicationRule(
  { tx, actor, now }: Context,
  { id, nextRunAt }: { id: string; nextRunAt: Date },
  { indicator, change, value, days, channel, city, numbers }: CommunicationRuleFields,
): Promise<CommunicationRecord> {
  return tx.one(sql`
    insert into rules.communication_rules (merchant_id, id, indicator, change, value, days, channel, city, numbers, status,
      next_run_at, created_at, updated_at)
    values (${actor.merchantId}, ${id}, ${indicator}, ${change}, ${value}, ${days}, ${channel}, ${city},
      ${numbers}::text[], 'active',       ${nextRunAt}, ${now}, ${now})
    returning *`);
}

export function updateCommunicationRule(
  { tx, actor, now }: Context,
  id: string,
  { indicator, change, value, days, channel, city, numbers }: CommunicationRuleFields,
): Promise<CommunicationRecord | undefined> {
  return tx.maybeOne(sql`
    update rules.communication_rules set indicator = ${indicator}, change = ${change}, value = ${value},
      days = ${days}, channel = ${channel}, city = ${city}, numbers = ${numbers}::text[],
      updated_at = ${now}
    where merchant_id = ${actor.merchantId} and id = ${id}
    returning *`);
}

export function updateCommunicationStatus(
  { tx, actor, now }: Context,
  id: string,
  { status, nextRunAt }: { status: RuleStatus; nextRunAt: Date | null },
): Promise<CommunicationRecord | undefined> {
  return tx.maybeOne(sql`
    update rules.communication_rules set status = ${status}, next_run_at = ${nextRunAt}, updated_at = ${now}
    where merchant_id = ${actor.merchantId} and id = ${id}
    returning *`);
}

export function deleteCommunicationRule(
  { tx, actor }: Context,
  id: string,
): Promise<CommunicationRecord | undefined> {
  return tx.maybeOne(sql`
    delete from rules.communication_rules where merchant_id = ${actor.merchantId} and id = ${id} returning *`);
}

export function listDueCommunicationRules({ db, actor, now }: ReadContext): Promise<CommunicationRecord[]> {
  return db.many(sql`
    select * from rules.communication_rules
    where merchant_id = ${actor.merchantId} and status = 'active' and next_run_at <= ${now} order by id`);
}

/** When it is evaluated next, if it still is due for the run that was made. */
export async function saveNextCommunicationRun(
  { tx, actor }: Context,
  { id, ranAt, nextRunAt }: { id: string; ranAt: Date; nextRunAt: Date },
): Promise<void> {
  await tx.run(sql`
    update rules.communication_rules set next_run_at = ${nextRunAt}
    where merchant_id = ${actor.merchantId} and id = ${id} and next_run_at = ${ranAt}`);
}

/** Its message was written. */
export async function markCommunicationSent({ tx, actor, now }: Context, id: string): Promise<void> {
  await tx.run(sql`
    update rules.communication_rules set fired_on = ${toRiyadhDay(now)}, fired_at = ${now}
    where merchant_id = ${actor.merchantId} and id = ${id}`);
}

/** When a rule of the merchant last told of each event, deleted ones left out. */
export async function findEventTimes({ db, actor }: ReadContext): Promise<Map<string, Date>> {
  const rows = await db.many<{ indicator: Indicator; change: Change; at: Date }>(sql`
    select indicator, change, max(fired_at) as at from rules.communication_rules
    where merchant_id = ${actor.merchantId} and fired_at is not null group by indicator, change`);
  return new Map(rows.map(({ indicator, change, at }) => [toEventKey({ indicator, change }), at]));
}

export const toEventKey = ({ indicator, change }: { indicator: Indicator; change: Change }): string =>
  `${indicator}:${change}`;

/** Merchants with a communication rule that is due, after `after` in the order of their ids. */
export async function listDueCommunicationMerchants(
  db: Db,
  { now, after, size }: { now: Date; after: string; size: number },
): Promise<string[]> {
  const rows = await db.many<{ merchant_id: string }>(sql`
    select distinct merchant_id from rules.communication_rules
    where status = 'active' and next_run_at <= ${now} and merchant_id > ${after}
    order by merchant_id limit ${size}`);
  return rows.map(({ merchant_id }) => merchant_id);
}
