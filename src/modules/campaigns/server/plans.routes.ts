import type { Handlers } from "#base/server/http/handlers.ts";
import type { PlansCalls } from "../contract/plans.calls.ts";
import type { PresentDeps } from "./campaigns.present.ts";
import { createPlan } from "./create-plan.ts";
import type { CampaignsDeps } from "./deps.ts";
import { launchPlan, stopPlan } from "./launch-plan.ts";
import { listTemplates } from "./list-templates.ts";
import { moveBudget, undoMove } from "./move-budget.ts";
import { showPlan } from "./show-plan.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "wallet" | "tracking" | "stores" | "media" | "figures"> &
  PresentDeps;

export function planHandlers(deps: Deps): Handlers<PlansCalls> {
  const show = showPlan(deps);
  const create = createPlan(deps);
  const launch = launchPlan(deps);
  const stop = stopPlan(deps);
  const listBest = listTemplates(deps);
  const move = moveBudget(deps);
  const undo = undoMove(deps);
  return {
    "GET Clients/Plans/templates": ({ ctx }) => listBest(ctx),
    "GET Clients/Plans/{id}": ({ ctx, params, language }) => show(ctx, { planId: params.id, language }),
    "POST Clients/Plans/create": async ({ ctx, body: { draft_id, draft_seen, ...body }, language }) => {
      const { id: planId } = await create(ctx, { body, draft: { draft_id, draft_seen } });
      return show(ctx, { planId, language });
    },
    "POST Clients/Plans/{id}/launch": ({ ctx, params }) => launch(ctx, { planId: params.id }),
    "POST Clients/Plans/{id}/stop": ({ ctx, params }) => stop(ctx, { planId: params.id }),
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
