import { zeroFigures } from "../shared/deliveries.ts";
import type { Json } from "../shared/field-table.ts";
import { type Share, splitFigures } from "../shared/split-figures.ts";
import type { Context, StoredObject } from "./registry.ts";
import { groupParts } from "./row-parts.ts";
import type { Row, View } from "./views.ts";

/** How an ad group's deliveries fall on groups of people: by fixed shares within what it targets. */

const SHARES: Record<"ageRange" | "gender", readonly Share[]> = {
  ageRange: [
    ["AGE_RANGE_18_24", 20],
    ["AGE_RANGE_25_34", 33],
    ["AGE_RANGE_35_44", 22],
    ["AGE_RANGE_45_54", 10],
    ["AGE_RANGE_55_64", 4],
    ["AGE_RANGE_65_UP", 2],
    ["AGE_RANGE_UNDETERMINED", 9],
  ],
  gender: [
    ["MALE", 51],
    ["FEMALE", 39],
    ["UNDETERMINED", 10],
  ],
};

/** One row for each group of people of each ad group, named by its criterion (Fields reference, age_range_view). */
export function audienceView(field: "ageRange" | "gender", parts: Record<string, string>): View {
  return {
    parts: { ad_group_criterion: "AdGroupCriterion", ...parts },
    hasMetrics: true,
    rows: (context, customer) =>
      context.objects
        .listInAccount("adGroups", customer.id)
        .flatMap((group) => listGroups(context, group, field)),
  };
}

function listGroups(context: Context, adGroup: StoredObject, field: "ageRange" | "gender"): Row[] {
  const shares = listShares(context, adGroup, field);
  return shares.map(([type]) => ({
    parts: {
      ...groupParts(context, adGroup),
      ad_group_criterion: { [field]: { type } } satisfies Json,
    },
    ads: () => context.objects.listChildren("adGroupAds", adGroup.id),
    part: (figures) => splitFigures(figures, shares).get(type) ?? zeroFigures(),
  }));
}

/** Named criteria are the only ones; excluded ones are left out. */
function listShares(context: Context, adGroup: StoredObject, field: "ageRange" | "gender"): readonly Share[] {
  const criteria = context.objects
    .listChildren("adGroupCriteria", adGroup.id)
    .filter(({ deleted, wire }) => !deleted && wire[field] !== undefined)
    .map(({ wire }) => ({ type: String((wire[field] as Json).type), isNegative: wire.negative === true }));
  const types = (isNegative: boolean) =>
    criteria.filter((one) => one.isNegative === isNegative).map(({ type }) => type);
  const [included, excluded] = [types(false), types(true)];
  return SHARES[field].filter(
    ([type]) => !excluded.includes(type) && (included.length === 0 || included.includes(type)),
  );
}
