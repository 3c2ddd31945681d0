import { useQuery } from "@tanstack/react-query";
import { makeCaller } from "#base/web/api.ts";
import { useAdAccounts } from "#modules/ad-accounts/web/use-ad-accounts.ts";
import type { CampaignsCalls } from "#modules/campaigns/contract/campaigns.calls.ts";
import type { CampaignRow } from "#modules/campaigns/contract/shapes.ts";
import { useStores } from "#modules/stores/web/use-stores.ts";
import { useWallet } from "#modules/wallet/web/use-wallet.ts";
import { computeProgress, type Progress, type SetupFacts } from "./steps.ts";

const call = makeCaller<CampaignsCalls>();

/** The merchant's newest campaigns: enough to know whether one was created, and whether one was started. */
export const useNewestCampaigns = () =>
  useQuery({
    queryKey: ["campaigns", "newest"],
    queryFn: ({ signal }) =>
      call("GET Clients/Campaigns/index", { query: { size: 20 }, signal, quiet: true }),
  });

export type Setup = {
  progress: Progress;
  /** The newest campaign that was created and never started. */
  draft: CampaignRow | null;
  started: CampaignRow | null;
};

/**
 * The merchant's progress, from the current data of four modules. Live events invalidate each query, so another device,
 * another tab or the bank's page update the steps here too.
 */
export function useSetup(): { setup: Setup | null; error: unknown; retry: () => void } {
  const [stores, accounts, wallet, campaigns] = [
    useStores(),
    useAdAccounts(),
    useWallet(),
    useNewestCampaigns(),
  ];
  const all = [stores, accounts, wallet, campaigns];
  const retry = () => {
    for (const query of all) if (query.isError) void query.refetch();
  };
  const error = all.find((query) => query.isError && !query.data)?.error ?? null;
  if (!stores.data || !accounts.data || !wallet.data || !campaigns.data) return { setup: null, error, retry };

  const rows = campaigns.data.items;
  const draft = rows.find((row) => row.status === "created") ?? null;
  const started = rows.find((row) => row.status !== "created") ?? null;
  const facts: SetupFacts = {
    store: toConnection(stores.data.map((store) => store.status)),
    adAccount: toConnection(accounts.data.ad_accounts.map((account) => account.status)),
    hasCard: wallet.data.has_card,
    balanceHalalas: wallet.data.balance_halalas,
    hasDraft: draft !== null,
    hasStarted: started !== null,
  };
  return { setup: { progress: computeProgress(facts), draft, started }, error: null, retry };
}

/** One working connection is enough; a broken one needs repair, an ended one does not count. */
function toConnection(statuses: readonly string[]): SetupFacts["store"] {
  if (statuses.some((status) => status === "connected" || status === "linked")) return "connected";
  return statuses.includes("lost") ? "lost" : "none";
}
