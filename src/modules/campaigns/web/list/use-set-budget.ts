import { useMutation, useQueryClient } from "@tanstack/react-query";
import { idempotencyKey } from "#base/web/data/idempotency.ts";
import { text } from "#base/web/runtime/i18n.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { campaignsKeys } from "../campaigns.queries.ts";
import { call } from "../campaigns-calls.ts";

type Change = { id: string; budget: number; before: number };

/** Changes one campaign's daily budget, once however often the button is pressed, and offers to take it back. */
export function useSetBudget(onSaved: () => void) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: async ({ id, budget }: Change) => {
      const body = { daily_budget_halalas: budget };
      const key = idempotencyKey(`campaigns.budget.${id}`);
      const answer = await call("PUT Clients/Campaigns/{id}/budget", {
        params: { id },
        body,
        idempotencyKey: key.for(body),
        quiet: true,
      });
      key.done();
      return answer;
    },
    onSuccess: (_, { id, budget, before }) => {
      const undo = {
        label: text("base:operation.undo"),
        run: () => save.mutate({ id, budget: before, before: budget }),
      };
      notify(text("campaigns:list.budget_saved"), "success", undo);
      onSaved();
    },
    onSettled: () => client.invalidateQueries({ queryKey: campaignsKeys.all }),
  });
  return save;
}
