import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "./ad-accounts-calls.ts";

/** Query keys begin with the module's name: an event about ad accounts invalidates all of them. */
export const adAccountsKeys = {
  all: ["ad-accounts"] as const,
  adAccounts: ["ad-accounts", "index"] as const,
  accessibleAccounts: (connectionId: string) => ["ad-accounts", "offers", connectionId] as const,
};

/** The merchant's ad accounts and the platforms that can be linked. */
export const adAccountsQuery = queryOptions({
  queryKey: adAccountsKeys.adAccounts,
  queryFn: ({ signal }) => call("GET Clients/AdAccounts/index", { signal, quiet: true }),
});

export const useAdAccounts = () => useQuery(adAccountsQuery);

/** What may be chosen after the consent page. */
export const useAccessibleAccounts = (connectionId: string) =>
  useQuery({
    queryKey: adAccountsKeys.accessibleAccounts(connectionId),
    queryFn: ({ signal }) =>
      call("GET Clients/AdAccounts/offers/{connection_id}", {
        params: { connection_id: connectionId },
        signal,
        quiet: true,
      }),
  });
