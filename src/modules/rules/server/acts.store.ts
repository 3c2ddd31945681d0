import type { Context, ReadContext } from "#base/server/context.ts";
import { empty, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { startOfRiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Outcome } from "../contract/enums.ts";
import type { SeenCondition } from "../domain/conditions.ts";
import { type After, isAfter } from "./page-after.ts";

/** The only file that writes `rules.acts`: what rules did, or on trial would have done. */

export type ActRecord = Omit<Row<"rules.acts">, "conditions"> & { conditions: SeenCondition[] };
export type NewAct = Omit<ActRecord, "merchant_id" | "undone_at">;

/** False when this run of the rule has acted on the campaign already. */
export async function insertAct({ tx, actor }: Context, act: NewAct): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into rules.acts (merchant_id, id, rule_id, campaign_id, run_at, mode, kind, from_halalas, to_halalas, conditions,
      spend_halalas, sales_halalas, clicks, read_at, window_from, window_to, outcome, refusal, acted_at, resume_at)
    values (${actor.merchantId}, ${act.id}, ${act.rule_id}, ${act.campaign_id}, ${act.run_at}, ${act.mode}, ${act.kind},
      ${act.from_halalas}, ${act.to_halalas}, ${JSON.stringify(act.conditions)}::jsonb, ${act.spend_halalas}, ${act.sales_halalas}, ${act.clicks},
      ${act.read_at}, ${act.window_from}, ${act.window_to}, ${act.outcome}, ${act.refusal}, ${act.acted_at},
      ${act.resume_at})
    on conflict (merchant_id, rule_id, campaign_id, run_at) do nothing`);
  return inserted === 1;
}

export async function refuseAct(
  { tx, actor }: Context,
  { id, refusal }: { id: string; refusal: string },
): Promise<void> {
  await tx.run(sql`
    update rules.acts set outcome = 'refused', refusal = ${refusal}, resume_at = null
    where merchant_id = ${actor.merchantId} and id = ${id}`);
}

/** The acts of a campaign that wait for their platform, with what became of them. */
export function settleActs(
  { tx, actor }: Context,
  { campaignId, outcome }: { campaignId: string; outcome: Extract<Outcome, "confirmed" | "failed"> },
): Promise<Pick<ActRecord, "id" | "rule_id">[]> {
  return tx.many(sql`
    update rules.acts set outcome = ${outcome}
    where merchant_id = ${actor.merchantId} and campaign_id = ${campaignId} and outcome = 'done'
    returning id, rule_id`);
}

export function lockAct({ tx, actor }: Context, id: string): Promise<ActRecord | undefined> {
  return tx.maybeOne(sql`
    select * from rules.acts where merchant_id = ${actor.merchantId} and id = ${id} for update`);
}

export async function saveUndone({ tx, actor, now }: Context, id: string): Promise<void> {
  await tx.run(sql`
    update rules.acts set outcome = 'undone', undone_at = ${now}, resume_at = null
    where merchant_id = ${actor.merchantId} and id = ${id}`);
}

/** What live rules did to campaigns: the last change, and how many today. Refused ones changed nothing. */
export function loadHistories({ db, actor, now }: ReadContext) {
  return db.many<{ campaign_id: string; last_act_at: Date; acts_today: number }>(sql`
    select campaign_id, max(acted_at) as last_act_at,
      count(*) filter (where acted_at >= ${startOfRiyadhDay(toRiyadhDay(now))})::int as acts_today
    from rules.acts
    where merchant_id = ${actor.merchantId} and mode = 'live' and outcome <> 'refused'
      and acted_at > ${new Date(now.getTime() - longestCooldownMs)}
    group by campaign_id`);
}

/** The same of what rules on trial would have done, by rule. */
export function loadShadowHistories({ db, actor, now }: ReadContext) {
  return db.many<{ rule_id: string; campaign_id: string; last_act_at: Date; acts_today: number }>(sql`
    select rule_id, campaign_id, max(acted_at) as last_act_at,
      count(*) filter (where acted_at >= ${startOfRiyadhDay(toRiyadhDay(now))})::int as acts_today
    from rules.acts
    where merchant_id = ${actor.merchantId} and mode = 'shadow' and acted_at > ${new Date(now.getTime() - longestCooldownMs)}
    group by rule_id, campaign_id`);
}
const longestCooldownMs = 168 * 3_600_000;

/** By how much live rules have raised daily budgets this Riyadh day, in halalas. */
export async function sumRaisedToday({ db, actor, now }: ReadContext): Promise<number> {
  const { raised } = await db.one<{ raised: number }>(sql`
    select coalesce(sum(to_halalas - from_halalas) filter (where to_halalas > from_halalas), 0)::bigint as raised
    from rules.acts
    where merchant_id = ${actor.merchantId} and mode = 'live' and outcome not in ('refused', 'undone')
      and acted_at >= ${startOfRiyadhDay(toRiyadhDay(now))}`);
  return raised;
}

/** The budgets that live rules set in the last 30 days and that were not taken back, the latest first. */
export function listBudgetChanges({ db, actor, now }: ReadContext) {
  return db.many<{ campaign_id: string; from_halalas: number; to_halalas: number }>(sql`
    select campaign_id, from_halalas, to_halalas from rules.acts
    where merchant_id = ${actor.merchantId} and mode = 'live' and kind = 'set_budget'
      and outcome not in ('refused', 'undone') and acted_at > ${new Date(now.getTime() - restorableMs)}
    order by acted_at desc, id desc`);
}
const restorableMs = 30 * 86_400_000;

/** Pauses of live rules whose end has come. */
export function listDueResumes({ db, actor, now }: ReadContext): Promise<Pick<ActRecord, "id">[]> {
  return db.many(sql`
    select id from rules.acts where merchant_id = ${actor.merchantId} and resume_at <= ${now} order by resume_at, id`);
}

/** Whether a rule has done something to the act's campaign after it. */
export async function hasLaterAct({ tx, actor }: Context, act: ActRecord): Promise<boolean> {
  const later = await tx.maybeOne(sql`
    select 1 from rules.acts
    where merchant_id = ${actor.merchantId} and campaign_id = ${act.campaign_id} and mode = 'live'
      and outcome not in ('refused', 'undone') and (acted_at, id) > (${act.acted_at}, ${act.id}) limit 1`);
  return later !== undefined;
}

export async function saveResume(
  { tx, actor }: Context,
  { id, resumeAt }: { id: string; resumeAt: Date | null },
): Promise<void> {
  await tx.run(sql`
    update rules.acts set resume_at = ${resumeAt} where merchant_id = ${actor.merchantId} and id = ${id}`);
}

/** Of a rule's last live acts, how many there were and how many failed. */
export function countFailures(
  { db, actor }: ReadContext,
  { ruleId, since, last }: { ruleId: string; since: Date | null; last: number },
): Promise<{ acts: number; failed: number }> {
  return db.one(sql`
    select count(*)::int as acts, count(*) filter (where outcome in ('refused', 'failed'))::int as failed
    from (
      select outcome from rules.acts
      where merchant_id = ${actor.merchantId} and rule_id = ${ruleId} and mode = 'live'
        and acted_at >= ${since ?? new Date(0)}
      order by acted_at desc, id desc limit ${last}
    ) acts`);
}

/** The merchant's rules of which a live act failed. */
export const listFailing = ({ db, actor }: ReadContext): Promise<Pick<ActRecord, "rule_id">[]> =>
  db.many(sql`
    select distinct rule_id from rules.acts
    where merchant_id = ${actor.merchantId} and outcome in ('refused', 'failed') and mode = 'live'`);

/** How often each of the merchant's rules acted since an instant. */
export function countActs({ db, actor }: ReadContext, since: Date) {
  return db.many<{ rule_id: string; acts: number }>(sql`
    select rule_id, count(*)::int as acts from rules.acts
    where merchant_id = ${actor.merchantId} and acted_at >= ${since} and outcome <> 'refused' group by rule_id`);
}

type ActsPage = {
  ruleId?: string | undefined;
  campaignId?: string | undefined;
  after: After | null;
  size: number;
};

/** Newest first. */
export function listActs(
  { db, actor }: ReadContext,
  { ruleId, campaignId, after, size }: ActsPage,
): Promise<ActRecord[]> {
  return db.many(sql`
    select * from rules.acts where merchant_id = ${actor.merchantId}
      ${ruleId === undefined ? empty : sql`and rule_id = ${ruleId}`}
      ${campaignId === undefined ? empty : sql`and campaign_id = ${campaignId}`}
      ${isAfter(sql`(acted_at, id)`, after)}
    order by acted_at desc, id desc limit ${size}`);
}
