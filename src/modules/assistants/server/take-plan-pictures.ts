import { type ReadContext, transact } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { Refusal } from "#base/shared/refusals.ts";
import type { AssistantsDeps } from "./assistants.deps.ts";
import { savePlanDraft } from "./plan-draft.ts";
import { changePlanRow, findPlan, lockPlan, type PlanPicture, type PlanRecord } from "./plans.store.ts";

type Answer = { draft_id: string; missing: "none" | "not_read" | null };
const unpaid = { words: 0, usage: { input: 0, output: 0 }, costMicroSar: 0 };

/**
 * Takes the picture of the plan's product or page into the media library, in the pixels that each of its platforms takes, and
 * gives it to the draft's ads. A draft that was changed in the form is left as it is; a picture that cannot be had is said.
 */
export const takePlanPictures =
  (deps: Pick<AssistantsDeps, "adAccounts" | "campaigns" | "media">) =>
  async (ctx: ReadContext, { id }: { id: string }): Promise<Answer> => {
    const plan = await findPlan(ctx, id);
    if (!plan?.result || !plan.subject) return baseRefusals.refuse("base.not_found");
    const { draft_id } = plan.result;
    if (!plan.subject.pictureUrl) return { draft_id, missing: "none" };
    if (plan.result.left.every(({ field }) => !field.endsWith("media_id")))
      return { draft_id, missing: null };
    const pictures = await readPictures(deps, ctx, plan, plan.subject.pictureUrl);
    if (pictures.length === 0) return { draft_id, missing: "not_read" };
    await keepPictures(deps, ctx, id, pictures);
    return { draft_id, missing: null };
  };

async function readPictures(
  { media }: Pick<AssistantsDeps, "media">,
  ctx: ReadContext,
  { result, subject }: PlanRecord,
  address: string,
): Promise<PlanPicture[]> {
  const pictures = new Map<string, PlanPicture>();
  try {
    for (const { platform } of result?.choices.split.parts ?? []) {
      const name = subject?.product.name ?? "";
      const taken = await media.addAdPicture(ctx, { address, name, platform });
      if (taken) pictures.set(taken.id, taken);
    }
  } catch (error) {
    // The draft opens without them: the form offers the library.
    if (!(error instanceof Refusal)) throw error;
  }
  return [...pictures.values()];
}

const keepPictures = (
  deps: Pick<AssistantsDeps, "adAccounts" | "campaigns">,
  ctx: ReadContext,
  id: string,
  pictures: PlanPicture[],
): Promise<void> =>
  transact(ctx, async (ctx) => {
    const row = await lockPlan(ctx, id);
    if (!row?.result || !row.subject || !row.facts) return;
    const { result: before, subject, facts, earlier, engine, input } = row;
    const { choices, texts } = before;
    const replaces = { id: before.draft_id, revision: row.draft_revision ?? 0 };
    try {
      const plan = { choices, texts, subject, facts, pictures, input, replaces };
      const { result, draftRevision } = await savePlanDraft(deps, ctx, plan);
      const changed = { id, result, earlier, pictures, draft_revision: draftRevision, engine, ...unpaid };
      await changePlanRow(ctx, changed);
      await ctx.tx.publish({ name: "assistants.plans_changed", merchant_id: ctx.actor.merchantId });
    } catch (error) {
      // Changed in the form since, or deleted: the form makes the pictures that are missing by itself.
      if (!(error instanceof Refusal)) throw error;
    }
  });
