import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { makeCaller } from "#base/web/api.ts";
import type { AdAccountsCalls } from "../contract/ad-accounts.calls.ts";
import type { Platform } from "../contract/platforms.ts";
import type { ReturnPath } from "../contract/words.ts";

const call = makeCaller<AdAccountsCalls>();
/** News about ad accounts make everything under this key old. */
const room = "ad-accounts";

/** The merchant's ad accounts and the platforms that can be linked. */
export function useAdAccounts() {
  return useQuery({
    queryKey: [room, "index"],
    queryFn: ({ signal }) => call("GET Clients/AdAccounts/index", { signal, quiet: true }),
  });
}

/** What may be chosen after the consent page. */
export function useOffers(connectionId: string) {
  return useQuery({
    queryKey: [room, "offers", connectionId],
    queryFn: ({ signal }) =>
      call("GET Clients/AdAccounts/offers/{connection_id}", {
        params: { connection_id: connectionId },
        signal,
        quiet: true,
      }),
  });
}

type Leaving = { returnTo: ReturnPath } & ({ platform: Platform } | { adAccountId: string });

/** Leaves for the platform's consent page, to link a new account or to mend one. */
export function useLeaveForConsent() {
  return useMutation({
    mutationFn: (leaving: Leaving) => askForConsent(leaving),
    onSuccess: ({ consent_url }) => window.location.assign(consent_url),
  });
}

function askForConsent({ returnTo: return_to, ...to }: Leaving) {
  return "platform" in to
    ? call("POST Clients/AdAccounts/connect", { body: { platform: to.platform, return_to } })
    : call("POST Clients/AdAccounts/reconnect", { body: { ad_account_id: to.adAccountId, return_to } });
}

/** Asks the platform again what may be chosen. */
export function useRefreshOffers(connectionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      call("POST Clients/AdAccounts/refresh-offers", { body: { connection_id: connectionId } }),
    onSuccess: (offers) => client.setQueryData([room, "offers", connectionId], offers),
  });
}

export type LinkChoice = {
  connection_id: string;
  organization_id: string;
  ad_account_id: string;
  profile_id: string | null;
};

export function useLinkAdAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: LinkChoice) => call("POST Clients/AdAccounts/link", { body }),
    onSettled: () => client.invalidateQueries({ queryKey: [room] }),
  });
}

export function useCheckAdAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ad_account_id: string) => call("POST Clients/AdAccounts/check", { body: { ad_account_id } }),
    onSettled: () => client.invalidateQueries({ queryKey: [room] }),
  });
}

export function useDisconnectAdAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ad_account_id: string) =>
      call("POST Clients/AdAccounts/disconnect", { body: { ad_account_id } }),
    onSettled: () => client.invalidateQueries({ queryKey: [room] }),
  });
}
