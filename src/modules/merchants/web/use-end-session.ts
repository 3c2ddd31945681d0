import { useMutation, useQueryClient } from "@tanstack/react-query";
import { makeCaller } from "#base/web/data/api.ts";
import type { MerchantsCalls } from "../contract/merchants.calls.ts";
import { merchantsKeys } from "./merchants.queries.ts";

const call = makeCaller<MerchantsCalls>();

/** Ends one session, or with "others" all but this one. */
export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (selection: { id: string } | "others"): Promise<void> => {
      if (selection === "others") await call("DELETE Clients/Account/sessions");
      else await call("DELETE Clients/Account/sessions/{id}", { params: { id: selection.id } });
    },
    onSettled: () => client.invalidateQueries({ queryKey: merchantsKeys.sessions }),
  });
}
