import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { caller } from "#base/web/api.ts";
import type { ConsentPlatform } from "../contract/platform-table.ts";
import type { StoresCalls } from "../contract/stores.calls.ts";
import type { ReturnPath } from "../contract/words.ts";

const call = caller<StoresCalls>();
/** News about stores make everything under this key old. */
const room = "stores";

/** The merchant's stores, the newest connection first. */
export function useStores() {
  return useQuery({
    queryKey: [room, "index"],
    queryFn: ({ signal }) => call("GET Clients/Stores/index", { signal, quiet: true }),
    select: ({ stores }) => stores,
  });
}

type Connect = { platform: ConsentPlatform; returnTo: ReturnPath; address?: string | undefined };

/** Leaves for the platform's consent page. */
export function useConnectStore() {
  return useMutation({
    mutationFn: ({ platform, address, returnTo }: Connect) =>
      call("POST Clients/Stores/connect", { body: { platform, address, return_to: returnTo } }),
    onSuccess: ({ consent_url }) => window.location.assign(consent_url),
  });
}

export function useSyncStore() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call("POST Clients/Stores/{id}/sync", { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: [room] }),
  });
}

export function useDisconnectStore() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call("POST Clients/Stores/{id}/disconnect", { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: [room] }),
  });
}
