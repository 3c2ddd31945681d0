import { zeroFigures } from "../shared/deliveries.ts";
import { type Share, splitFigures } from "../shared/split-figures.ts";
import { SAUDI_ARABIA } from "./facts.ts";
import { campaignParts } from "./row-parts.ts";
import type { View } from "./views.ts";

/** Whether people were where the campaign targets; shares are fixed. */
const TARGETED: readonly Share[] = [
  ["true", 96],
  ["false", 4],
];

/**
 * Where people were (Fields reference, user_location_view): a row for each country, apart for locations that the
 * campaign targets and others; `segments.geo_target_…` splits it.
 */
export function locationView(parts: Record<string, string>): View {
  const country = SAUDI_ARABIA.slice(SAUDI_ARABIA.lastIndexOf("/") + 1);
  return {
    parts: { user_location_view: "UserLocationView", ...parts },
    hasMetrics: true,
    splits: ["geo_target_province"],
    rows: (context, customer) =>
      context.objects.listInAccount("campaigns", customer.id).flatMap((campaign) =>
        TARGETED.map(([targeted]) => ({
          parts: {
            user_location_view: {
              resourceName: `customers/${customer.id}/userLocationViews/${country}~${targeted}`,
              countryCriterionId: country,
              targetingLocation: targeted === "true",
            },
            ...campaignParts(context, campaign),
          },
          ads: () =>
            context.objects
              .listChildren("adGroups", campaign.id)
              .flatMap((group) => context.objects.listChildren("adGroupAds", group.id)),
          part: (figures) => splitFigures(figures, TARGETED).get(targeted) ?? zeroFigures(),
        })),
      ),
  };
}
