import { definePersonalData } from "#base/server/personal-data/personal-data.ts";

/** What the module holds of merchants: nothing. */
export const companyData = definePersonalData("company", "company", {
  details_versions: ({ ours }) => ours("What we publish of ourselves"),
  text_versions: ({ ours }) => ours("What we publish of ourselves"),
});
