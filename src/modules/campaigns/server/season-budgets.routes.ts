import type { Handlers } from "#base/server/http/handlers.ts";
import type { SeasonBudgetsCalls } from "../contract/season-budgets.calls.ts";
import { acceptSeasonBudget, cancelSeasonBudget } from "./accept-season-budget.ts";
import type { CampaignsDeps } from "./deps.ts";
import { previewSeasonBudget, showSeasonBudgets } from "./plan-season-budget.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "seasons" | "wallet">;

export function seasonBudgetHandlers(deps: Deps): Handlers<SeasonBudgetsCalls> {
  const show = showSeasonBudgets(deps);
  const preview = previewSeasonBudget(deps);
  const accept = acceptSeasonBudget(deps);
  const cancel = cancelSeasonBudget(deps);
  return {
    "GET Clients/Campaigns/{id}/season-budgets": ({ ctx, params }) => show(ctx, { campaignId: params.id }),
    "GET Clients/Campaigns/{id}/season-budgets/preview": ({ ctx, params, query }) =>
      preview(ctx, { campaignId: params.id, season: query.season, total: query.total_halalas }),
    "POST Clients/Campaigns/{id}/season-budgets/accept": async ({ ctx, params, body }) => {
      const { season, total_halalas: total, days } = body;
      await accept(ctx, { campaignId: params.id, season, total, days });
      return show(ctx, { campaignId: params.id });
    },
    "POST Clients/Campaigns/{id}/season-budgets/{budget}/cancel": async ({ ctx, params }) => {
      await cancel(ctx, { campaignId: params.id, id: params.budget });
      return show(ctx, { campaignId: params.id });
    },
  };
}
