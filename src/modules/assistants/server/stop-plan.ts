import { type ReadContext, transact } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { Plan } from "../contract/plan-shapes.ts";
import type { AssistantsDeps } from "./assistants.deps.ts";
import { abortPlan } from "./make-plan.ts";
import { endPlan, lockPlan } from "./plans.store.ts";
import { presentPlan } from "./present-plan.ts";

/** Ends a plan that is being made; one that is done stays as it is. */
export const stopPlan =
  ({ systemClock }: Pick<AssistantsDeps, "systemClock">) =>
  async (ctx: ReadContext, { id }: { id: string }): Promise<Plan> => {
    const row = await transact(ctx, async (ctx) => {
      const current = await lockPlan(ctx, id);
      if (!current) return baseRefusals.refuse("base.not_found");
      if (!(await endPlan(ctx, current, "stopped"))) return current;
      await ctx.tx.publish({ name: "assistants.plans_changed", merchant_id: ctx.actor.merchantId });
      return { ...current, status: "stopped" as const };
    });
    abortPlan(id);
    return presentPlan(row, systemClock.now());
  };
