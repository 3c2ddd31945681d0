import { useMutation, useQueryClient } from "@tanstack/react-query";
import { campaignsKeys } from "./campaigns.queries.ts";
import { call } from "./campaigns-calls.ts";

/** Sets how long a store's campaigns keep running once it is closed or not connected. */
export function useSetGrace(storeId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (grace_minutes: number) =>
      call("PUT Clients/StoreWatch/{id}", { params: { id: storeId }, body: { grace_minutes } }),
    onSuccess: (answer) => client.setQueryData(campaignsKeys.storeWatch, answer),
  });
}
