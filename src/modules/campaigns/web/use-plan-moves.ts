import { useMutation, useQueryClient } from "@tanstack/react-query";
import { idempotencyKey } from "#base/web/data/idempotency.ts";
import type { PlanDetails } from "../contract/plans.calls.ts";
import { campaignsKeys } from "./campaigns.queries.ts";
import { call } from "./campaigns-calls.ts";

/** Accepts the proposal of a plan, or moves the last move back. The caller shows refusals, until the next try. */
export function usePlanMoves(planId: string) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: campaignsKeys.all });
  const accept = useMutation({
    mutationFn: async ({
      from_campaign_id,
      to_campaign_id,
      amount_halalas,
    }: NonNullable<PlanDetails["proposal"]>) => {
      const body = { from_campaign_id, to_campaign_id, amount_halalas };
      const key = idempotencyKey(`campaigns.move-budget.${planId}`);
      const params = { id: planId };
      await call("POST Clients/Plans/{id}/move-budget", {
        params,
        body,
        idempotencyKey: key.for(body),
        quiet: true,
      });
      key.done();
    },
    onSettled,
  });
  const undo = useMutation({
    mutationFn: async (move: string) => {
      const key = idempotencyKey(`campaigns.undo-move.${move}`);
      const params = { id: planId, move };
      await call("POST Clients/Plans/{id}/undo-move/{move}", {
        params,
        idempotencyKey: key.for(move),
        quiet: true,
      });
      key.done();
    },
    onSettled,
  });
  return { accept, undo };
}
