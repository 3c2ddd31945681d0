import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReturnPath } from "../contract/enums.ts";
import type { Platform } from "../contract/platforms.ts";
import { adAccountsKeys } from "./ad-accounts.queries.ts";
import { call } from "./ad-accounts-calls.ts";
import type { LinkChoice } from "./resolve-choice.ts";

type AuthorizationTarget = { returnTo: ReturnPath } & ({ platform: Platform } | { adAccountId: string });

/** Leaves for the platform's consent page, to link a new account or to reconnect one. */
export function useStartAuthorization() {
  return useMutation({
    mutationFn: (target: AuthorizationTarget) => requestAuthorization(target),
    onSuccess: ({ authorization_url }) => window.location.assign(authorization_url),
  });
}

function requestAuthorization({ returnTo: return_to, ...to }: AuthorizationTarget) {
  return "platform" in to
    ? call("POST Clients/AdAccounts/connect", { body: { platform: to.platform, return_to } })
    : call("POST Clients/AdAccounts/reconnect", { body: { ad_account_id: to.adAccountId, return_to } });
}

/** Lists again at the platform what may be chosen. */
export function useRefreshAccessibleAccounts(connectionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      call("POST Clients/AdAccounts/refresh-offers", { body: { connection_id: connectionId } }),
    onSuccess: (accessibleAccounts) =>
      client.setQueryData(adAccountsKeys.accessibleAccounts(connectionId), accessibleAccounts),
  });
}

export function useLinkAdAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: LinkChoice) => call("POST Clients/AdAccounts/link", { body }),
    onSettled: () => client.invalidateQueries({ queryKey: adAccountsKeys.all }),
  });
}

export function useCheckAdAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ad_account_id: string) => call("POST Clients/AdAccounts/check", { body: { ad_account_id } }),
    onSettled: () => client.invalidateQueries({ queryKey: adAccountsKeys.all }),
  });
}

export function useDisconnectAdAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ad_account_id: string) =>
      call("POST Clients/AdAccounts/disconnect", { body: { ad_account_id } }),
    onSettled: () => client.invalidateQueries({ queryKey: adAccountsKeys.all }),
  });
}
