import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { idempotencyKey } from "#base/web/data/idempotency.ts";
import type { SeasonBudgetPreview, SeasonBudgets } from "../contract/season-budgets.calls.ts";
import { campaignsKeys } from "./campaigns.queries.ts";
import { call } from "./campaigns-calls.ts";

const seasonBudgetsKey = (campaignId: string) => ["campaigns", "season-budgets", campaignId] as const;

/** A campaign's season budget, and the seasons for which one can be accepted. */
export const useSeasonBudgets = (campaignId: string) =>
  useQuery({
    queryKey: seasonBudgetsKey(campaignId),
    queryFn: ({ signal }) =>
      call("GET Clients/Campaigns/{id}/season-budgets", { params: { id: campaignId }, signal, quiet: true }),
  });

type PreviewInput = { campaignId: string; season: string; total: number | null };

/** Each day's budget and what it can cost; nothing is loaded while no total is typed. */
export const useSeasonBudgetPreview = ({ campaignId, season, total }: PreviewInput) =>
  useQuery({
    queryKey: [...seasonBudgetsKey(campaignId), "preview", season, total],
    queryFn: ({ signal }) =>
      call("GET Clients/Campaigns/{id}/season-budgets/preview", {
        params: { id: campaignId },
        query: { season, total_halalas: total ?? 0 },
        signal,
        quiet: true,
      }),
    placeholderData: keepPreviousData,
    enabled: total !== null && total > 0,
    retry: false,
  });

type AcceptInput = { season: string; preview: SeasonBudgetPreview };

/** Accepts the days that were shown; the caller shows a refusal. */
export function useAcceptSeasonBudget(campaignId: string) {
  const store = useStoreAnswer(campaignId);
  return useMutation({
    mutationFn: async ({ season, preview }: AcceptInput) => {
      const days = preview.days.map(({ day, budget_halalas }) => ({ day, budget_halalas }));
      const body = { season, total_halalas: preview.total_halalas, days };
      const key = idempotencyKey(`campaigns.accept-season-budget.${campaignId}`);
      const answer = await call("POST Clients/Campaigns/{id}/season-budgets/accept", {
        params: { id: campaignId },
        body,
        idempotencyKey: key.for(body),
        quiet: true,
      });
      key.done();
      return answer;
    },
    ...store,
  });
}

/** Ends a season budget; the caller shows a refusal. */
export function useCancelSeasonBudget(campaignId: string) {
  const store = useStoreAnswer(campaignId);
  return useMutation({
    mutationFn: async (budget: string) => {
      const key = idempotencyKey(`campaigns.cancel-season-budget.${budget}`);
      const answer = await call("POST Clients/Campaigns/{id}/season-budgets/{budget}/cancel", {
        params: { id: campaignId, budget },
        idempotencyKey: key.for(budget),
        quiet: true,
      });
      key.done();
      return answer;
    },
    ...store,
  });
}

/** The answer is shown at once; the campaign's budget and its log may have changed as well. */
function useStoreAnswer(campaignId: string) {
  const client = useQueryClient();
  return {
    onSuccess: (answer: SeasonBudgets) => client.setQueryData(seasonBudgetsKey(campaignId), answer),
    onSettled: () => client.invalidateQueries({ queryKey: campaignsKeys.all }),
  };
}
