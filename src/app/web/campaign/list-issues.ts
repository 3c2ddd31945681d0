import type { AdRow, CampaignDetails } from "#modules/campaigns/contract/shapes.ts";
import { isClosed } from "#modules/campaigns/domain/status.ts";
import { findWaiting } from "./find-waiting.ts";

export type Issue = "connection" | "retry" | "money" | "store" | "licence" | "reverted" | "drift" | "refused";

/** What a campaign waits for or suffers from, in the order of the page. */
export function listIssues(campaign: CampaignDetails): Issue[] {
  const { connection_lost: isLost, drift_since, status, status_reason, sync } = campaign;
  const found: Record<Issue, boolean> = {
    connection: isLost,
    retry: campaign.retry !== null,
    money: status === "paused" && status_reason === "money",
    store: status === "paused" && status_reason === "store",
    licence: status === "paused" && status_reason === "licence",
    reverted: campaign.reverted !== null,
    drift: drift_since !== null && !isLost,
    refused: sync === "failed" && drift_since === null && !isLost,
  };
  return (Object.keys(found) as Issue[]).filter((issue) => found[issue]);
}

/** Ads that the platform did not approve, while they can be corrected. */
export const listRejected = ({ status, ad_groups }: CampaignDetails): AdRow[] =>
  isClosed(status)
    ? []
    : ad_groups
        .flatMap(({ ads }) => ads)
        .filter((ad) => ad.review.outcome === "rejected" && !isClosed(ad.status));

/** Whether anything of the campaign waits for the merchant, or for its platform. */
export const hasIssues = (campaign: CampaignDetails): boolean =>
  listIssues(campaign).length > 0 || listRejected(campaign).length > 0 || findWaiting(campaign).length > 0;
