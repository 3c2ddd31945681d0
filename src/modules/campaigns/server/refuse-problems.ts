import { refuseAll } from "#base/shared/refusals.ts";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import { type Problem, problemStatuses } from "../contract/problem.ts";
import { isClosed } from "../domain/status.ts";
import type { CampaignRecord } from "./records.ts";
import type { CapabilityLookup } from "./reserve.ts";

/** Refuses with all problems of a form, each at its field. */
export function refuseProblems(problems: readonly Problem[]): void {
  refuseAll(problems, problemStatuses);
}

/** The capabilities of the campaign's platform for its placements; refuses a platform that cannot be linked yet. */
export function requireCapabilities(
  adAccounts: CapabilityLookup,
  { platform, placements }: Pick<CampaignRecord, "platform" | "placements">,
): Capabilities {
  return (
    adAccounts.getCapabilities(platform, placements) ??
    campaignsRefusals.refuse("campaigns.platform_not_ready", { platform }, "platform")
  );
}

/** An ended campaign cannot be changed. */
export function refuseIfClosed(campaign: Pick<CampaignRecord, "status">): void {
  if (isClosed(campaign.status)) campaignsRefusals.refuse("campaigns.campaign_closed");
}
