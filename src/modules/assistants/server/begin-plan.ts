import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import { parseSaudiMobile } from "#modules/merchants/contract/mobile-number.ts";
import { assistantsRefusals } from "../contract/assistants.refusals.ts";
import { countReservedWords } from "../domain/writing-request.ts";
import type { AssistantsDeps } from "./assistants.deps.ts";
import { refuseUnpayable } from "./pay-words.ts";
import { findAccounts } from "./plan-draft.ts";
import { refuseWrongPage } from "./plan-subject.ts";
import {
  beginPlanRow,
  countPlanning,
  lockPlanByKey,
  type PlanInput,
  type PlanRecord,
} from "./plans.store.ts";
import { isLost, lostAfterMs } from "./present-plan.ts";

const planningAtOnce = 3;
/** The most words that a plan's texts can have. */
export const wordsAtMost = countReservedWords({ category: "ad_text", length: "short", revises: null });

/**
 * Records that a plan is being made, once for a key: a plan that stands already, or that is being made, is returned as
 * `known`. Refuses what is wrong with its fields, and where its texts could not be paid.
 */
export const beginPlan =
  (deps: AssistantsDeps) =>
  (
    ctx: ReadContext,
    { requestKey, input }: { requestKey: string; input: PlanInput },
  ): Promise<{ known: PlanRecord } | { begun: PlanRecord }> =>
    transact(ctx, async (ctx) => {
      const now = deps.systemClock.now();
      const known = await lockPlanByKey(ctx, requestKey);
      if (known) {
        if (!isSameInput(known.input, input)) assistantsRefusals.refuse("assistants.request_key_used");
        if (known.status === "done" || (known.status === "planning" && !isLost(known, now))) return { known };
      }
      await refuseWrongFields(deps, ctx, input);
      await refuseUnpayable(deps, ctx, { words: wordsAtMost, name: "" });
      // The stock's lock is held: nobody of this merchant begins another one meanwhile.
      const since = new Date(now.getTime() - lostAfterMs);
      if ((await countPlanning(ctx, { since })) >= planningAtOnce)
        assistantsRefusals.refuse("assistants.answer_under_way");
      const begun = await beginPlanRow(ctx, {
        id: known?.id ?? newId("pla"),
        request_key: requestKey,
        input,
        engine: deps.engines[0].name,
        begun_at: now,
      });
      return begun ? { begun } : assistantsRefusals.refuse("assistants.answer_under_way");
    });

async function refuseWrongFields(deps: AssistantsDeps, ctx: Context, input: PlanInput): Promise<void> {
  if (input.has_landing_page === null)
    assistantsRefusals.refuse("assistants.landing_page_not_stated", {}, "has_landing_page");
  await refuseWrongPage(deps, ctx, input);
  if (input.phone && parseSaudiMobile(input.phone) === null)
    assistantsRefusals.refuse("assistants.phone_not_valid", {}, "phone");
  await findAccounts(deps, ctx, input.platforms);
  // Another merchant's product is not found before anything is begun.
  if (input.product_id) await deps.stores.loadSellingFacts(ctx, { productId: input.product_id });
}

/** Both as they are stored: the database keeps the keys of an object in another order. */
const isSameInput = (one: PlanInput, other: PlanInput): boolean =>
  Object.entries(other).every(
    ([name, value]) => JSON.stringify(one[name as keyof PlanInput] ?? null) === JSON.stringify(value ?? null),
  );
