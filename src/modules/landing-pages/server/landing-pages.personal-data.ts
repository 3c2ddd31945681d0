import { definePersonalData } from "#base/server/personal-data/personal-data.ts";

/** What the module holds of a merchant. */
export const landingPagesData = definePersonalData("landing-pages", "landing_pages", {
  publications: ({ erased }) => erased(),
  versions: ({ erased }) => erased(),
  pictures: ({ erased }) => erased({ without: ["bytes"] }),
  half_visits: ({ erased }) => erased(),
  pages: ({ erased }) => erased(),
  visit_days: ({ erased }) => erased(),
  addresses: ({ kept }) =>
    kept("Whoever follows an old link learns that the page is gone, and nobody else gets its address", {
      rewrite: { page_id: "null" },
    }),
});
