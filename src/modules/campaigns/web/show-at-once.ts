import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { PlanDetails } from "../contract/plans.calls.ts";
import type { CampaignDetails } from "../contract/shapes.ts";
import { campaignsKeys } from "./campaigns.queries.ts";

/** Takes back what was shown at once. */
export type Restore = () => void;

/**
 * Shows a change of a campaign before the server has answered: on its own page, and on its plan's. Answers with what
 * takes it back.
 */
export async function showCampaignAtOnce(
  client: QueryClient,
  {
    id,
    language,
    change,
  }: { id: string; language: string; change: (campaign: CampaignDetails) => CampaignDetails },
): Promise<Restore> {
  const ownKey = campaignsKeys.campaign(id, language);
  await client.cancelQueries({ queryKey: ownKey });
  await client.cancelQueries({ queryKey: campaignsKeys.anyPlan });
  const before: [QueryKey, unknown][] = [
    [ownKey, client.getQueryData(ownKey)],
    ...client.getQueriesData({ queryKey: campaignsKeys.anyPlan }),
  ];
  client.setQueryData<CampaignDetails>(ownKey, (campaign) => campaign && change(campaign));
  client.setQueriesData<PlanDetails>(
    { queryKey: campaignsKeys.anyPlan },
    (plan) =>
      plan && {
        ...plan,
        campaigns: plan.campaigns.map((campaign) => (campaign.id === id ? change(campaign) : campaign)),
      },
  );
  return () => {
    for (const [key, data] of before) if (data !== undefined) client.setQueryData(key, data);
  };
}
