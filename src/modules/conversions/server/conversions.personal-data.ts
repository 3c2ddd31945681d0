import { definePersonalData } from "#base/server/personal-data/personal-data.ts";

/** What the module holds of a merchant. */
export const conversionsData = definePersonalData("conversions", "conversions", {
  days: ({ erased }) => erased(),
  destinations: ({ erased }) => erased(),
  list_members: ({ erased }) =>
    erased({ notExported: "Shoppers as sealed hashes, for their removal from a platform's list" }),
  lists: ({ erased }) => erased(),
  purchases: ({ erased }) => erased(),
  requests: ({ erased }) => erased(),
  settings: ({ erased }) => erased(),
});
