import { type ReadContext, transact } from "#base/server/context.ts";
import { Refusal } from "#base/shared/refusals.ts";
import type { PlanItem } from "../contract/plan-shapes.ts";
import type { PlanStep } from "../contract/plan-steps.ts";
import { choosePlan } from "../domain/planner/choose-plan.ts";
import { mergeReadings } from "../domain/planner/merge-readings.ts";
import type { AssistantsDeps } from "./assistants.deps.ts";
import { beginPlan } from "./begin-plan.ts";
import { ItemQueue } from "./item-queue.ts";
import { loadPlanFacts } from "./load-plan-facts.ts";
import { payWords } from "./pay-words.ts";
import { savePlanDraft } from "./plan-draft.ts";
import { loadSubject } from "./plan-subject.ts";
import {
  addPlanStep,
  endPlan,
  finishPlanRow,
  lockPlan,
  type PlanInput,
  type PlanRecord,
} from "./plans.store.ts";
import { presentPlan } from "./present-plan.ts";
import { type ReadingCost, readWithModel } from "./read-with-model.ts";
import { writePlanTexts } from "./write-plan-texts.ts";

/** The plan was stopped, or begun again elsewhere: what still works on it ends. */
class PlanEnded extends Error {}

/** Plans that are being made in this process, to be stopped at once. */
const underWay = new Map<string, AbortController>();
export const abortPlan = (id: string): void => underWay.get(id)?.abort(new PlanEnded());

/**
 * Makes a plan and yields its steps and texts as they come. It goes on when the reader leaves, whom its row then tells how far
 * it is. Its words are paid in the transaction that keeps its draft: a plan that is stopped or fails costs nothing.
 */
export const makePlan = (deps: AssistantsDeps) => {
  const begin = beginPlan(deps);
  const run = runPlan(deps);
  return async function* (
    ctx: ReadContext,
    request: { requestKey: string; input: PlanInput },
  ): AsyncGenerator<PlanItem> {
    const start = await begin(ctx, request);
    const now = deps.systemClock.now();
    if ("known" in start) {
      const plan = presentPlan(start.known, now);
      yield { kind: plan.status === "done" ? "finished" : "started", plan };
      return;
    }
    const queue = new ItemQueue<PlanItem>();
    // Not awaited: it ends the queue, and has written down whatever went wrong.
    void run(ctx, start.begun, queue);
    yield { kind: "started", plan: presentPlan(start.begun, now) };
    yield* queue;
  };
};

const runPlan = (deps: AssistantsDeps) => {
  return async (ctx: ReadContext, begun: PlanRecord, queue: ItemQueue<PlanItem>): Promise<void> => {
    const controller = new AbortController();
    underWay.set(begun.id, controller);
    try {
      const row = await planSteps(deps, ctx, begun, { queue, signal: controller.signal });
      queue.push({ kind: "finished", plan: presentPlan(row, deps.systemClock.now()) });
      queue.end();
    } catch (error) {
      if (!(error instanceof PlanEnded)) await fail(deps, ctx, begun, error);
      queue.end(error instanceof PlanEnded ? undefined : error);
    } finally {
      underWay.delete(begun.id);
    }
  };
};

type Following = { queue: ItemQueue<PlanItem>; signal: AbortSignal };

async function planSteps(
  deps: AssistantsDeps,
  ctx: ReadContext,
  begun: PlanRecord,
  { queue, signal }: Following,
): Promise<PlanRecord> {
  const { input } = begun;
  const done = async (step: PlanStep) => {
    if (!(await addPlanStep(ctx, begun, step))) throw new PlanEnded();
    queue.push({ kind: "step", step });
  };
  const { subject, sales } = await loadSubject(deps, ctx, input);
  if (!input.product_id) await done("page");
  const facts = await loadPlanFacts(deps, ctx, { storeId: subject.product.store_id, sales });
  await done("figures");
  const { read, ...reading } = await readWithModel(deps, input.description, signal);
  const choices = choosePlan(
    {
      ...mergeReadings(input.description, read?.reading ?? null),
      engine: read?.engine ?? null,
      typedBudgetHalalas: input.daily_budget_halalas,
      platforms: [...new Set(input.platforms)],
      productName: subject.product.name,
    },
    facts,
  );
  await done("choices");
  const { description, tongue, seed } = input;
  const { texts, ...writing } = await writePlanTexts(
    deps,
    { id: begun.id, facts: subject.facts, description, tongue, seed, signal },
    (item) => queue.push(item),
  );
  await done("texts");
  const row = await transact(ctx, async (ctx) => {
    const current = await lockPlan(ctx, begun.id);
    if (current?.status !== "planning" || current.attempt !== begun.attempt) throw new PlanEnded();
    await payWords(deps, ctx, { words: writing.words, name: subject.product.name });
    const plan = { choices, texts, subject, facts, pictures: [], input, replaces: null };
    const { result, draftRevision } = await savePlanDraft(deps, ctx, plan);
    const { id, attempt } = begun;
    await ctx.tx.publish({ name: "assistants.plans_changed", merchant_id: ctx.actor.merchantId });
    const { engine, words } = writing;
    const cost = addCosts(reading, writing);
    return finishPlanRow(ctx, { id, attempt, subject, facts, result, draftRevision, engine, words, ...cost });
  });
  queue.push({ kind: "step", step: "draft" });
  return row;
}

const addCosts = (one: ReadingCost, other: ReadingCost): ReadingCost => ({
  usage: { input: one.usage.input + other.usage.input, output: one.usage.output + other.usage.output },
  costMicroSar: one.costMicroSar + other.costMicroSar,
});

async function fail({ log }: AssistantsDeps, ctx: ReadContext, begun: PlanRecord, error: unknown) {
  if (!(error instanceof Refusal)) log.error({ err: error, plan_id: begun.id }, "a plan was not finished");
  try {
    await transact(ctx, async (ctx) => {
      if (await endPlan(ctx, begun, "failed"))
        await ctx.tx.publish({ name: "assistants.plans_changed", merchant_id: ctx.actor.merchantId });
    });
  } catch (failure) {
    log.error({ err: failure, plan_id: begun.id }, "a plan's failure was not recorded");
  }
}
