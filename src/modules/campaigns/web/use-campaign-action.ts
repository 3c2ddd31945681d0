import { useMutation, useQueryClient } from "@tanstack/react-query";
import { idempotencyKey } from "#base/web/data/idempotency.ts";
import { text } from "#base/web/runtime/i18n.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { Action } from "../contract/enums.ts";
import { campaignsKeys } from "./campaigns.queries.ts";
import { call } from "./campaigns-calls.ts";

export type CampaignCommand = Action | "retry" | "accept";

/** What takes an action back; the others are final, or decide about money. */
const opposites: Partial<Record<CampaignCommand, Action>> = { pause: "relaunch", relaunch: "pause" };

/** Runs one action on one campaign, once however often the button is pressed, shows the result, and offers its undo. */
export function useCampaignAction() {
  const client = useQueryClient();
  const action = useMutation({
    mutationFn: ({ id, act }: { id: string; act: CampaignCommand }) => send(id, act),
    onSuccess: (_, { id, act }) => {
      const back = opposites[act];
      const undo = back && {
        label: text("base:operation.undo"),
        run: () => action.mutate({ id, act: back }),
      };
      notify(text(`campaigns:done.${act}`), "success", undo);
    },
    onSettled: () => client.invalidateQueries({ queryKey: campaignsKeys.all }),
  });
  return action;
}

/** `quiet`: the caller shows refusals. */
export async function send(id: string, act: CampaignCommand, quiet = false) {
  const params = { id };
  if (act === "delete") return call("DELETE Clients/Campaigns/{id}", { params, quiet });
  if (act === "pause") return call("POST Clients/Campaigns/{id}/pause", { params, quiet });
  if (act === "archive") return call("POST Clients/Campaigns/{id}/archive", { params, quiet });
  if (act === "retry") return call("POST Clients/Campaigns/{id}/retry", { params, quiet });
  const key = idempotencyKey(`campaigns.${act}.${id}`);
  const sent = { params, idempotencyKey: key.for({ id, act }), quiet };
  const answer =
    act === "start"
      ? await call("POST Clients/Campaigns/{id}/start", sent)
      : act === "relaunch"
        ? await call("POST Clients/Campaigns/{id}/relaunch", sent)
        : await call("POST Clients/Campaigns/{id}/accept", sent);
  key.done();
  return answer;
}

export type Child = "ad_group" | "ad";

/** The same for an ad group or an ad. */
export function useChildAction() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ child, id, act }: { child: Child; id: string; act: Action }) => sendChild(child, id, act),
    onSuccess: (_, { act }) => notify(text(`campaigns:done.${act}`), "success"),
    onSettled: () => client.invalidateQueries({ queryKey: campaignsKeys.all }),
  });
}

function sendChild(child: Child, id: string, act: Action): Promise<unknown> {
  const params = { id };
  if (child === "ad") {
    return act === "delete"
      ? call("DELETE Clients/Ads/{id}", { params })
      : call(`POST Clients/Ads/{id}/${act}`, { params });
  }
  return act === "delete"
    ? call("DELETE Clients/AdGroups/{id}", { params })
    : call(`POST Clients/AdGroups/{id}/${act}`, { params });
}
