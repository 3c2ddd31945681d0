import type { Advertiser } from "./demo.ts";
import { badParameter, TikTokError } from "./errors.ts";
import { MANUAL_FLOW_ENDS, MANUAL_FLOW_ENDS_FOR } from "./facts.ts";
import type { Context, StoredObject } from "./registry.ts";

/** How TikTok marks the flow in which a campaign and its children were created. */
export const AUTOMATION = {
  manual: "MANUAL",
  smartPlus: "UPGRADED_SMART_PLUS",
  /** A creative of a Smart+ ad, as the manual flow's list of ads shows it. */
  creative: "UPGRADED_SMART_PLUS_CREATIVE",
} as const;

/** Whether a campaign, an ad group or an ad was created in Upgraded Smart+. */
export function isSmartPlus(row: StoredObject, { registry }: Pick<Context, "registry">): boolean {
  const { campaigns, adgroups } = registry.tables;
  const groupOrCampaign = row.kind === "ads" ? adgroups.get(row.parent_id) : row;
  const campaign =
    groupOrCampaign?.kind === "adgroups" ? campaigns.get(groupOrCampaign.parent_id) : groupOrCampaign;
  return campaign?.wire.campaign_automation_type === AUTOMATION.smartPlus;
}

/** Objects with these objectives can no longer be created in the manual flow; existing ones can be changed. */
export function refuseClosedFlow(context: Context, account: Advertiser, objective: unknown): void {
  const isOver =
    context.world.now().getTime() >= MANUAL_FLOW_ENDS && MANUAL_FLOW_ENDS_FOR.includes(String(objective));
  if (isOver || account.isManualFlowClosed)
    throw badParameter(
      `objective_type: manual campaigns with ${objective} are no longer supported. Use Upgraded Smart+ (/smart_plus/campaign/create/) instead.`,
    );
}

/** Creating and changing needs an allow-listed ad account; reading does not (portal doc 1853452461203458). */
export function refuseOutsideSmartPlus(account: Advertiser): void {
  if (!account.hasSmartPlus)
    throw new TikTokError(40118, "The advertiser is not in the allowlist of Upgraded Smart+ campaigns");
}
