import { useParams } from "@tanstack/react-router";
import { SkeletonPage } from "#base/web/kit/skeletons.tsx";
import { ErrorState } from "#base/web/kit/states.tsx";
import { emptyAdGroup } from "../domain/empty-draft.ts";
import { AdGroupForm } from "./ad-group-form.tsx";
import { useCampaign } from "./campaigns.queries.ts";

export function AdGroupAddPage() {
  const { campaignId = "" } = useParams({ strict: false });
  const campaign = useCampaign(campaignId);
  if (campaign.isPending) return <SkeletonPage kind="form" />;
  if (!campaign.data) return <ErrorState error={campaign.error} onRetry={() => void campaign.refetch()} />;
  return <AdGroupForm key={campaignId} campaign={campaign.data} adGroupId={null} start={emptyAdGroup()} />;
}
