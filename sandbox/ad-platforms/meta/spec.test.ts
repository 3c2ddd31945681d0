import { expect, test } from "vitest";
import type { FieldTable } from "../shared/field-table.ts";
import { adSetFields } from "./adset.fields.ts";
import { campaignFields } from "./campaign.fields.ts";
import { adFields, creativeFields } from "./creative.fields.ts";
import { ENUMS, PARAMS } from "./facts.ts";

/**
 * The vendor's documented parameters, kept separate from the tables of the simulator. `published` are those of
 * facebook-business-sdk-codegen (api_specs/specs), `documented` what the reference pages require besides.
 */
const kinds: Record<
  string,
  { table: FieldTable; published: string[]; documented: string[]; lists: Record<string, string[]> }
> = {
  campaigns: {
    table: campaignFields,
    published: ["special_ad_categories"],
    documented: ["name", "objective"],
    lists: { status: ENUMS.status, bid_strategy: ENUMS.bid_strategy },
  },
  adsets: {
    table: adSetFields,
    published: ["name"],
    documented: ["campaign_id", "billing_event", "optimization_goal", "targeting"],
    lists: {
      status: ENUMS.status,
      bid_strategy: ENUMS.bid_strategy,
      billing_event: ENUMS.billing_event,
      optimization_goal: ENUMS.optimization_goal,
      destination_type: ENUMS.destination_type,
    },
  },
  ads: {
    table: adFields,
    published: ["creative", "name"],
    documented: ["adset_id"],
    lists: { status: ENUMS.status },
  },
  adcreatives: { table: creativeFields, published: [], documented: ["object_story_spec"], lists: {} },
};
const each = Object.entries(kinds);

test.each(each)(
  "%s require what the documents require, and nothing more",
  (_kind, { table, published, documented }) => {
    const marked = Object.entries(table).filter(([, field]) => field.required);
    expect(marked.map(([name]) => name).sort()).toEqual([...published, ...documented].sort());
  },
);

test.each(each)("%s check no parameter that is not a published one", (kind, { table }) => {
  // The status of a creative is published only for updates.
  const known = [...(PARAMS[kind] ?? []), ...(PARAMS[kind.slice(0, -1)] ?? [])];
  expect(Object.keys(table).filter((name) => !known.includes(name))).toEqual([]);
});

test.each(each)("%s accept each published value of a closed list and no other", (_kind, { table, lists }) => {
  for (const [field, values] of Object.entries(lists)) {
    for (const value of values) expect(table[field]?.rule(value, field)).toBeNull();
    for (const value of ["", "active", "OTHER_VALUE", 1, null])
      expect(table[field]?.rule(value, field)).not.toBeNull();
  }
});

test("new campaigns accept the outcome objectives, all of them published and no older one", () => {
  const rule = campaignFields.objective?.rule;
  const accepted = ENUMS.objective.filter((objective) => rule?.(objective, "objective") === null);
  expect(accepted.sort()).toEqual([
    "OUTCOME_APP_PROMOTION",
    "OUTCOME_AWARENESS",
    "OUTCOME_ENGAGEMENT",
    "OUTCOME_LEADS",
    "OUTCOME_SALES",
    "OUTCOME_TRAFFIC",
  ]);
});

test.each([
  [99, false],
  [100, true],
  [10_000_000, true],
  [10_000_001, false],
])("a floor of return of %i ten-thousandths is taken: %s", (roas_average_floor, isTaken) => {
  const problem = adSetFields.bid_constraints?.rule({ roas_average_floor }, "bid_constraints");
  expect(problem === null).toBe(isTaken);
});
