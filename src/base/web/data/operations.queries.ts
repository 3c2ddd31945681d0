import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isFinished, type OperationItemStatus } from "#base/shared/operation-statuses.ts";
import type { OperationRow, OperationsCalls } from "#base/shared/operations.calls.ts";
import { useLanguage } from "../runtime/preferences.ts";
import { getItem, setItem } from "../runtime/storage.ts";
import { makeCaller } from "./api.ts";
import { idempotencyKey } from "./idempotency.ts";

const call = makeCaller<OperationsCalls>();

/** Operations publish their progress as events, which invalidate all of them. */
export const operationsKeys = {
  all: ["operations"] as const,
  one: (id: string) => ["operations", "one", id] as const,
  items: (id: string, status: OperationItemStatus, language: string) =>
    ["operations", "items", id, status, language] as const,
};

/** An event may come before this screen has the operation: while it runs, it is also fetched now and then. */
const pollMs = 4_000;

/** One operation, followed until it has finished; nothing without an id. */
export const useOperation = (id: string) =>
  useQuery({
    queryKey: operationsKeys.one(id),
    queryFn: ({ signal }) => call("GET Clients/Operations/{id}", { params: { id }, signal, quiet: true }),
    refetchInterval: ({ state }) => (state.data && !isFinished(state.data) ? pollMs : false),
    enabled: id !== "",
  });

/** The items that failed, with their reasons in the reader's language, page after page. */
export const useOperationFailures = ({ id, failed }: Pick<OperationRow, "id" | "failed">) =>
  useItems(id, "failed", failed > 0);

/** The items that ended well, page after page, once they are asked for. */
export const useOperationSuccesses = (id: string, isShown: boolean) => useItems(id, "succeeded", isShown);

function useItems(id: string, status: OperationItemStatus, isEnabled: boolean) {
  const language = useLanguage();
  return useInfiniteQuery({
    queryKey: operationsKeys.items(id, status, language),
    queryFn: ({ signal, pageParam: after }) =>
      call("GET Clients/Operations/{id}/items", {
        params: { id },
        query: { status, after },
        signal,
        quiet: true,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    enabled: isEnabled,
  });
}

export function useCancelOperation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call("POST Clients/Operations/{id}/cancel", { params: { id } }),
    onSuccess: (operation) => client.setQueryData(operationsKeys.one(operation.id), operation),
  });
}

/** Undoes an operation, once however often the button is pressed; answers with the operation that does it. */
export function useUndoOperation(onStarted: (operation: OperationRow) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      const key = idempotencyKey(`operations.undo.${id}`);
      const answer = await call("POST Clients/Operations/{id}/undo", {
        params: { id },
        idempotencyKey: key.for({ id }),
      });
      key.done();
      return answer;
    },
    onSuccess: (operation) => {
      client.setQueryData(operationsKeys.one(operation.id), operation);
      onStarted(operation);
    },
    onSettled: () => client.invalidateQueries({ queryKey: operationsKeys.all }),
  });
}

/**
 * The operation that a screen shows: kept for this browser tab, so that a reload finds it again. `track` shows another
 * one, or none.
 */
export function useTrackedOperation(screen: string) {
  const key = `rawaj.operation.${screen}`;
  const client = useQueryClient();
  const [id, setId] = useState(() => getItem(key, "session"));
  return {
    id,
    track(operation: OperationRow | null) {
      if (operation) client.setQueryData(operationsKeys.one(operation.id), operation);
      setItem(key, operation?.id ?? null, "session");
      setId(operation?.id ?? null);
    },
  };
}
