import { useMutation, useQueryClient } from "@tanstack/react-query";
import { idempotencyKey } from "#base/web/data/idempotency.ts";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import type { PlanChange } from "../contract/changes.calls.ts";
import type { PlanDetails } from "../contract/plans.calls.ts";
import { campaignsKeys } from "./campaigns.queries.ts";
import { call } from "./campaigns-calls.ts";

/**
 * Changes a plan in place: its name and budgets are shown at once, and taken back when the server refuses. The caller
 * shows the refusal at the field.
 */
export function useAdjustPlan(id: string) {
  const client = useQueryClient();
  const queryKey = campaignsKeys.plan(id, useLanguage());
  return useMutation({
    mutationFn: async (change: PlanChange) => {
      const key = idempotencyKey(`campaigns.adjust-plan.${id}`);
      const answer = await call("PATCH Clients/Plans/{id}", {
        params: { id },
        body: change,
        idempotencyKey: key.for(change),
        quiet: true,
      });
      key.done();
      return answer;
    },
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<PlanDetails>(queryKey);
      client.setQueryData<PlanDetails>(queryKey, (plan) => plan && show(plan, change));
      return before;
    },
    onError: (_error, _change, before) => client.setQueryData(queryKey, before),
    onSuccess: (plan) => client.setQueryData(queryKey, plan),
    onSettled: () => client.invalidateQueries({ queryKey: campaignsKeys.all }),
  });
}

function show(plan: PlanDetails, { name = plan.name, budgets = [] }: PlanChange): PlanDetails {
  const amounts = new Map(budgets.map((one) => [one.campaign_id, one.daily_budget_halalas]));
  return {
    ...plan,
    name,
    campaigns: plan.campaigns.map((campaign) => ({
      ...campaign,
      daily_budget_halalas: amounts.get(campaign.id) ?? campaign.daily_budget_halalas,
    })),
  };
}
