import { useMutation, useQueryClient } from "@tanstack/react-query";
import { text } from "#base/web/runtime/i18n.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { ViewState } from "../../contract/list.ts";
import { campaignsKeys } from "../campaigns.queries.ts";
import { call } from "../campaigns-calls.ts";

type NewView = { name: string; state: ViewState };

/** Saves a look under a name, as a new view or over the one given; the caller shows refusals at the name. */
export function useSaveView(id: string | null, onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewView) =>
      id === null
        ? call("POST Clients/CampaignViews/create", { body, quiet: true })
        : call("PUT Clients/CampaignViews/{id}", { params: { id }, body, quiet: true }),
    onSuccess: onSaved,
    onSettled: () => client.invalidateQueries({ queryKey: campaignsKeys.views }),
  });
}

/** Deletes a saved view, and offers to save it again. */
export function useDeleteView() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: campaignsKeys.views });
  const restore = useMutation({
    mutationFn: (body: NewView) => call("POST Clients/CampaignViews/create", { body }),
    onSettled: refresh,
  });
  return useMutation({
    mutationFn: async (id: string) => {
      const { items } = await client.ensureQueryData({
        queryKey: campaignsKeys.views,
        queryFn: () => call("GET Clients/CampaignViews/index", { quiet: true }),
      });
      await call("DELETE Clients/CampaignViews/{id}", { params: { id } });
      return items.find((view) => view.id === id);
    },
    onSuccess: (view) => {
      const undo = view && {
        label: text("base:operation.undo"),
        run: () => restore.mutate({ name: view.name, state: view.state }),
      };
      notify(text("campaigns_list:views.deleted"), "success", undo);
    },
    onSettled: refresh,
  });
}
