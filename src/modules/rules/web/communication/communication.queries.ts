import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Answer } from "#base/shared/contract.ts";
import { makeCaller } from "#base/web/data/api.ts";
import { idempotencyKey } from "#base/web/data/idempotency.ts";
import { text } from "#base/web/runtime/i18n.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { CommunicationCalls, CommunicationRule } from "../../contract/communication.calls.ts";
import type { CommunicationRuleFields } from "../../contract/communication-rule.ts";
import type { RuleStatus } from "../../contract/enums.ts";
import { rulesKeys } from "../rules.queries.ts";

const call = makeCaller<CommunicationCalls>();
export type CommunicationView = Answer<CommunicationCalls["GET Clients/CommunicationRules/index"]>;

const keys = {
  index: [...rulesKeys.all, "communication"] as const,
  evaluations: (id: string) => [...rulesKeys.all, "communication", id] as const,
};

export const useCommunicationRules = () =>
  useQuery({
    queryKey: keys.index,
    queryFn: ({ signal }) => call("GET Clients/CommunicationRules/index", { signal, quiet: true }),
  });

export const useCommunicationLog = (id: string) =>
  useInfiniteQuery({
    queryKey: keys.evaluations(id),
    queryFn: ({ signal, pageParam }) =>
      call("GET Clients/CommunicationRules/{id}/evaluations", {
        params: { id },
        query: { size: 10, ...(pageParam === null ? {} : { after: pageParam }) },
        signal,
        quiet: true,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keys.index });
}

/** Saves a new rule; the form shows what is refused. */
export function useCreateCommunication() {
  const refresh = useRefresh();
  return async (body: CommunicationRuleFields, key: string) => {
    await call("POST Clients/CommunicationRules/create", { body, idempotencyKey: key, quiet: true });
    await refresh();
  };
}

export function useChangeCommunication(id: string) {
  const refresh = useRefresh();
  return async (body: CommunicationRuleFields) => {
    await call("PUT Clients/CommunicationRules/{id}", { params: { id }, body, quiet: true });
    await refresh();
  };
}

export function useSetCommunicationStatus(id: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (status: RuleStatus) =>
      call("POST Clients/CommunicationRules/{id}/status", { params: { id }, body: { status } }),
    onSuccess: (_rule, status) =>
      notify(text(`rules:communication.switched_${status === "active" ? "on" : "off"}`), "success"),
    onSettled: refresh,
  });
}

/** Deletes a rule; for some seconds it can be had back, with another log. */
export function useDeleteCommunication({ id, ...rule }: CommunicationRule) {
  const refresh = useRefresh();
  const create = useCreateCommunication();
  const { indicator, change, value, days, channel, city, numbers } = rule;
  const restore = () => {
    const key = idempotencyKey("communication_rules.restore");
    const fields = { indicator, change, value, days, channel, city, numbers };
    create(fields, key.for(fields))
      .then(() => notify(text("rules:communication.saved"), "success"))
      .catch((error: Error) => notify(error.message, "error"));
  };
  return useMutation({
    mutationFn: () => call("DELETE Clients/CommunicationRules/{id}", { params: { id } }),
    onSuccess: () =>
      notify(text("rules:communication.deleted"), "success", {
        label: text("rules:communication.undo"),
        run: restore,
      }),
    onSettled: refresh,
  });
}

/** Sends the merchant a test message of a rule, saved or not; each press is another message. */
export const useTestCommunication = () =>
  useMutation({
    mutationFn: async (body: CommunicationRuleFields) => {
      const key = idempotencyKey("communication_rules.test");
      return call("POST Clients/CommunicationRules/test", {
        body,
        idempotencyKey: key.for(body),
      }).finally(() => key.done());
    },
    onSuccess: () => notify(text("rules:communication.test_sent"), "success"),
  });
