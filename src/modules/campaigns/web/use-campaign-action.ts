import { useMutation, useQueryClient } from "@tanstack/react-query";
import { idempotencyKey } from "#base/web/data/idempotency.ts";
import { text } from "#base/web/runtime/i18n.ts";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { Action, Status } from "../contract/enums.ts";
import type { CampaignDetails } from "../contract/shapes.ts";
import { actionsFor } from "../domain/status.ts";
import { campaignsKeys } from "./campaigns.queries.ts";
import { call } from "./campaigns-calls.ts";
import { showCampaignAtOnce } from "./show-at-once.ts";

export type CampaignCommand = Action | "retry" | "accept";

/** Every action of one campaign, wherever it was pressed. */
export const campaignActionKey = ["campaigns", "action"] as const;

type Command = { id: string; act: CampaignCommand };

/** What takes an action back; the others are final, or decide about money. */
const opposites: Partial<Record<CampaignCommand, Action>> = { pause: "relaunch", relaunch: "pause" };

/**
 * Runs one action on one campaign, once however often the button is pressed, shows the result and offers its undo. The
 * campaign's page shows the new status at once, and the old one again when the server refuses.
 */
export function useCampaignAction() {
  const client = useQueryClient();
  const language = useLanguage();
  const action = useMutation({
    mutationKey: campaignActionKey,
    mutationFn: ({ id, act }: Command) => send(id, act),
    onMutate: ({ id, act }) =>
      showCampaignAtOnce(client, { id, language, change: (campaign) => withStatus(campaign, act) }),
    onSuccess: (_, { id, act }) => {
      const back = opposites[act];
      const undo = back && {
        label: text("base:operation.undo"),
        run: () => action.mutate({ id, act: back }),
      };
      notify(text(`campaigns:done.${act}`), "success", undo);
    },
    onError: (_error, _command, restore) => restore?.(),
    onSettled: () => client.invalidateQueries({ queryKey: campaignsKeys.all }),
  });
  return action;
}

/** The status that an action leads to. A first start also starts what is below, which the answer shows. */
const nextStatuses: Partial<Record<CampaignCommand, Status>> = {
  relaunch: "active",
  pause: "paused",
  archive: "archived",
};

function withStatus(campaign: CampaignDetails, act: CampaignCommand): CampaignDetails {
  const status = nextStatuses[act];
  if (!status) return campaign;
  const sync = campaign.sync === "synced" ? "pending" : campaign.sync;
  return { ...campaign, status, sync, status_reason: null, allowed_actions: actionsFor(status) };
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
