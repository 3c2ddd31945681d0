import type { Handlers } from "#base/server/http/handlers.ts";
import type { PlanSeasonBudgetsCalls } from "../contract/plan-season-budgets.calls.ts";
import { acceptPlanSeasonBudget, cancelPlanSeasonBudget } from "./accept-plan-season-budget.ts";
import type { CampaignsDeps } from "./deps.ts";
import { previewPlanSeasonBudget, showPlanSeasonBudgets } from "./show-plan-season-budget.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "seasons" | "wallet">;

export function planSeasonBudgetHandlers(deps: Deps): Handlers<PlanSeasonBudgetsCalls> {
  const show = showPlanSeasonBudgets(deps);
  const preview = previewPlanSeasonBudget(deps);
  const accept = acceptPlanSeasonBudget(deps);
  const cancel = cancelPlanSeasonBudget(deps);
  return {
    "GET Clients/Plans/{id}/season-budgets": ({ ctx, params }) => show(ctx, { planId: params.id }),
    "GET Clients/Plans/{id}/season-budgets/preview": ({ ctx, params, query }) =>
      preview(ctx, { planId: params.id, season: query.season, total: query.total_halalas }),
    "POST Clients/Plans/{id}/season-budgets/accept": async ({ ctx, params, body }) => {
      const { season, total_halalas: total, parts } = body;
      await accept(ctx, { planId: params.id, season, total, parts });
      return show(ctx, { planId: params.id });
    },
    "POST Clients/Plans/{id}/season-budgets/{budget}/cancel": async ({ ctx, params }) => {
      await cancel(ctx, { planId: params.id, id: params.budget });
      return show(ctx, { planId: params.id });
    },
  };
}
