import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { libraryKeys } from "./library.queries.ts";
import { call } from "./library-calls.ts";

/** A change of collections; what is shown of them is read again. Failures are shown by the call itself. */
function useChange<Input, Output>(
  work: (input: Input) => Promise<Output>,
  keys: readonly QueryKey[] = [libraryKeys.collections, libraryKeys.items],
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: work,
    onSettled: () => Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

export const useCreateCollection = () =>
  useChange(
    (name: string) => call("POST Clients/AdsLibrary/collections", { body: { name } }),
    [libraryKeys.collections],
  );

export const useRenameCollection = () =>
  useChange(
    ({ id, name }: { id: string; name: string }) =>
      call("PUT Clients/AdsLibrary/collections/{id}", { params: { id }, body: { name } }),
    [libraryKeys.collections],
  );

export const useDeleteCollection = () =>
  useChange((id: string) => call("DELETE Clients/AdsLibrary/collections/{id}", { params: { id } }));

/** Puts an item into a collection, or takes it out. */
export const useCollect = () =>
  useChange(({ id, itemId, isIn }: { id: string; itemId: string; isIn: boolean }) => {
    const params = { id, item_id: itemId };
    return isIn
      ? call("PUT Clients/AdsLibrary/collections/{id}/items/{item_id}", { params })
      : call("DELETE Clients/AdsLibrary/collections/{id}/items/{item_id}", { params });
  });
