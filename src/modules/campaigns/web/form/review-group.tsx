import { UserText } from "#base/web/kit/text.tsx";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { NewCampaign } from "../../contract/shapes.ts";
import { AgeSpans } from "../age-spans.tsx";
import type { usePlacesText } from "../use-places-text.ts";
import type { ReviewTexts } from "./review-ad.tsx";
import { type ReviewRow, rowIf } from "./review-rows.tsx";

type Group = NewCampaign["ad_groups"][number];
type Sent = {
  limits: Capabilities | null;
  /** Where the campaign has several. */
  hasName: boolean;
};
type Texts = { t: ReviewTexts; formatPlaces: ReturnType<typeof usePlacesText> };

/** Who sees an ad group's ads, and where. */
export function listGroupRows(
  group: Group,
  { limits, hasName }: Sent,
  { t, formatPlaces }: Texts,
): ReviewRow[] {
  const comma = t("campaigns:list_comma");
  return [
    ...rowIf(hasName, {
      key: "name",
      name: t("ad_group_name"),
      value: <UserText>{group.name}</UserText>,
      raw: group.name,
    }),
    {
      key: "ages",
      name: t("ages"),
      value: <AgeSpans ranges={group.age_ranges} />,
      raw: group.age_ranges,
    },
    ...rowIf(group.excluded_age_ranges.length > 0, {
      key: "excluded",
      name: t("excluded_ages"),
      value: <AgeSpans ranges={group.excluded_age_ranges} />,
      raw: group.excluded_age_ranges,
    }),
    {
      key: "gender",
      name: t("gender"),
      value: t(`campaigns:genders.${group.gender}`),
      raw: group.gender,
    },
    {
      key: "places",
      name: t("locations"),
      value: <UserText>{formatPlaces(group.locations, { hasRadius: true })}</UserText>,
      raw: group.locations,
    },
    {
      key: "devices",
      name: t("devices"),
      value: group.devices.map((one) => t(`campaigns:devices.${one}`)).join(comma),
      raw: group.devices,
    },
    ...rowIf(group.keywords.length > 0, {
      key: "keywords",
      name: t("keywords"),
      value: <UserText>{group.keywords.join(comma)}</UserText>,
      raw: group.keywords,
    }),
    ...rowIf(limits?.supportsOptimizedTargeting === true, {
      key: "optimized",
      name: t("optimized"),
      value: t(group.optimized_targeting ? "switched.on" : "switched.off"),
      raw: group.optimized_targeting,
    }),
  ];
}
