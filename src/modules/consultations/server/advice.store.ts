import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { AdvisedAd, AdvisedRule } from "../contract/advised.ts";
import type { AdviceKind, AdviceState } from "../contract/consultations-enums.ts";
import type { PromiseCounts } from "../domain/rank-consultants.ts";
import type { Returns } from "../domain/score-advice.ts";

/** The only file that writes `consultations.advice`. */

export type AdviceRecord = Omit<Row<"consultations.advice">, "expected_roas" | "accepted_on"> & {
  state: AdviceState;
  outcome: Returns | null;
  expected_roas: number;
  accepted_on: RiyadhDay | null;
  kind: AdviceKind;
  rule: AdvisedRule | null;
  ad: AdvisedAd | null;
};

const columns = sql`merchant_id, id, order_id, campaign_id, campaign_name, from_halalas, to_halalas, kind, rule, ad, made_id, note,
  expected_roas::float8 as expected_roas, state, proposed_by, created_at, decided_at, accepted_on, outcome, is_kept, measured_at`;

export const listAdvice = ({ db, actor }: ReadContext, orderId: string): Promise<AdviceRecord[]> =>
  db.many<AdviceRecord>(sql`
    select ${columns} from consultations.advice
    where merchant_id = ${actor.merchantId} and order_id = ${orderId} order by id limit 100`);

export const lockAdvice = (
  { tx, actor }: Context,
  { orderId, id }: { orderId: string; id: string },
): Promise<AdviceRecord | undefined> =>
  tx.maybeOne<AdviceRecord>(sql`
    select ${columns} from consultations.advice
    where merchant_id = ${actor.merchantId} and order_id = ${orderId} and id = ${id} for update`);

type NewAdvice = Pick<
  AdviceRecord,
  | "id"
  | "order_id"
  | "campaign_id"
  | "campaign_name"
  | "kind"
  | "to_halalas"
  | "rule"
  | "ad"
  | "note"
  | "expected_roas"
  | "proposed_by"
>;

export async function insertAdvice({ tx, actor, now }: Context, advice: NewAdvice): Promise<void> {
  await tx.run(sql`
    insert into consultations.advice (merchant_id, id, order_id, campaign_id, campaign_name, kind, to_halalas, rule, ad, note,
      expected_roas, state, proposed_by, created_at)
    values (${actor.merchantId}, ${advice.id}, ${advice.order_id}, ${advice.campaign_id}, ${advice.campaign_name},
      ${advice.kind}, ${advice.to_halalas}, ${advice.rule && JSON.stringify(advice.rule)}::jsonb,
      ${advice.ad && JSON.stringify(advice.ad)}::jsonb, ${advice.note}, ${advice.expected_roas}, 'proposed', ${advice.proposed_by}, ${now})`);
}

export type Acceptance = { on: RiyadhDay; fromHalalas: number | null; madeId: string | null };

/** `accepted`: the day, and the budget it replaced or the draft it made. */
export async function decideAdvice(
  { tx, actor, now }: Context,
  { id, accepted }: { id: string; accepted: Acceptance | null },
): Promise<void> {
  await tx.run(sql`
    update consultations.advice set state = ${accepted ? "accepted" : "declined"}, decided_at = ${now},
      from_halalas = ${accepted?.fromHalalas ?? null}, made_id = ${accepted?.madeId ?? null}, accepted_on = ${accepted?.on ?? null}
    where merchant_id = ${actor.merchantId} and id = ${id} and state = 'proposed'`);
}

/** Of all merchants: accepted before this day, and not measured yet. */
export const listAdviceToMeasure = (
  db: Db,
  { before, size }: { before: RiyadhDay; size: number },
): Promise<AdviceRecord[]> =>
  db.many<AdviceRecord>(sql`
    select ${columns} from consultations.advice
    where state = 'accepted' and measured_at is null and accepted_on < ${before}
    order by accepted_on, id limit ${size}`);

export async function saveOutcome(
  { tx, actor, now }: Context,
  { id, outcome, isKept }: { id: string; outcome: Returns; isKept: boolean | null },
): Promise<void> {
  await tx.run(sql`
    update consultations.advice set outcome = ${JSON.stringify(outcome)}::jsonb, is_kept = ${isKept}, measured_at = ${now}
    where merchant_id = ${actor.merchantId} and id = ${id} and measured_at is null`);
}

/** Measured promises by who made them, of all merchants together. */
export const countPromises = (db: Db): Promise<PromiseCounts[]> =>
  db.many<PromiseCounts>(sql`
    select proposed_by as consultant_id, count(*) filter (where is_kept)::int as kept, count(*)::int as measured
    from consultations.advice where is_kept is not null group by proposed_by order by proposed_by`);
