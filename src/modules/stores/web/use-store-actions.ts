import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReturnPath, VerificationMethod } from "../contract/enums.ts";
import type { OAuthPlatform } from "../contract/platform-table.ts";
import { storesKeys } from "./stores.queries.ts";
import { call } from "./stores-calls.ts";

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
    onSettled: () => client.invalidateQueries({ queryKey: storesKeys.all }),
  });
}

export function useDisconnectStore() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call("POST Clients/Stores/{id}/disconnect", { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: storesKeys.all }),
  });
}

/** Whether a site's unconfirmed orders count in figures. */
export function useCountUnconfirmed() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, counts }: { id: string; counts: boolean }) =>
      call("POST Clients/Stores/{id}/count-unconfirmed", { params: { id }, body: { counts } }),
    onSettled: () => client.invalidateQueries({ queryKey: storesKeys.all }),
  });
}

export function useAddSite() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (address: string) => call("POST Clients/Stores/sites", { body: { address }, quiet: true }),
    onSuccess: () => client.invalidateQueries({ queryKey: storesKeys.all }),
  });
}

export function useVerifySite() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, by }: { id: string; by: VerificationMethod }) =>
      call("POST Clients/Stores/sites/{id}/verify", { params: { id }, body: { by } }),
    onSuccess: () => client.invalidateQueries({ queryKey: storesKeys.all }),
  });
}
