import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { Body } from "#base/shared/contract.ts";
import type { PlanResult } from "../contract/plan-shapes.ts";
import type { PlanStep } from "../contract/plan-steps.ts";
import type { PlannerCalls } from "../contract/planner.calls.ts";
import type { WritingFacts } from "../domain/engine/writing-facts.ts";
import type { PlanFacts } from "../domain/planner/plan-facts.ts";

export type PlanInput = Omit<Body<PlannerCalls["POST Clients/CampaignPlanner/plans"]>, "request_key">;

/** What is advertised: a product of the store, or what a page says; with the facts that texts are written from. */
export type PlanSubject = {
  product: { id: string | null; name: string; url: string | null; store_id: string; store_name: string };
  pictureUrl: string | null;
  facts: WritingFacts;
};
export type PlanPicture = { id: string; width: number; height: number };

type Columns = Row<"assistants.plans">;
export type PlanRecord = Omit<
  Columns,
  "input" | "steps" | "subject" | "facts" | "result" | "earlier" | "pictures"
> & {
  input: PlanInput;
  steps: PlanStep[];
  subject: PlanSubject | null;
  facts: PlanFacts | null;
  result: PlanResult | null;
  earlier: PlanResult[];
  pictures: PlanPicture[];
};

export const lockPlanByKey = ({ tx, actor }: Context, requestKey: string): Promise<PlanRecord | undefined> =>
  tx.maybeOne(sql`
    select * from assistants.plans
    where merchant_id = ${actor.merchantId} and request_key = ${requestKey} for update`);

export const lockPlan = ({ tx, actor }: Context, id: string): Promise<PlanRecord | undefined> =>
  tx.maybeOne(sql`
    select * from assistants.plans where merchant_id = ${actor.merchantId} and id = ${id} for update`);

export const findPlan = ({ db, actor }: ReadContext, id: string): Promise<PlanRecord | undefined> =>
  db.maybeOne(sql`select * from assistants.plans where merchant_id = ${actor.merchantId} and id = ${id}`);

export const findLatestPlan = ({ db, actor }: ReadContext): Promise<PlanRecord | undefined> =>
  db.maybeOne(sql`
    select * from assistants.plans where merchant_id = ${actor.merchantId} order by id desc limit 1`);

export async function countPlanning({ tx, actor }: Context, { since }: { since: Date }): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from assistants.plans
    where merchant_id = ${actor.merchantId} and status = 'planning' and begun_at > ${since}`);
  return count;
}

type NewPlan = Pick<PlanRecord, "id" | "request_key" | "input" | "engine" | "begun_at">;

/** A new plan, or one that failed and is begun again under its key. Undefined when another request began it just now. */
export const beginPlanRow = ({ tx, actor }: Context, plan: NewPlan): Promise<PlanRecord | undefined> =>
  tx.maybeOne(sql`
    insert into assistants.plans (merchant_id, id, request_key, input, status, engine, begun_at, created_at)
    values (${actor.merchantId}, ${plan.id}, ${plan.request_key}, ${JSON.stringify(plan.input)}, 'planning',
      ${plan.engine}, ${plan.begun_at}, ${plan.begun_at})
    on conflict (merchant_id, request_key) do update
      set status = 'planning', engine = excluded.engine, begun_at = excluded.begun_at, steps = '{}',
        attempt = plans.attempt + 1
      where plans.id = ${plan.id}
    returning *`);

type Attempt = Pick<PlanRecord, "id" | "attempt">;

/** False when the plan was stopped, or another attempt has begun: this one has to end. */
export async function addPlanStep(
  { db, actor }: ReadContext,
  { id, attempt }: Attempt,
  step: PlanStep,
): Promise<boolean> {
  const updated = await db.run(sql`
    update assistants.plans set steps = array_append(steps, ${step})
    where merchant_id = ${actor.merchantId} and id = ${id} and attempt = ${attempt} and status = 'planning'`);
  return updated === 1;
}

/** False when it was not being made any more. */
export async function endPlan(
  { tx, actor }: Context,
  { id, attempt }: Attempt,
  status: "stopped" | "failed",
): Promise<boolean> {
  const ended = await tx.run(sql`
    update assistants.plans set status = ${status}
    where merchant_id = ${actor.merchantId} and id = ${id} and attempt = ${attempt} and status = 'planning'`);
  return ended === 1;
}

export type FinishedPlan = Attempt & {
  engine: string;
  subject: PlanSubject;
  facts: PlanFacts;
  result: PlanResult;
  draftRevision: number;
  words: number;
  usage: { input: number; output: number };
  costMicroSar: number;
};

export const finishPlanRow = ({ tx, actor }: Context, plan: FinishedPlan): Promise<PlanRecord> =>
  tx.one(sql`
    update assistants.plans
    set status = 'done', engine = ${plan.engine}, subject = ${JSON.stringify(plan.subject)},
      facts = ${JSON.stringify(plan.facts)}, result = ${JSON.stringify(plan.result)},
      draft_revision = ${plan.draftRevision}, words = ${plan.words}, input_tokens = ${plan.usage.input},
      output_tokens = ${plan.usage.output}, cost_micro_sar = ${Math.round(plan.costMicroSar)},
      steps = array_append(steps, 'draft'), revision = revision + 1
    where merchant_id = ${actor.merchantId} and id = ${plan.id}
    returning *`);

export type ChangedPlan = Pick<
  PlanRecord,
  "id" | "result" | "earlier" | "pictures" | "draft_revision" | "engine"
> & {
  /** Words, tokens and cost beyond those so far. */
  words: number;
  usage: { input: number; output: number };
  costMicroSar: number;
};

export const changePlanRow = ({ tx, actor }: Context, plan: ChangedPlan): Promise<PlanRecord> =>
  tx.one(sql`
    update assistants.plans
    set result = ${JSON.stringify(plan.result)}, earlier = ${JSON.stringify(plan.earlier)},
      pictures = ${JSON.stringify(plan.pictures)}, draft_revision = ${plan.draft_revision}, engine = ${plan.engine},
      words = words + ${plan.words}, input_tokens = input_tokens + ${plan.usage.input},
      output_tokens = output_tokens + ${plan.usage.output},
      cost_micro_sar = cost_micro_sar + ${Math.round(plan.costMicroSar)}, revision = revision + 1
    where merchant_id = ${actor.merchantId} and id = ${plan.id}
    returning *`);
