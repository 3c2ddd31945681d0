import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { idempotencyKey } from "#base/web/data/idempotency.ts";
import type { PlanSeasonBudgetPreview } from "../contract/plan-season-budgets.calls.ts";
import type { SeasonBudgetPreview } from "../contract/season-budgets.calls.ts";
import { campaignsKeys } from "./campaigns.queries.ts";
import { call } from "./campaigns-calls.ts";

/** Whose season budget it is: a campaign's own, or one for a whole plan. */
export type SeasonSubject = { kind: "campaign" | "plan"; id: string };

const seasonBudgetsKey = ({ kind, id }: SeasonSubject) => ["campaigns", "season-budgets", kind, id] as const;

/** A campaign's season budget, and the seasons for which one can be accepted. */
export const useSeasonBudgets = (campaignId: string) =>
  useQuery({
    queryKey: seasonBudgetsKey({ kind: "campaign", id: campaignId }),
    queryFn: ({ signal }) =>
      call("GET Clients/Campaigns/{id}/season-budgets", { params: { id: campaignId }, signal, quiet: true }),
  });

/** The season budget of a whole plan, and the seasons for which one can be accepted. */
export const usePlanSeasonBudgets = (planId: string) =>
  useQuery({
    queryKey: seasonBudgetsKey({ kind: "plan", id: planId }),
    queryFn: ({ signal }) =>
      call("GET Clients/Plans/{id}/season-budgets", { params: { id: planId }, signal, quiet: true }),
  });

/** A plan's has its campaigns' parts too. */
export type ShownPreview = SeasonBudgetPreview & Partial<Pick<PlanSeasonBudgetPreview, "parts">>;

/** Each day's budget and what it can cost; nothing is loaded while no total is typed. */
export const useSeasonBudgetPreview = (
  subject: SeasonSubject,
  { season, total }: { season: string; total: number | null },
) =>
  useQuery({
    queryKey: [...seasonBudgetsKey(subject), "preview", season, total],
    queryFn: ({ signal }): Promise<ShownPreview> => {
      const input = {
        params: { id: subject.id },
        query: { season, total_halalas: total ?? 0 },
        signal,
        quiet: true,
      };
      return subject.kind === "plan"
        ? call("GET Clients/Plans/{id}/season-budgets/preview", input)
        : call("GET Clients/Campaigns/{id}/season-budgets/preview", input);
    },
    placeholderData: keepPreviousData,
    enabled: total !== null && total > 0,
    retry: false,
  });

type Accepted = { season: string; preview: ShownPreview };

/** Accepts the days that were shown; the caller shows a refusal. */
export function useAcceptSeasonBudget(subject: SeasonSubject) {
  const accept = subject.kind === "plan" ? acceptOfPlan : acceptOfCampaign;
  return useMutation({
    mutationFn: (accepted: Accepted): Promise<object> => accept(subject.id, accepted),
    ...useStoreAnswer(subject),
  });
}

function acceptOfCampaign(id: string, { season, preview: { total_halalas, days } }: Accepted) {
  const shown = days.map(({ day, budget_halalas }) => ({ day, budget_halalas }));
  const body = { season, total_halalas, days: shown };
  return send(`accept-season-budget.${id}`, body, (idempotencyKey) =>
    call("POST Clients/Campaigns/{id}/season-budgets/accept", {
      params: { id },
      body,
      idempotencyKey,
      quiet: true,
    }),
  );
}

function acceptOfPlan(id: string, { season, preview: { total_halalas, parts = [] } }: Accepted) {
  const shown = parts.map(({ campaign_id, days }) => ({ campaign_id, days }));
  const body = { season, total_halalas, parts: shown };
  return send(`accept-season-budget.${id}`, body, (idempotencyKey) =>
    call("POST Clients/Plans/{id}/season-budgets/accept", {
      params: { id },
      body,
      idempotencyKey,
      quiet: true,
    }),
  );
}

/** Ends a season budget; the caller shows a refusal. */
export function useCancelSeasonBudget(subject: SeasonSubject) {
  const store = useStoreAnswer(subject);
  return useMutation({
    mutationFn: (budget: string): Promise<object> =>
      send(`cancel-season-budget.${budget}`, { budget }, (key) => {
        const options = { params: { id: subject.id, budget }, idempotencyKey: key, quiet: true };
        return subject.kind === "plan"
          ? call("POST Clients/Plans/{id}/season-budgets/{budget}/cancel", options)
          : call("POST Clients/Campaigns/{id}/season-budgets/{budget}/cancel", options);
      }),
    ...store,
  });
}

/** Sent again after a lost answer it is the same request; after an answer, another one. */
async function send(name: string, body: object, request: (key: string) => Promise<object>): Promise<object> {
  const key = idempotencyKey(`campaigns.${name}`);
  const answer = await request(key.for(body));
  key.done();
  return answer;
}

/** The answer is shown at once; the campaigns' budgets and their logs may have changed as well. */
function useStoreAnswer(subject: SeasonSubject) {
  const client = useQueryClient();
  return {
    onSuccess: (answer: object) => client.setQueryData(seasonBudgetsKey(subject), answer),
    onSettled: () => client.invalidateQueries({ queryKey: campaignsKeys.all }),
  };
}
