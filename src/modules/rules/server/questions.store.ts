import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { SeenCondition } from "../domain/conditions.ts";
import type { Act } from "../domain/decide.ts";

/** The only file that writes `rules.questions`: what rules ask before they act. Its instants are the system clock. */

export type QuestionRecord = Omit<Row<"rules.questions">, "conditions"> & { conditions: SeenCondition[] };
export type QuestionState = QuestionRecord["state"];
export type NewQuestion = Omit<
  QuestionRecord,
  "merchant_id" | "state" | "answered_at" | "act_id" | "opened_by" | "text_outcome"
>;

export const toAct = ({ kind, from_halalas, to_halalas }: QuestionRecord): Act =>
  kind === "set_budget"
    ? { kind, from_halalas, to_halalas: to_halalas ?? from_halalas }
    : { kind, from_halalas };

/** False when the rule has an open question about the campaign. */
export async function insertQuestion({ tx, actor }: Context, one: NewQuestion): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into rules.questions (merchant_id, id, rule_id, campaign_id, run_at, rule_updated_at, kind, from_halalas,
      to_halalas, conditions, spend_halalas, sales_halalas, clicks, read_at, window_from, window_to, created_at,
      expires_at, state)
    values (${actor.merchantId}, ${one.id}, ${one.rule_id}, ${one.campaign_id}, ${one.run_at}, ${one.rule_updated_at},
      ${one.kind}, ${one.from_halalas}, ${one.to_halalas}, ${JSON.stringify(one.conditions)}::jsonb,
      ${one.spend_halalas}, ${one.sales_halalas}, ${one.clicks}, ${one.read_at}, ${one.window_from}, ${one.window_to},
      ${one.created_at}, ${one.expires_at}, 'open')
    on conflict (merchant_id, rule_id, campaign_id) where state = 'open' do nothing`);
  return inserted === 1;
}

/** What became of the text that asks. */
export async function saveTextOutcome(
  { tx, actor }: Context,
  { id, outcome }: { id: string; outcome: "queued" | "over_limit" },
): Promise<void> {
  await tx.run(sql`
    update rules.questions set text_outcome = ${outcome} where merchant_id = ${actor.merchantId} and id = ${id}`);
}

export const findQuestion = ({ db, actor }: ReadContext, id: string): Promise<QuestionRecord | undefined> =>
  db.maybeOne(sql`select * from rules.questions where merchant_id = ${actor.merchantId} and id = ${id}`);

export const lockQuestion = ({ tx, actor }: Context, id: string): Promise<QuestionRecord | undefined> =>
  tx.maybeOne(sql`
    select * from rules.questions where merchant_id = ${actor.merchantId} and id = ${id} for update`);

export async function closeQuestion(
  { tx, actor }: Context,
  {
    id,
    state,
    actId,
    at,
  }: { id: string; state: Exclude<QuestionState, "open">; actId: string | null; at: Date },
): Promise<void> {
  await tx.run(sql`
    update rules.questions set state = ${state}, act_id = ${actId}, answered_at = ${at}
    where merchant_id = ${actor.merchantId} and id = ${id} and state = 'open'`);
}

/** Whether this browser may answer: the first one that opened the link, or one that opens it now as the first. */
export async function claimLink(
  { tx, actor }: Context,
  { id, browser }: { id: string; browser: string },
): Promise<boolean> {
  const claimed = await tx.run(sql`
    update rules.questions set opened_by = coalesce(opened_by, ${browser})
    where merchant_id = ${actor.merchantId} and id = ${id} and coalesce(opened_by, ${browser}) = ${browser}`);
  return claimed === 1;
}

/** Open ones, the oldest first: one for each rule and campaign. */
export const listOpenQuestions = ({ db, actor }: ReadContext): Promise<QuestionRecord[]> =>
  db.many(sql`
    select * from rules.questions where merchant_id = ${actor.merchantId} and state = 'open'
    order by created_at, id limit 100`);

/** Which rules wait for an answer about which campaigns, and when each was last told no or left without an answer. */
export const listHeldBack = ({ db, actor }: ReadContext, since: Date) =>
  db.many<{ rule_id: string; campaign_id: string; is_open: boolean; declined_at: Date | null }>(sql`
    select rule_id, campaign_id, false as is_open, max(answered_at) as declined_at from rules.questions
    where merchant_id = ${actor.merchantId} and state in ('declined', 'lapsed') and answered_at > ${since}
    group by rule_id, campaign_id
    union all
    select rule_id, campaign_id, true, null from rules.questions
    where merchant_id = ${actor.merchantId} and state = 'open'`);

export const listDueQuestions = (
  { db, actor }: ReadContext,
  at: Date,
): Promise<Pick<QuestionRecord, "id">[]> =>
  db.many(sql`
    select id from rules.questions where merchant_id = ${actor.merchantId} and state = 'open' and expires_at <= ${at}
    order by expires_at, id`);

/** Of all merchants, a batch at a time: those that were answered before then; how many were deleted. */
export const deleteOldQuestions = (
  db: Db,
  { before, size }: { before: Date; size: number },
): Promise<number> =>
  db.run(sql`
    delete from rules.questions where (merchant_id, id) in (
      select merchant_id, id from rules.questions where answered_at < ${before} order by answered_at limit ${size})`);
