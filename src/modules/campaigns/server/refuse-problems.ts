import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import type { Problem } from "../contract/checks.ts";
import { isClosed } from "../domain/status.ts";
import type { CampaignRecord } from "./records.ts";
import type { Ceilings } from "./reserve.ts";

/** Refuses with the first problem, marking its field; `inside` names the part of the body the fields lie in. */
export function refuseProblems(problems: readonly Problem[], inside = ""): void {
  const [first] = problems;
  if (first) campaignsRefusals.refuse(first.code, first.params, inside + first.field);
}

/** A platform's limits; refuses one that cannot be linked yet. */
export function limitsOf(adAccounts: Ceilings, platform: Platform): Capabilities {
  return (
    adAccounts.capabilitiesOf(platform) ??
    campaignsRefusals.refuse("campaigns.platform_not_ready", { platform }, "platform")
  );
}

/** An ended campaign is kept as it was. */
export function refuseIfClosed(campaign: Pick<CampaignRecord, "status">): void {
  if (isClosed(campaign.status)) campaignsRefusals.refuse("campaigns.campaign_closed");
}
