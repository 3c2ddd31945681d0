import { definePersonalData } from "#base/server/personal-data/personal-data.ts";

/** What the module holds of a merchant. */
export const libraryData = definePersonalData("library", "library", {
  collected_items: ({ erased }) => erased(),
  collections: ({ erased }) => erased(),
  notes: ({ erased }) => erased(),
  pending_merchants: ({ erased }) => erased({ notExported: "Whose winners are to be found anew" }),
  rows: ({ ours }) => ours("Ads that our team keeps"),
  sector_choices: ({ erased }) => erased(),
  sector_medians: ({ ours }) => ours("Of twenty stores at least"),
  sector_members: ({ kept }) =>
    kept("Which stores a published median is of: it may change by none or by five", {
      notExported: "The store stands in no median by name",
    }),
  sector_rounds: ({ ours }) => ours("How far medians were counted"),
  shared_months: ({ erased }) =>
    erased({ retention: { period: "until the month is published", why: "what a median is counted from" } }),
  winners: ({ erased }) => erased(),
});
