import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { makeCaller } from "#base/web/api.ts";
import type { MerchantsCalls } from "../contract/merchants.calls.ts";

const call = makeCaller<MerchantsCalls>();
const queryKey = ["merchants", "sessions"];

/** The merchant's sessions; always fetched again, since other devices change them. */
export function useSessions() {
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => call("GET Clients/Account/sessions", { signal, quiet: true }),
    staleTime: 0,
  });
}

/** Ends one session, or with "others" all but this one. */
export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (selection: { id: string } | "others"): Promise<void> => {
      if (selection === "others") await call("DELETE Clients/Account/sessions");
      else await call("DELETE Clients/Account/sessions/{id}", { params: { id: selection.id } });
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
