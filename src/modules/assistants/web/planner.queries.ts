import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Plan, PlanChange } from "../contract/plan-shapes.ts";
import { call } from "./planner-calls.ts";
import { writerKeys } from "./writer.queries.ts";

export const plannerKeys = {
  latest: ["assistants", "plan"] as const,
};

/** The plan that was begun last; one that is made elsewhere, or after a reload, is asked for again every second. */
export const useLatestPlan = () =>
  useQuery({
    queryKey: plannerKeys.latest,
    queryFn: ({ signal }) => call("GET Clients/CampaignPlanner/plans/latest", { signal, quiet: true }),
    refetchInterval: ({ state }) => (state.data?.plan?.status === "planning" ? 1_000 : false),
  });

export function useStorePlan() {
  const client = useQueryClient();
  return (plan: Plan) => client.setQueryData(plannerKeys.latest, { plan });
}

/** Asks for one choice again. A plan that changed meanwhile is fetched. */
export function useChangePlan({ id, revision }: Plan) {
  const client = useQueryClient();
  const store = useStorePlan();
  return useMutation({
    mutationFn: (change: PlanChange) =>
      call("POST Clients/CampaignPlanner/plans/{id}/change", {
        params: { id },
        body: { revision, change },
        quiet: true,
      }),
    onSuccess: store,
    onError: () => void client.invalidateQueries({ queryKey: plannerKeys.latest }),
    onSettled: (_plan, _error, { kind }) => {
      if (kind === "texts") void client.invalidateQueries({ queryKey: writerKeys.state });
    },
  });
}

export function useUndoPlan({ id, revision }: Plan) {
  const client = useQueryClient();
  const store = useStorePlan();
  return useMutation({
    mutationFn: () =>
      call("POST Clients/CampaignPlanner/plans/{id}/undo", { params: { id }, body: { revision } }),
    onSuccess: store,
    onError: () => void client.invalidateQueries({ queryKey: plannerKeys.latest }),
  });
}
