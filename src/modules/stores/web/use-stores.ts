import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { makeCaller } from "#base/web/api.ts";
import type { OAuthPlatform } from "../contract/platform-table.ts";
import type { StoresCalls } from "../contract/stores.calls.ts";
import type { ReturnPath, VerificationMethod } from "../contract/words.ts";

const call = makeCaller<StoresCalls>();
/** Events about stores invalidate every query under this key. */
const queryScope = "stores";

const indexQuery = queryOptions({
  queryKey: [queryScope, "index"],
  queryFn: ({ signal }) => call("GET Clients/Stores/index", { signal, quiet: true }),
});

/** The merchant's stores, the newest connection first. */
export const useStores = () => useQuery({ ...indexQuery, select: ({ stores }) => stores });

/** The store platforms there are, and whether each can be connected now. */
export const useStorePlatforms = () => useQuery({ ...indexQuery, select: ({ platforms }) => platforms });

type Connect = { platform: OAuthPlatform; returnTo: ReturnPath; address?: string; storeId?: string };

/** Leaves for the platform's consent page. An address that the platform refuses is shown by the form. */
export function useConnectStore() {
  return useMutation({
    mutationFn: ({ platform, address, storeId, returnTo }: Connect) =>
      call("POST Clients/Stores/connect", {
        body: { platform, address, store_id: storeId, return_to: returnTo },
        quiet: address !== undefined,
      }),
    onSuccess: ({ authorization_url }) => window.location.assign(authorization_url),
  });
}

export function useSyncStore() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call("POST Clients/Stores/{id}/sync", { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: [queryScope] }),
  });
}

export function useDisconnectStore() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call("POST Clients/Stores/{id}/disconnect", { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: [queryScope] }),
  });
}

/** Whether a site's unconfirmed orders count in figures. */
export function useCountUnconfirmed() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, counts }: { id: string; counts: boolean }) =>
      call("POST Clients/Stores/{id}/count-unconfirmed", { params: { id }, body: { counts } }),
    onSettled: () => client.invalidateQueries({ queryKey: [queryScope] }),
  });
}

/** Sites on no platform, with the tags that verify them and report their orders. */
export function useSites() {
  return useQuery({
    queryKey: [queryScope, "sites"],
    queryFn: ({ signal }) => call("GET Clients/Stores/sites", { signal, quiet: true }),
    select: ({ sites }) => sites,
  });
}

export function useAddSite() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (address: string) => call("POST Clients/Stores/sites", { body: { address }, quiet: true }),
    onSuccess: () => client.invalidateQueries({ queryKey: [queryScope] }),
  });
}

export function useVerifySite() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, by }: { id: string; by: VerificationMethod }) =>
      call("POST Clients/Stores/sites/{id}/verify", { params: { id }, body: { by } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [queryScope] }),
  });
}
