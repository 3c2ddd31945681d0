import { useMutation, useQueryClient } from "@tanstack/react-query";
import { idempotencyKey } from "#base/web/data/idempotency.ts";
import { operationsKeys } from "#base/web/data/operations.queries.ts";
import type { FromDraft, NewPlan } from "../contract/shapes.ts";
import { campaignsKeys } from "./campaigns.queries.ts";
import { call } from "./campaigns-calls.ts";

export type NewPlanBody = NewPlan & FromDraft;

/** Creates a plan with all its campaigns, once however often it is sent; the caller shows errors at their fields. */
export function useCreatePlan() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: NewPlanBody) => {
      const key = idempotencyKey("campaigns.create_plan");
      const answer = await call("POST Clients/Plans/create", {
        body,
        idempotencyKey: key.for(body),
        quiet: true,
      });
      key.done();
      return answer;
    },
    onSuccess: () => client.invalidateQueries({ queryKey: campaignsKeys.all }),
  });
}

/** Starts what of a plan does not run yet; answers with the operation to follow. */
export const useLaunchPlan = () => usePlanOperation("launch");

/** Pauses what of a plan runs. */
export const useStopPlan = () => usePlanOperation("stop");

function usePlanOperation(act: "launch" | "stop") {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      const key = idempotencyKey(`campaigns.${act}_plan.${id}`);
      const request = { params: { id }, idempotencyKey: key.for({ id }) };
      const answer = await (act === "launch"
        ? call("POST Clients/Plans/{id}/launch", request)
        : call("POST Clients/Plans/{id}/stop", request));
      key.done();
      return answer;
    },
    onSuccess: (operation) => client.setQueryData(operationsKeys.one(operation.id), operation),
    onSettled: () => client.invalidateQueries({ queryKey: campaignsKeys.all }),
  });
}
