import { useAdAccounts } from "#modules/ad-accounts/web/ad-accounts.queries.ts";
import type { CampaignRow } from "#modules/campaigns/contract/shapes.ts";
import { useNewestCampaigns } from "#modules/campaigns/web/campaigns.queries.ts";
import { useStores } from "#modules/stores/web/stores.queries.ts";
import { useWallet } from "#modules/wallet/web/wallet.queries.ts";
import { computeProgress, type Progress, type SetupFacts } from "./steps.ts";

export type Setup = {
  progress: Progress;
  /** The newest campaign that was created and never started. */
  draft: CampaignRow | null;
  started: CampaignRow | null;
  /** The plan of a campaign that has siblings on other platforms; null when it is alone. */
  findSharedPlan: (campaign: CampaignRow) => string | null;
};

/**
 * The merchant's progress, from the current data of four modules. Live events invalidate each query, so another device,
 * another tab or the bank's page update the steps here too.
 */
export function useSetup(): {
  setup: Setup | null;
  /** What is shown may be out of date, and is being read again. */
  isRefreshing: boolean;
  error: unknown;
  retry: () => void;
} {
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
  const isRefreshing = all.some((query) => query.isFetching && query.isStale);
  if (!stores.data || !accounts.data || !wallet.data || !campaigns.data)
    return { setup: null, isRefreshing, error, retry };

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
  const findSharedPlan = ({ plan_id }: CampaignRow) =>
    rows.filter((row) => row.plan_id === plan_id).length > 1 ? plan_id : null;
  return {
    setup: { progress: computeProgress(facts), draft, started, findSharedPlan },
    isRefreshing,
    error: null,
    retry,
  };
}

/** One working connection is enough; a broken one needs repair, an ended one does not count. */
function toConnection(statuses: readonly string[]): SetupFacts["store"] {
  if (statuses.some((status) => status === "connected" || status === "linked")) return "connected";
  return statuses.includes("lost") ? "lost" : "none";
}
