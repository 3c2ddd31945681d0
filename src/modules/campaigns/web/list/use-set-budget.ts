import { useMutation, useQueryClient } from "@tanstack/react-query";
import { text } from "#base/web/runtime/i18n.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { campaignsKeys } from "../campaigns.queries.ts";
import { sendAdjustment } from "../use-adjust.ts";

type Change = { id: string; budget: number; before: number };

/** Changes one campaign's daily budget, once however often the button is pressed, and offers to take it back. */
export function useSetBudget(onSaved: () => void) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: ({ id, budget }: Change) => sendAdjustment(id, { daily_budget_halalas: budget }),
    onSuccess: (_, { id, budget, before }) => {
      const undo = {
        label: text("base:operation.undo"),
        run: () => save.mutate({ id, budget: before, before: budget }),
      };
      notify(text("campaigns_list:budget_saved"), "success", undo);
      onSaved();
    },
    onSettled: () => client.invalidateQueries({ queryKey: campaignsKeys.all }),
  });
  return save;
}
