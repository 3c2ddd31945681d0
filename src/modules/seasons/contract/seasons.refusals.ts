import { defineRefusals } from "#base/shared/refusals.ts";

export const seasonsRefusals = defineRefusals({
  "seasons.month_not_in_table": 400,
  "seasons.month_length_not_possible": 400,
  "seasons.phase_unknown": 400,
});
