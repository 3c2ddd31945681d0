import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { makeCaller } from "#base/web/api.ts";
import type { MerchantsCalls } from "../contract/merchants.calls.ts";

const call = makeCaller<MerchantsCalls>();
const queryKey = ["merchants", "sessions"];

/** Where the merchant is signed in; always asked afresh, since other devices change it. */
export function useSessions() {
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => call("GET Clients/Account/sessions", { signal, quiet: true }),
    staleTime: 0,
  });
}

/** Ends one session, or with "others" every one but this. */
export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (which: { id: string } | "others"): Promise<void> => {
      if (which === "others") await call("DELETE Clients/Account/sessions");
      else await call("DELETE Clients/Account/sessions/{id}", { params: { id: which.id } });
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
