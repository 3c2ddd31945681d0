import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { Refusal } from "#base/shared/refusals.ts";
import { assistantsRefusals } from "../contract/assistants.refusals.ts";
import type { Plan, PlanChange, PlanResult } from "../contract/plan-shapes.ts";
import { type ChoiceChange, changeChoices } from "../domain/planner/change-plan.ts";
import type { PlanFacts } from "../domain/planner/plan-facts.ts";
import type { AssistantsDeps } from "./assistants.deps.ts";
import { wordsAtMost } from "./begin-plan.ts";
import { payWords, refuseUnpayable } from "./pay-words.ts";
import { savePlanDraft } from "./plan-draft.ts";
import { changePlanRow, findPlan, lockPlan, type PlanRecord, type PlanSubject } from "./plans.store.ts";
import { presentPlan } from "./present-plan.ts";
import { type PlanTexts, writePlanTexts } from "./write-plan-texts.ts";

/** So many changes can be taken back. */
const earlierMax = 10;
const unpaid = { words: 0, usage: { input: 0, output: 0 }, costMicroSar: 0 };

type DonePlan = PlanRecord & { result: PlanResult; subject: PlanSubject; facts: PlanFacts };
type Input = { id: string; revision: number };

/** Asks for one choice again and writes the draft anew; all other choices, the texts and the pictures stay. */
export const changePlan =
  (deps: AssistantsDeps) =>
  async (ctx: ReadContext, { id, revision, change }: Input & { change: PlanChange }): Promise<Plan> => {
    const plan = requireCurrent(await findPlan(ctx, id), revision);
    const writing = change.kind === "texts" ? await rewriteTexts(deps, ctx, plan, change) : null;
    return transact(ctx, async (ctx) => {
      const current = requireCurrent(await lockPlan(ctx, id), revision);
      const { result, subject, earlier } = current;
      if (writing) await payWords(deps, ctx, { words: writing.words, name: subject.product.name });
      const choices = change.kind === "texts" ? result.choices : choose(current, change);
      const next = { choices, texts: writing?.texts ?? result.texts };
      const kept = [...earlier, result].slice(-earlierMax);
      const row = await write(deps, ctx, current, { next, earlier: kept, writing });
      if (change.kind === "budget" && getDaily(row) === getDaily(current))
        assistantsRefusals.refuse("assistants.budget_is_least");
      return presentPlan(row, deps.systemClock.now());
    });
  };

/** A cheaper plan may be mended to the least that its platforms accept. */
const getDaily = ({ result }: PlanRecord) => result?.choices.budget.daily_halalas;

/** The plan as it was before its last change; words of texts stay paid. */
export const undoPlanChange =
  (deps: AssistantsDeps) =>
  (ctx: ReadContext, { id, revision }: Input): Promise<Plan> =>
    transact(ctx, async (ctx) => {
      const current = requireCurrent(await lockPlan(ctx, id), revision);
      const before = current.earlier.at(-1) ?? assistantsRefusals.refuse("assistants.nothing_to_undo");
      const earlier = current.earlier.slice(0, -1);
      return presentPlan(
        await write(deps, ctx, current, { next: before, earlier, writing: null }),
        deps.systemClock.now(),
      );
    });

function requireCurrent(row: PlanRecord | undefined, revision: number): DonePlan {
  if (!row?.result || !row.subject || !row.facts) return baseRefusals.refuse("base.not_found");
  if (row.revision !== revision) return assistantsRefusals.refuse("assistants.plan_changed");
  return row as DonePlan;
}

function choose({ result, facts }: DonePlan, change: ChoiceChange) {
  const field = change.kind === "sentence" ? "text" : undefined;
  return (
    changeChoices(result.choices, change, facts) ??
    assistantsRefusals.refuse("assistants.change_not_understood", {}, field)
  );
}

async function rewriteTexts(
  deps: AssistantsDeps,
  ctx: ReadContext,
  { id, subject, input, revision }: DonePlan,
  { tongue }: Extract<PlanChange, { kind: "texts" }>,
): Promise<PlanTexts> {
  await transact(ctx, (ctx) =>
    refuseUnpayable(deps, ctx, { words: wordsAtMost, name: subject.product.name }),
  );
  return writePlanTexts(
    deps,
    {
      id,
      facts: subject.facts,
      description: input.description,
      tongue: tongue ?? input.tongue,
      // Each change grows the revision, so that no texts come again.
      seed: input.seed + revision,
      signal: AbortSignal.timeout(60_000),
    },
    () => {},
  );
}

type Written = {
  next: Pick<PlanResult, "choices" | "texts">;
  earlier: PlanResult[];
  writing: PlanTexts | null;
};

async function write(
  deps: AssistantsDeps,
  ctx: Context,
  current: DonePlan,
  { next, earlier, writing }: Written,
): Promise<PlanRecord> {
  const { id, input, subject, facts, pictures, draft_revision, engine } = current;
  const replaces = { id: current.result.draft_id, revision: draft_revision ?? 0 };
  const { choices, texts } = next;
  const { result, draftRevision } = await refuseEdited(() =>
    savePlanDraft(deps, ctx, { choices, texts, subject, facts, pictures, input, replaces }),
  );
  await ctx.tx.publish({ name: "assistants.plans_changed", merchant_id: ctx.actor.merchantId });
  const { words, usage, costMicroSar } = writing ?? unpaid;
  return changePlanRow(ctx, {
    id,
    result,
    earlier,
    pictures,
    draft_revision: draftRevision,
    engine: writing?.engine ?? engine,
    words,
    usage,
    costMicroSar,
  });
}

/** A draft that was changed in the form, or deleted, is the merchant's alone. */
export async function refuseEdited<Value>(save: () => Promise<Value>): Promise<Value> {
  try {
    return await save();
  } catch (error) {
    const isEdited =
      error instanceof Refusal && ["campaigns.draft_changed", "base.not_found"].includes(error.code);
    if (!isEdited) throw error;
    return assistantsRefusals.refuse("assistants.draft_edited");
  }
}
