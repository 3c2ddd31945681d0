import { definePersonalData } from "#base/server/personal-data/personal-data.ts";

/** What the module holds of a merchant. */
export const searchData = definePersonalData("search", "search", {
  documents: ({ erased }) => erased({ notExported: "What search finds, made from the rows it describes" }),
});
