import type { AdAccountContext, CampaignSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { toMicro } from "../shared/micro.ts";
import type { Json } from "./api-client.ts";

/** A campaign's bidding fields, and the one field that an update must name. */
export type Bidding = { fields: Json; mask: string };

/**
 * Maps our bidding strategy to Google's (Google Ads API, Campaign bidding; Demand Gen, overview). If the account
 * measures no conversions, or the objective is traffic, the campaign maximizes clicks.
 */
export function toBidding(spec: CampaignSpec, { pixelId }: AdAccountContext): Bidding {
  const isYoutube = spec.placements.includes("youtube");
  const cpa = spec.targetCpa === null ? {} : { targetCpaMicros: String(toMicro(spec.targetCpa)) };
  const roas = spec.targetRoas === null ? {} : { targetRoas: spec.targetRoas / 10_000 };
  switch (spec.biddingStrategy) {
    case "maximize_conversions":
      if (spec.objective === "traffic" || pixelId === null)
        return { fields: { targetSpend: {} }, mask: "targetSpend.cpcBidCeilingMicros" };
      return { fields: { maximizeConversions: {} }, mask: "maximizeConversions.targetCpaMicros" };
    case "maximize_conversion_value":
      return { fields: { maximizeConversionValue: {} }, mask: "maximizeConversionValue.targetRoas" };
    case "target_cpa":
      return isYoutube
        ? { fields: { targetCpa: cpa }, mask: "targetCpa.targetCpaMicros" }
        : { fields: { maximizeConversions: cpa }, mask: "maximizeConversions.targetCpaMicros" };
    case "target_roas":
      return isYoutube
        ? { fields: { targetRoas: roas }, mask: "targetRoas.targetRoas" }
        : { fields: { maximizeConversionValue: roas }, mask: "maximizeConversionValue.targetRoas" };
  }
}
