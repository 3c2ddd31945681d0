import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, join, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { SeasonDay } from "../domain/season-budget.ts";

/** The only file that writes the tables of season budgets. */

export type SeasonBudgetRecord = Row<"campaigns.season_budgets">;
export type SeasonBudgetDay = Pick<Row<"campaigns.season_budget_days">, "day" | "budget_halalas" | "state">;
type NewSeasonBudget = Pick<
  SeasonBudgetRecord,
  | "id"
  | "campaign_id"
  | "plan_budget_id"
  | "season"
  | "starts_on"
  | "ends_on"
  | "budget_before_halalas"
  | "next_run_at"
>;

const columns = sql`merchant_id, id, campaign_id, plan_budget_id, season, starts_on::text as starts_on, ends_on::text as ends_on,
  budget_before_halalas, budget_set_halalas, failure, next_run_at, accepted_at, ended_at, end_reason`;

export async function insertSeasonBudget(
  { tx, actor, now }: Context,
  row: NewSeasonBudget,
  days: readonly SeasonDay[],
): Promise<void> {
  const { merchantId } = actor;
  await tx.run(sql`
    insert into campaigns.season_budgets (merchant_id, id, campaign_id, plan_budget_id, season, starts_on,
      ends_on, budget_before_halalas, next_run_at, accepted_at)
    values (${merchantId}, ${row.id}, ${row.campaign_id}, ${row.plan_budget_id}, ${row.season}, ${row.starts_on}, ${row.ends_on},
      ${row.budget_before_halalas}, ${row.next_run_at}, ${now})`);
  await tx.run(sql`
    insert into campaigns.season_budget_days (merchant_id, season_budget_id, day, budget_halalas)
    select ${merchantId}, ${row.id}, day::date, budget from json_to_recordset(${JSON.stringify(days)}::json)
      as planned (day text, budget bigint)`);
}

/** The campaign's newest one, also one that has ended. */
export function findLastSeasonBudget(
  { db, actor }: ReadContext,
  campaignId: string,
): Promise<SeasonBudgetRecord | undefined> {
  return db.maybeOne(sql`
    select ${columns} from campaigns.season_budgets
    where merchant_id = ${actor.merchantId} and campaign_id = ${campaignId} order by accepted_at desc, id desc limit 1`);
}

/** The parts of the plan's newest budget for a whole season, also of one that has ended; none where there was none. */
export function listPlanSeasonBudgets(
  { db, actor }: ReadContext,
  planId: string,
): Promise<SeasonBudgetRecord[]> {
  const isOwn = sql`season_budgets.merchant_id = ${actor.merchantId}`;
  return db.many(sql`
    select ${columns} from campaigns.season_budgets
    where ${isOwn} and plan_budget_id = (
      select plan_budget_id from campaigns.season_budgets
      join campaigns.campaigns on campaigns.id = campaign_id
      where ${isOwn} and campaigns.merchant_id = ${actor.merchantId} and plan_id = ${planId}
        and plan_budget_id is not null
      order by accepted_at desc, season_budgets.id desc limit 1)
    order by campaign_id`);
}

/** Of these campaigns, those with a season budget that has not ended. */
export async function listCampaignsInSeason(
  { db, actor }: ReadContext,
  campaignIds: readonly string[],
): Promise<string[]> {
  if (campaignIds.length === 0) return [];
  const rows = await db.many<Pick<SeasonBudgetRecord, "campaign_id">>(sql`
    select campaign_id from campaigns.season_budgets
    where merchant_id = ${actor.merchantId} and campaign_id in (${join([...campaignIds])}) and ended_at is null
    order by campaign_id`);
  return rows.map(({ campaign_id }) => campaign_id);
}

/** One of the campaign's that has not ended, locked; the campaign's lock is taken before. */
export function lockSeasonBudget(
  { tx, actor }: Context,
  { campaignId, id }: { campaignId: string; id: string },
): Promise<SeasonBudgetRecord | undefined> {
  return tx.maybeOne(sql`
    select ${columns} from campaigns.season_budgets
    where merchant_id = ${actor.merchantId} and id = ${id} and campaign_id = ${campaignId} and ended_at is null
    for update`);
}

export function listSeasonBudgetDays({ db, actor }: ReadContext, id: string): Promise<SeasonBudgetDay[]> {
  return db.many(sql`
    select day::text as day, budget_halalas, state from campaigns.season_budget_days
    where merchant_id = ${actor.merchantId} and season_budget_id = ${id} order by day`);
}

type Due = Pick<SeasonBudgetRecord, "merchant_id" | "id" | "campaign_id"> & { next_run_at: Date };
type DuePage = { now: Date; after: { next_run_at: Date; id: string }; size: number };

/** Those whose next change is due, of all merchants, the longest due first. */
export function listDueSeasonBudgets(db: Db, { now, after, size }: DuePage): Promise<Due[]> {
  return db.many(sql`
    select merchant_id, id, campaign_id, next_run_at from campaigns.season_budgets
    where ended_at is null and next_run_at <= ${now} and (next_run_at, id) > (${after.next_run_at}, ${after.id})
    order by next_run_at, id limit ${size}`);
}

/** What the last change came to, and when the next is due. */
export async function saveSeasonRun(
  { tx, actor }: Context,
  row: Pick<SeasonBudgetRecord, "id" | "budget_set_halalas" | "failure" | "next_run_at">,
): Promise<void> {
  await tx.run(sql`
    update campaigns.season_budgets set budget_set_halalas = ${row.budget_set_halalas}, failure = ${row.failure},
      next_run_at = ${row.next_run_at}
    where merchant_id = ${actor.merchantId} and id = ${row.id}`);
}

/** The day is set; those before it that were not are missed. */
export async function saveSeasonDay(
  { tx, actor }: Context,
  { id, day, isSet }: { id: string; day: string; isSet: boolean },
): Promise<void> {
  const isOwn = sql`merchant_id = ${actor.merchantId} and season_budget_id = ${id} and state = 'planned'`;
  await tx.run(sql`update campaigns.season_budget_days set state = 'missed' where ${isOwn} and day < ${day}`);
  if (isSet)
    await tx.run(sql`update campaigns.season_budget_days set state = 'set' where ${isOwn} and day = ${day}`);
}

export async function endSeasonBudget(
  { tx, actor, now }: Context,
  { id, reason }: { id: string; reason: NonNullable<SeasonBudgetRecord["end_reason"]> },
): Promise<void> {
  await tx.run(sql`
    update campaigns.season_budgets set ended_at = ${now}, end_reason = ${reason}, next_run_at = null, failure = null
    where merchant_id = ${actor.merchantId} and id = ${id}`);
}
