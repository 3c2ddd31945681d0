import { definePersonalData } from "#base/server/personal-data/personal-data.ts";

/** What the module holds of a merchant. */
export const assistantsData = definePersonalData("assistants", "assistants", {
  answers: ({ erased }) => erased({ without: ["cost_micro_sar"] }),
  plans: ({ erased }) => erased({ without: ["cost_micro_sar"] }),
  versions: ({ erased }) => erased(),
  writer_days: ({ erased }) => erased(),
});
