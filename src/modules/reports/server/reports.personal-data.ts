import { definePersonalData } from "#base/server/personal-data/personal-data.ts";

/** What the module holds of a merchant. */
export const reportsData = definePersonalData("reports", "reports", {
  deliveries: ({ erased }) => erased(),
  pins: ({ erased }) => erased(),
  schedules: ({ erased }) => erased(),
  custom_reports: ({ erased }) => erased(),
});
