import type { Handlers } from "#base/server/http/handlers.ts";
import type { PlansCalls } from "../contract/plans.calls.ts";
import type { PresentDeps } from "./campaigns.present.ts";
import type { CampaignsDeps } from "./deps.ts";
import { moveBudget, undoMove } from "./move-budget.ts";
import { showPlan } from "./show-plan.ts";

type Deps = Pick<CampaignsDeps, "figures" | "adAccounts" | "stores" | "tracking" | "wallet"> & PresentDeps;

export function plansHandlers(deps: Deps): Handlers<PlansCalls> {
  const show = showPlan(deps);
  const move = moveBudget(deps);
  const undo = undoMove(deps);
  return {
    "GET Clients/Plans/{id}": ({ ctx, params, language }) => show(ctx, { planId: params.id, language }),
    "POST Clients/Plans/{id}/move-budget": async ({ ctx, params, body, language }) => {
      await move(ctx, { planId: params.id, ...body });
      return show(ctx, { planId: params.id, language });
    },
    "POST Clients/Plans/{id}/undo-move/{move}": async ({ ctx, params, language }) => {
      await undo(ctx, { planId: params.id, moveId: params.move });
      return show(ctx, { planId: params.id, language });
    },
  };
}
