import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import type { Problem } from "../contract/problem.ts";
import { isClosed } from "../domain/status.ts";
import type { CampaignRecord } from "./records.ts";
import type { CapabilityLookup } from "./reserve.ts";

/** Refuses with the first problem and marks its field; `inside` is the prefix of the fields in the body. */
export function refuseProblems(problems: readonly Problem[], inside = ""): void {
  const [first] = problems;
  if (first) campaignsRefusals.refuse(first.code, first.params, inside + first.field);
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
