import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { makeCaller } from "#base/web/data/api.ts";
import { useCountedOrders } from "#modules/merchants/web/merchants.queries.ts";
import type { HomeCalls } from "../contract/home.calls.ts";
import type { HomeScope } from "./reports.queries.ts";

const call = makeCaller<HomeCalls>();

/** Today so far beside yesterday by the same hour, and why. Days of the scope play no part. */
export function useHomeChanges({ store_id, platform }: HomeScope) {
  const query = { ...(store_id ? { store_id } : {}), ...(platform ? { platform } : {}) };
  return useQuery({
    queryKey: ["reports", "home-changes", query],
    queryFn: ({ signal }) => call("GET Clients/Reports/home-changes", { query, signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
}

/** The campaigns that earn and those that burn, by the orders that the person counts. */
export function useHomeCampaigns(scope: HomeScope) {
  const query = { ...scope, counted: useCountedOrders() };
  return useQuery({
    queryKey: ["reports", "home-campaigns", query],
    queryFn: ({ signal }) => call("GET Clients/Reports/home-campaigns", { query, signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
}

export type HomeChanges = NonNullable<ReturnType<typeof useHomeChanges>["data"]>;
export type HomeCampaigns = NonNullable<ReturnType<typeof useHomeCampaigns>["data"]>;
