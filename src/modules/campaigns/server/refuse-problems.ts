import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import type { Problem } from "../contract/problem.ts";
import { isClosed } from "../domain/status.ts";
import type { CampaignRecord } from "./records.ts";
import type { CapabilityLookup } from "./reserve.ts";

/** Refuses with the first problem, marking its field; `inside` names the part of the body the fields lie in. */
export function refuseProblems(problems: readonly Problem[], inside = ""): void {
  const [first] = problems;
  if (first) campaignsRefusals.refuse(first.code, first.params, inside + first.field);
}

/** The limits of the campaign's platform on its channels; refuses one that cannot be linked yet. */
export function requireCapabilities(
  adAccounts: CapabilityLookup,
  { platform, placements }: Pick<CampaignRecord, "platform" | "placements">,
): Capabilities {
  return (
    adAccounts.getCapabilities(platform, placements) ??
    campaignsRefusals.refuse("campaigns.platform_not_ready", { platform }, "platform")
  );
}

/** An ended campaign is kept as it was. */
export function refuseIfClosed(campaign: Pick<CampaignRecord, "status">): void {
  if (isClosed(campaign.status)) campaignsRefusals.refuse("campaigns.campaign_closed");
}
