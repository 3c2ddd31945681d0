import { useQuery } from "@tanstack/react-query";
import { makeCaller } from "#base/web/api.ts";
import type { AdAccountsCalls } from "#modules/ad-accounts/contract/ad-accounts.calls.ts";
import type { CreativeCalls } from "#modules/creative/contract/creative.calls.ts";
import type { StoresCalls } from "#modules/stores/contract/stores.calls.ts";

const callAdAccounts = makeCaller<AdAccountsCalls>();
const callStores = makeCaller<StoresCalls>();
const callCreative = makeCaller<CreativeCalls>();

/** The ad accounts a campaign may run in: those with a working connection. */
export function useAdAccountChoices() {
  return useQuery({
    queryKey: ["ad-accounts", "index"],
    queryFn: ({ signal }) => callAdAccounts("GET Clients/AdAccounts/index", { signal, quiet: true }),
    select: ({ ad_accounts }) => ad_accounts.filter(({ status }) => status === "linked"),
  });
}

/** The stores a campaign may link to. */
export function useStoreChoices() {
  return useQuery({
    queryKey: ["stores", "index"],
    queryFn: ({ signal }) => callStores("GET Clients/Stores/index", { signal, quiet: true }),
    select: ({ stores }) => stores,
  });
}

/** A store's domain as an address; links must lead under it. */
export function toStoreUrl(store: { domain: string; link: string }): string {
  return store.link || (store.domain.includes("://") ? store.domain : `https://${store.domain}`);
}

/** One uploaded file's facts and its signed addresses; loaded again before the addresses expire. */
export function useMedia(id: string | null) {
  return useQuery({
    queryKey: ["creative", "media", id],
    queryFn: ({ signal }) =>
      callCreative("GET Clients/Media/{id}", { params: { id: id ?? "" }, signal, quiet: true }),
    enabled: Boolean(id),
  });
}
