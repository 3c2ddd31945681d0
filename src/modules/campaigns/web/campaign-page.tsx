import { useParams } from "@tanstack/react-router";
import { SkeletonPage } from "#base/web/skeletons.tsx";
import { ErrorState } from "#base/web/states.tsx";
import { AdGroupList } from "./ad-group-list.tsx";
import { CampaignHeader } from "./campaign-header.tsx";
import { useCampaign } from "./use-campaigns.ts";

/** One campaign with all below it. */
export function CampaignPage() {
  const { id = "" } = useParams({ strict: false });
  const campaign = useCampaign(id);
  if (campaign.isPending) return <SkeletonPage />;
  if (!campaign.data) return <ErrorState error={campaign.error} onRetry={() => void campaign.refetch()} />;
  return (
    <>
      <CampaignHeader campaign={campaign.data} />
      <AdGroupList campaign={campaign.data} />
    </>
  );
}
