import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { type After, isAfter } from "../page-after.ts";

/** The only file that writes `rules.communication_evaluations`. */

export type CommunicationEvaluationRecord = Row<"rules.communication_evaluations">;
type NewEvaluation = Pick<
  CommunicationEvaluationRecord,
  "rule_id" | "decision" | "value_now" | "value_before" | "read_at" | "text_key" | "numbers_left_out"
>;

const keptDays = 35;

/** Records a decision; the same on the same figures again is counted in its row, so silence costs no rows. */
export async function recordCommunicationEvaluation(
  { tx, actor, now }: Context,
  { rule_id, decision, value_now, value_before, read_at, text_key, numbers_left_out }: NewEvaluation,
): Promise<void> {
  await tx.run(sql`
    with latest as (
      select first_at, decision, value_now, value_before from rules.communication_evaluations
      where merchant_id = ${actor.merchantId} and rule_id = ${rule_id} order by first_at desc limit 1
    ), counted as (
      update rules.communication_evaluations known set last_at = ${now}, times = known.times + 1, read_at = ${read_at}
      from latest
      where known.merchant_id = ${actor.merchantId} and known.rule_id = ${rule_id} and known.first_at = latest.first_at
        and latest.decision <> 'sent' and latest.decision = ${decision}
        and (latest.value_now, latest.value_before) is not distinct from (${value_now}::bigint, ${value_before}::bigint)
      returning 1
    )
    insert into rules.communication_evaluations (merchant_id, rule_id, first_at, last_at, times, decision, value_now,
      value_before, read_at, text_key, numbers_left_out)
    select ${actor.merchantId}, ${rule_id}, ${now}, ${now}, 1, ${decision}, ${value_now}, ${value_before}, ${read_at},
      ${text_key}, ${numbers_left_out}
    where not exists (select from counted)
    on conflict do nothing`);
}

/** Newest first. */
export function listCommunicationEvaluations(
  { db, actor }: ReadContext,
  { ruleId, after, size }: { ruleId: string; after: After | null; size: number },
): Promise<CommunicationEvaluationRecord[]> {
  return db.many(sql`
    select * from rules.communication_evaluations where merchant_id = ${actor.merchantId} and rule_id = ${ruleId}
      ${isAfter(sql`(first_at, rule_id)`, after)}
    order by first_at desc limit ${size}`);
}

/** The last evaluation of each rule, and the last that sent a message. */
export function listLatestCommunication({ db, actor }: ReadContext) {
  return db.many<{ rule_id: string; last_at: Date; text_key: string | null }>(sql`
    select rules.id as rule_id, latest.last_at, sent.text_key
    from rules.communication_rules rules
    cross join lateral (
      select last_at from rules.communication_evaluations
      where merchant_id = rules.merchant_id and rule_id = rules.id order by first_at desc limit 1
    ) latest
    left join lateral (
      select text_key from rules.communication_evaluations
      where merchant_id = rules.merchant_id and rule_id = rules.id and decision = 'sent'
      order by first_at desc limit 1
    ) sent on true
    where rules.merchant_id = ${actor.merchantId}`);
}

export async function deleteCommunicationEvaluations({ tx, actor }: Context, ruleId: string): Promise<void> {
  await tx.run(sql`
    delete from rules.communication_evaluations
    where merchant_id = ${actor.merchantId} and rule_id = ${ruleId}`);
}

/** Of all merchants, a batch at a time: how many were deleted. */
export function deleteOldCommunicationEvaluations(
  db: Db,
  { now, size }: { now: Date; size: number },
): Promise<number> {
  const before = new Date(now.getTime() - keptDays * 86_400_000);
  return db.run(sql`
    delete from rules.communication_evaluations where (merchant_id, rule_id, first_at) in (
      select merchant_id, rule_id, first_at from rules.communication_evaluations
      where last_at < ${before} order by last_at limit ${size})`);
}
