import type { CampaignDetails } from "#modules/campaigns/contract/shapes.ts";

/** What happens to a campaign after the merchant has finished, in the order it happens. */
export const stageKeys = ["started", "sent", "reviewed", "seen"] as const;
export type StageKey = (typeof stageKeys)[number];
/**
 * `now`: in progress, the merchant only waits. `bad`: blocked until the merchant acts. `disconnected`: access to the ad
 * account is lost, and nothing is sent before the merchant connects it again; the platform refused nothing.
 */
export type StageState = "done" | "now" | "later" | "bad" | "disconnected";
export type Stage = { key: StageKey; state: StageState };

type StageInput = Pick<CampaignDetails, "status" | "sync" | "observed_status"> & {
  ad_groups: { ads: { status: string; review: { outcome: "pending" | "approved" | "rejected" | null } }[] }[];
};

/** Each stage from the state the platform confirmed, never from the desired state. `impressions` null: no data yet. */
export function computeStages(campaign: StageInput, impressions: number | null): Stage[] {
  const isStarted = campaign.status !== "created";
  const isSeen = (impressions ?? 0) > 0;
  return [
    { key: "started", state: isStarted ? "done" : "bad" },
    { key: "sent", state: isStarted ? sentState(campaign) : "later" },
    { key: "reviewed", state: isSeen ? "done" : reviewState(campaign) },
    { key: "seen", state: isSeen ? "done" : isApproved(campaign) ? "now" : "later" },
  ];
}

function sentState({ sync, observed_status }: StageInput): StageState {
  if (sync === "disconnected") return "disconnected";
  if (sync === "failed") return "bad";
  return sync === "synced" && observed_status !== null ? "done" : "now";
}

/** One approved ad is enough to be shown; a refusal needs the merchant only when no other ad is left. */
function reviewState(campaign: StageInput): StageState {
  if (sentState(campaign) !== "done") return "later";
  const outcomes = listOutcomes(campaign);
  if (outcomes.includes("approved")) return "done";
  return outcomes.length > 0 && outcomes.every((outcome) => outcome === "rejected") ? "bad" : "now";
}

const isApproved = (campaign: StageInput) => reviewState(campaign) === "done";

const listOutcomes = ({ ad_groups }: StageInput) =>
  ad_groups.flatMap((group) =>
    group.ads.filter((ad) => ad.status !== "deleted").map((ad) => ad.review.outcome),
  );
