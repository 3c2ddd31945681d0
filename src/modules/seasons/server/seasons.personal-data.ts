import { definePersonalData } from "#base/server/personal-data/personal-data.ts";

/** Nothing of a merchant. */
export const seasonsData = definePersonalData("seasons", "seasons", {
  changes: ({ ours }) => ours("The calendar"),
  cost_factors: ({ ours }) => ours("The calendar"),
  month_corrections: ({ ours }) => ours("The calendar"),
});
