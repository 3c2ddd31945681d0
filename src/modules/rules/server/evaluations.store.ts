import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, prepared, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { SeenCondition } from "../domain/conditions.ts";
import { type After, isAfter } from "./page-after.ts";

/** The only file that writes `rules.evaluations`: what rules decided, and on which figures. */

export type EvaluationRecord = Omit<Row<"rules.evaluations">, "conditions"> & { conditions: SeenCondition[] };
export type NewEvaluation = Pick<
  EvaluationRecord,
  "rule_id" | "campaign_id" | "decision" | "spend_halalas" | "sales_halalas" | "clicks" | "read_at"
> & { conditions: SeenCondition[] };

const keptDays = 35;

/**
 * Records a run's decisions in one statement. What was decided last time, on the same figures, is counted in its row:
 * a rule that decides nothing new costs no rows.
 */
export async function recordEvaluations(
  { tx, actor, now }: Context,
  evaluations: readonly NewEvaluation[],
): Promise<void> {
  if (evaluations.length === 0) return;
  await tx.run(
    prepared(
      "rules.record_evaluations",
      sql`
    with input as (
      select * from json_populate_recordset(null::rules.evaluations, ${JSON.stringify(evaluations)}::json)
    ), latest as (
      select input.rule_id, input.campaign_id, last.first_at from input, lateral (
        select first_at, decision, conditions, spend_halalas, sales_halalas, clicks from rules.evaluations
        where merchant_id = ${actor.merchantId} and rule_id = input.rule_id and campaign_id = input.campaign_id
        order by first_at desc limit 1
      ) last
      where (last.decision, last.conditions, last.spend_halalas, last.sales_halalas, last.clicks) is not distinct from
        (input.decision, input.conditions, input.spend_halalas, input.sales_halalas, input.clicks) and last.decision not in ('acted', 'asked')
    ), counted as (
      update rules.evaluations set last_at = ${now}, times = evaluations.times + 1, read_at = input.read_at
      from latest join input using (rule_id, campaign_id)
      where evaluations.merchant_id = ${actor.merchantId} and evaluations.rule_id = latest.rule_id
        and evaluations.campaign_id = latest.campaign_id and evaluations.first_at = latest.first_at
        and evaluations.last_at < ${now}
    )
    insert into rules.evaluations (merchant_id, rule_id, campaign_id, first_at, last_at, times, decision, conditions,
      spend_halalas, sales_halalas, clicks, read_at)
    select ${actor.merchantId}, rule_id, campaign_id, ${now}, ${now}, 1, decision, conditions, spend_halalas, sales_halalas,
      clicks, read_at
    from input where not exists (
      select from latest where latest.rule_id = input.rule_id and latest.campaign_id = input.campaign_id)
    on conflict do nothing`,
    ),
  );
}

/** Newest first. */
export function listEvaluations(
  { db, actor }: ReadContext,
  { ruleId, after, size }: { ruleId: string; after: After | null; size: number },
): Promise<EvaluationRecord[]> {
  return db.many(sql`
    select * from rules.evaluations where merchant_id = ${actor.merchantId} and rule_id = ${ruleId}
      ${isAfter(sql`(last_at, campaign_id)`, after)}
    order by last_at desc, campaign_id desc limit ${size}`);
}

/** When each of the merchant's rules was last evaluated. */
export function listLastEvaluations({ db, actor }: ReadContext) {
  return db.many<{ rule_id: string; last_at: Date }>(sql`
    select rules.id as rule_id, latest.last_at from rules.control_rules rules, lateral (
      select last_at from rules.evaluations
      where merchant_id = rules.merchant_id and rule_id = rules.id order by last_at desc limit 1
    ) latest
    where rules.merchant_id = ${actor.merchantId}`);
}

/** Of all merchants, a batch at a time: how many were deleted. */
export function deleteOldEvaluations(db: Db, { now, size }: { now: Date; size: number }): Promise<number> {
  const before = new Date(now.getTime() - keptDays * 86_400_000);
  return db.run(sql`
    delete from rules.evaluations where (merchant_id, rule_id, campaign_id, first_at) in (
      select merchant_id, rule_id, campaign_id, first_at from rules.evaluations
      where last_at < ${before} order by last_at limit ${size})`);
}
