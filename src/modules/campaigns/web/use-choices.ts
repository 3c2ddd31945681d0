import { useQuery } from "@tanstack/react-query";
import { adAccountsQuery } from "#modules/ad-accounts/web/ad-accounts.queries.ts";
import { mediaQuery } from "#modules/creative/web/creative.queries.ts";

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

/** The public profile that ads of this account appear under; null where there is none or no account is chosen. */
export const useProfileName = (adAccountId: string | null): string | null =>
  useAdAccountChoices().data?.find(({ id }) => id === adAccountId)?.profile_name ?? null;

/** A store's domain as an address; links must lead under it. */
export function toStoreUrl(store: { domain: string; link: string }): string {
  return store.link || (store.domain.includes("://") ? store.domain : `https://${store.domain}`);
}

/** The file of an ad; nothing is loaded while none is chosen. */
export const useMedia = (id: string | null) => useQuery(mediaQuery(id ?? ""));
