import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { adAccountsQuery } from "#modules/ad-accounts/web/ad-accounts.queries.ts";
import { mediaQuery } from "#modules/creative/web/creative.queries.ts";
import { storesQuery } from "#modules/stores/web/stores.queries.ts";

/** The ad accounts a campaign may run in: those with a working connection. */
export const useAdAccountChoices = () =>
  useQuery({
    ...adAccountsQuery,
    select: ({ ad_accounts }) => ad_accounts.filter(({ status }) => status === "linked"),
  });

/** What the checks know of the ad account, its currency among it; nothing before it is loaded. */
export function useAccountFacts(adAccountId: string): { hasPixel?: boolean; currency?: string } {
  const account = useAdAccountChoices().data?.find(({ id }) => id === adAccountId);
  return account ? { hasPixel: account.has_pixel, currency: account.currency } : {};
}

/** An ad account that campaigns may run in; undefined before it is loaded, and while none is chosen. */
export const useAdAccount = (adAccountId: string | null) =>
  useAdAccountChoices().data?.find(({ id }) => id === adAccountId);

/**
 * The public profile that an ad appears under: its own, or the account's; null where there is none or no account is
 * chosen.
 */
export function useProfileName(adAccountId: string | null, profileId: string | null): string | null {
  const account = useAdAccount(adAccountId);
  if (!account || profileId === null) return account?.profile_name ?? null;
  return account.profiles.find(({ id }) => id === profileId)?.name ?? null;
}

/** A store's domain as an address; links must lead under it. */
export function toStoreUrl(store: { domain: string; link: string }): string {
  return store.link || (store.domain.includes("://") ? store.domain : `https://${store.domain}`);
}

/** Where the links of a campaign may lead: under its store, or under any while it has none, and to landing pages. */
export function useDestinations(storeId: string | null = null): {
  destinations: string[];
  isLoading: boolean;
} {
  const { data, isLoading } = useQuery(storesQuery);
  const destinations = useMemo(() => {
    const store = data?.stores.find(({ id }) => id === storeId);
    const stores = store ? [store] : (data?.stores ?? []);
    return [...stores.map(toStoreUrl), ...(data?.landing_addresses ?? [])];
  }, [data, storeId]);
  return { destinations, isLoading };
}

/** The file of an ad; nothing is loaded while none is chosen. */
export const useMedia = (id: string | null) => useQuery(mediaQuery(id ?? ""));
